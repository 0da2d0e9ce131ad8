import { page, userEvent } from 'vitest/browser';
import { getOrganization, listMembers, type Organization } from '#shared/orgs.ts';
import { openAdmin } from '../../testing/answer-admin.ts';
import { daysAgo, idOf } from '../../testing/samples/ids.ts';
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
  test(`“${button}” gets focus back from its dialog, though that comes when it is loaded`, async ({
    answers,
  }) => {
    await openAdmin('/admin?tab=organizations', answers);
    const release = answers.hold(getOrganization, moonworks);
    answers.answer(listMembers, { items: [], nextCursor: null });
    const opener = page.getByRole('button', { name: button });
    await expect.element(opener).toBeVisible();
    opener.element().focus();
    await userEvent.keyboard('{Enter}');
    // The dialog that loads has the focus when the loaded one takes its place.
    await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy();
    release();
    await expect.element(page.getByRole('dialog', { name: dialog }).getByRole('button').nth(1)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

test('it gets focus back also from one that could not be loaded', async ({ answers }) => {
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
