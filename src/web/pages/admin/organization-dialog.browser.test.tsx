import { page, userEvent } from 'vitest/browser';
import {
  changeMembership,
  deleteOrganization,
  getOrganization,
  listMembers,
  type Member,
  type Organization,
  updateOrganization,
} from '#shared/orgs/orgs.ts';
import { openAdmin, root } from '../../testing/answer-admin.ts';
import { pageOf } from '../../testing/answers.ts';
import { someOrganization } from '../../testing/samples/admin.ts';
import { daysAgo, idOf } from '../../testing/samples/ids.ts';
import { someMember } from '../../testing/samples/orgs.ts';
import { expect, test } from '../../testing/test.ts';

const moonworks: Organization = {
  id: idOf('m', 2),
  _id: idOf('m', 2),
  name: 'Moonworks',
  description: 'Makes games for two.',
  isPublic: true,
  owner: { uid: idOf('u', 3), displayName: 'Grace Hopper', email: 'grace@example.test' },
  ownerId: idOf('u', 3),
  createdBy: idOf('u', 3),
  createdAt: daysAgo(30),
  updatedAt: daysAgo(30),
  members: [],
  memberCount: 1,
  applications: 0,
  awaitingApproval: 0,
  settings: { allowMemberUploads: true, requireApproval: false },
  role: null,
  isOffline: false,
  can: {
    lookInside: true,
    edit: true,
    delete: true,
    leave: false,
    inviteAs: ['member'],
    manageMembers: true,
    upload: false,
    approve: true,
    handOver: true,
  },
};

for (const [button, dialog] of [
  ['Manage members of Moonworks', 'Manage Members - Moonworks'],
  ['Edit Moonworks', 'Edit Organization'],
  ['Delete Moonworks', 'Are you sure you want to delete organization "Moonworks"?'],
] as const)
  test(`“${button}” gets the focus back from its lazily loaded dialog`, async ({ answers }) => {
    await openAdmin('/admin?tab=organizations', answers);
    const release = answers.hold(getOrganization, moonworks);
    answers.answer(listMembers, { items: [], nextCursor: null });
    const opener = page.getByRole('button', { name: button });
    await expect.element(opener).toBeVisible();
    opener.element().focus();
    await userEvent.keyboard('{Enter}');
    // The loading dialog has the focus when the loaded one replaces it.
    await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy();
    release();
    await expect.element(page.getByRole('dialog', { name: dialog }).getByRole('button').nth(1)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

test('it also gets the focus back from a dialog that could not be loaded', async ({ answers }) => {
  await openAdmin('/admin?tab=organizations', answers);
  answers.refuse(getOrganization, 'not_found', { error: 'It is gone.' });
  const opener = page.getByRole('button', { name: 'Manage members of Moonworks' });
  await expect.element(opener).toBeVisible();
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByText('It is gone.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
});

test('administrators remove members, and themselves the same way', async ({ answers }) => {
  const none = { remove: false, changeRole: false, makeOwner: false };
  let members: Member[] = [
    someMember({ number: 3, displayName: 'Grace Hopper', role: 'owner', can: none }),
    someMember({ number: 4, displayName: 'Edith', email: 'edith@example.test' }),
    someMember({ number: 2, uid: root.id, displayName: root.username }),
  ];
  answers.answer(getOrganization, () => ({ ...moonworks, memberCount: members.length }));
  answers.answer(listMembers, ({ query: { q = '', ...query } }) =>
    pageOf(
      members.filter(({ email }) => email?.includes(q.toLowerCase())),
      query,
    ),
  );
  answers.answer(changeMembership, ({ body }) => {
    members = members.filter(({ uid }) => uid !== body.userId);
    return { success: true as const };
  });
  await openAdmin('/admin?tab=organizations', answers);
  await page.getByRole('button', { name: 'Manage members of Moonworks' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Moonworks' });
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to remove this member?' });
  await expect.element(manage.getByText('Total: 3 member(s)')).toBeVisible();
  await expect.element(manage.getByRole('listitem', { name: 'Grace Hopper' })).toMatchTextContent('Owner');
  await expect.element(manage.getByRole('button', { name: 'Remove Grace Hopper' })).not.toBeInTheDocument();
  const self = manage.getByRole('listitem', { name: 'Root' });
  await self.getByRole('button', { name: 'Remove Root' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(self).not.toBeInTheDocument();
  await expect.element(manage.getByText('Total: 2 member(s)')).toBeVisible();
  await manage.getByPlaceholder('Search members...').fill('EDITH@');
  await expect.element(manage.getByRole('listitem').nth(1)).not.toBeInTheDocument();
  await manage.getByRole('button', { name: 'Remove Edith' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Member removed successfully!')).toBeVisible();
  await expect.element(manage.getByText('No members found matching your search.')).toBeVisible();
  await expect.element(manage.getByText('Total: 1 member(s)')).toBeVisible();
});

test('administrators edit and delete an organization', async ({ answers }) => {
  let shown = [someOrganization({ number: 3, name: 'Compilers', description: 'From words to deeds.' })];
  let compilers = { ...moonworks, name: 'Compilers', isPublic: false };
  answers.answer(getOrganization, () => compilers);
  answers.answer(updateOrganization, ({ body }) => {
    const settings = { ...compilers.settings, ...(body.settings as object) };
    compilers = { ...compilers, ...body, settings };
    shown = shown.map((each) => ({ ...each, isPublic: true, description: String(body.description) }));
    lists.organizations = shown;
    return compilers;
  });
  answers.answer(deleteOrganization, () => {
    lists.organizations = [];
    return { success: true as const };
  });
  const lists = await openAdmin('/admin?tab=organizations', answers, { organizations: shown });
  const row = page.getByRole('row', { name: 'Compilers', exact: true });
  await expect.element(row).toMatchTextContent(/From words to deeds\..*Grace Hopper.*grace@example\.test/);
  await expect.element(row.getByText('Private')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Compilers' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Organization' });
  await expect.element(edit.getByLabelText('Name')).toHaveValue('Compilers');
  await edit.getByLabelText('Description', { exact: false }).fill('From words to machines.');
  await edit.getByRole('checkbox', { name: 'Public' }).click();
  await edit.getByRole('checkbox', { name: 'Require approval' }).click();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Organization updated successfully!')).toBeVisible();
  await expect.element(row).toMatchTextContent('From words to machines.');
  await expect.element(row.getByText('Public')).toBeVisible();
  expect(answers.calls(updateOrganization).map(({ body }) => body)).toEqual([
    {
      description: 'From words to machines.',
      isPublic: true,
      settings: { requireApproval: true },
    },
  ]);
  await page.getByRole('button', { name: 'Delete Compilers' }).click();
  const deletion = page.getByRole('dialog', {
    name: 'Are you sure you want to delete organization "Compilers"?',
  });
  await deletion.getByRole('button', { name: 'Delete organization' }).click();
  await expect.element(page.getByText('Organization "Compilers" deleted successfully')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No organizations found' })).toBeVisible();
});
