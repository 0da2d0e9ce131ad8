import { type Locator, page, userEvent } from 'vitest/browser';
import {
  changeMemberRole,
  changeMembership,
  createOrganization,
  deleteOrganization,
  listMembers,
  listOrganizations,
  listOwnInvitations,
} from '#shared/orgs/orgs.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import { pageOf, refusal } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { idOf } from '../../testing/samples/ids.ts';
import { someInvitation, someMember, someOwner, someOwnOrganization } from '../../testing/samples/orgs.ts';
import { expect, test } from '../../testing/test.ts';

const organizations = () => page.getByRole('list', { name: 'Organizations' });
const rows = () => organizations().getByRole('listitem');
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const question = () => page.getByRole('alertdialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function expectCount(list: Locator, count: number): Promise<void> {
  await expect.element(list.nth(count - 1)).toBeInTheDocument();
  await expect.element(list.nth(count)).not.toBeInTheDocument();
}

/** By keyboard: Enter on the focused element. */
async function press(name: string, within: Pick<typeof page, 'getByRole'> = page): Promise<void> {
  const pressed = within.getByRole('button', { name, exact: true });
  await expect.element(pressed).toBeVisible();
  pressed.element().focus();
  await userEvent.keyboard('{Enter}');
}

test('organizations that cannot be fetched are fetched again', async ({ answers }) => {
  answers.refuse(listOrganizations, 'internal');
  await openPage('/organizations', { answers });
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch organizations' })).toBeVisible();
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2, name: 'Compilers' })] });
  await button('Try Again').click();
  await expect.element(page.getByRole('listitem', { name: 'Compilers', exact: true })).toBeVisible();
});

test('a failed invitation is reported in place, and can be sent again', async ({ answers }) => {
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2, name: 'Compilers' })] });
  await openPage('/organizations', { answers });
  await button('Invite to Compilers').click();
  const invite = dialog('Invite to Compilers');
  const send = invite.getByRole('button', { name: 'Invite', exact: true });
  await invite.getByLabelText('User email').fill('no address');
  await send.click();
  await expect.element(invite.getByText('Please enter a valid e-mail address')).toBeVisible();
  expect(answers.calls(changeMembership)).toEqual([]);
  await invite.getByLabelText('User email').fill('jean@example.test');
  answers.refuse(changeMembership, 'internal');
  await send.click();
  await expect.element(invite.getByText('Failed to invite member')).toBeVisible();
  answers.refuse(changeMembership, 'forbidden', { error: 'Not in this weather.' });
  await send.click();
  await expect.element(invite.getByText('Not in this weather.')).toBeVisible();
  answers.answer(changeMembership, { success: true });
  await send.click();
  await expect.element(page.getByText('Member invited successfully!')).toBeVisible();
  expect(answers.calls(changeMembership).at(-1)?.body).toEqual({
    action: 'invite',
    organizationId: idOf('m', 2),
    userEmail: 'jean@example.test',
    role: 'member',
  });
});

const mails: [sendsMail: boolean, said: string, unsaid: string][] = [
  [false, 'This server cannot send e-mail, so tell them yourself.', 'e-mail with a link'],
  [true, 'They get an e-mail with a link and join by accepting.', 'sends no mail'],
];
for (const [sendsMail, said, unsaid] of mails)
  test(`the invite form promises ${sendsMail ? 'an' : 'no'} e-mail if the server sends ${sendsMail ? 'some' : 'none'}`, async ({
    answers,
  }) => {
    answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2, name: 'Bridges' })] });
    await openPage('/organizations', { answers, session: { sendsMail } });
    await button('Invite to Bridges').click();
    await expect.element(dialog('Invite to Bridges')).toMatchTextContent(said);
    await expect.element(dialog('Invite to Bridges')).not.toMatchTextContent(unsaid);
  });

const kay = () => someMember({ number: 3, displayName: 'Kay', email: 'kay@example.test' });

test('a failed change of a member is reported and reverted', async ({ answers }) => {
  answerOrganizations(answers, {
    organizations: [someOwnOrganization({ number: 2, name: 'Compilers', memberCount: 2 })],
    members: [kay()],
  });
  await openPage('/organizations', { answers });
  await button('Manage Compilers').click();
  const manage = dialog('Manage Members - Compilers');
  const refuse = answers.hold(changeMemberRole, refusal('internal'));
  await manage.getByRole('button', { name: 'Role of Kay: Member' }).click();
  await page.getByRole('menuitemradio', { name: /^Viewer/ }).click();
  await expect.element(manage.getByRole('button', { name: 'Role of Kay: Viewer' })).toBeVisible();
  // The refetch after the failure must not be what restores the role.
  const list = answers.hold(listMembers, pageOf([someOwner(), kay()], {}, 50));
  refuse();
  await expect.element(manage.getByText('Failed to change member')).toBeVisible();
  await expect.element(manage.getByRole('button', { name: 'Role of Kay: Member' })).toBeVisible();
  list();
  answers.refuse(changeMembership, 'internal');
  await manage.getByRole('button', { name: 'Remove Kay' }).click();
  await question().getByRole('button', { name: 'Remove' }).click();
  await expect.element(manage.getByText('Failed to remove member')).toBeVisible();
  await manage.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(manage.getByText('Failed to remove member')).not.toBeInTheDocument();
  await expect.element(manage.getByRole('listitem', { name: 'Kay' })).toBeVisible();
});

test('members can be searched, and an organization that was deleted meanwhile breaks nothing', async ({
  answers,
}) => {
  const lists = answerOrganizations(answers, {
    organizations: [someOwnOrganization({ number: 2, name: 'Short-lived', memberCount: 2 })],
    members: [kay()],
  });
  await openPage('/organizations', { answers });
  await button('Manage Short-lived').click();
  const manage = dialog('Manage Members - Short-lived');
  const search = manage.getByPlaceholder('Search members...');
  await search.fill('KAY@');
  await expect.element(manage.getByRole('listitem').nth(1)).not.toBeInTheDocument();
  await expect.element(manage.getByRole('listitem', { name: 'Kay' })).toBeVisible();
  await search.fill('nobody of this name');
  await expect.element(manage.getByText('No members found matching your search.')).toBeVisible();
  await search.fill('');
  await expect.element(manage.getByRole('listitem').nth(1)).toBeVisible();
  // Another tab deletes it.
  lists.organizations = [];
  await manage.getByRole('button', { name: 'Remove Kay' }).click();
  await question().getByRole('button', { name: 'Remove' }).click();
  await expect.element(manage.getByText('Organization not found').first()).toBeVisible();
  await manage.getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
});

test('fifty organizations load by pages, and can be searched', async ({ answers }) => {
  const many = Array.from({ length: 49 }, (_, index) =>
    someOwnOrganization({ number: index + 2, name: `Many ${String(index + 1).padStart(2, '0')}` }),
  );
  answerOrganizations(answers, {
    organizations: [someOwnOrganization({ number: 200, name: 'Crowded' }), ...many],
  });
  await openPage('/organizations', { answers });
  for (const count of [24, 48, 50]) {
    await expectCount(rows(), count);
    page.getByRole('contentinfo').element().scrollIntoView();
  }
  const asked = new Set(answers.calls(listOrganizations).map(({ query }) => query.cursor));
  expect([...asked]).toEqual([undefined, '24', '48']);
  const search = page.getByPlaceholder('Search organizations...');
  await search.fill('many 4');
  await expectCount(rows(), 10);
  expect(location.search).toBe('?q=many+4');
  await search.fill('nothing has this');
  await expect.element(page.getByRole('heading', { name: 'No organizations found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expectCount(rows(), 50);
  await openPage('/organizations?q=crowded', { answers });
  await expectCount(rows(), 1);
});

test('a thousand members load by pages, and can be searched', async ({ answers }) => {
  const crowd = Array.from({ length: 1_000 }, (_, index) =>
    someMember({
      number: index + 3,
      displayName: `Crowd ${index + 1}`,
      email: `crowd-${index + 1}@example.test`,
      role: 'viewer',
    }),
  );
  answerOrganizations(answers, {
    organizations: [someOwnOrganization({ number: 2, name: 'Crowded', memberCount: 1_001 })],
    members: crowd,
  });
  await openPage('/organizations', { answers });
  await button('Manage Crowded').click();
  const manage = dialog('Manage Members - Crowded');
  await expect.element(manage.getByText('Total: 1,001 member(s)')).toBeVisible();
  await expectCount(manage.getByRole('listitem'), 50);
  manage.getByRole('button', { name: 'Load more' }).element().scrollIntoView();
  await expectCount(manage.getByRole('listitem'), 100);
  await manage.getByPlaceholder('Search members...').fill('CROWD-987@');
  await expectCount(manage.getByRole('listitem'), 1);
  await expect.element(manage.getByRole('listitem')).toMatchTextContent(/Crowd 987.*crowd-987@example.test/);
});

test('Escape closes only the confirmation over a dialog, however soon after it has the focus', async ({
  answers,
}) => {
  answerOrganizations(answers, {
    organizations: [someOwnOrganization({ number: 2, name: 'Abstractions', memberCount: 2 })],
    members: [kay()],
  });
  await openPage('/organizations', { answers });
  await button('Manage Abstractions').click();
  const manage = dialog('Manage Members - Abstractions');
  // In the same moment, as a quick user or a screen reader does.
  let isPressed = false;
  const press = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('[role=alertdialog]')) return;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    isPressed = true;
  };
  document.addEventListener('focusin', press);
  await manage.getByRole('button', { name: 'Remove Kay' }).click();
  await expect.poll(() => isPressed).toBe(true);
  await expect.element(manage.getByRole('button', { name: 'Remove Kay' })).toHaveFocus();
  await expect.element(question()).not.toBeInTheDocument();
  document.removeEventListener('focusin', press);
  await userEvent.keyboard('{Escape}');
  await expect.element(manage).not.toBeInTheDocument();
});

test('the form of a new organization explains its settings and errors, and creates one at a time', async ({
  answers,
}) => {
  answerOrganizations(answers);
  await openPage('/organizations', { answers });
  await page.getByRole('main').getByRole('button', { name: 'Create Organization' }).click();
  const form = dialog('Create Organization');
  const create = form.getByRole('button', { name: 'Create Organization' });
  const isPublic = form.getByRole('checkbox', { name: 'Public' });
  const description = form.getByLabelText('Description', { exact: false });
  await expect.element(create).toBeVisible();
  expect(isPublic.elements()).toEqual([]);
  await form.getByText('More', { exact: true }).click();
  await expect.element(isPublic).not.toBeChecked();
  await expect
    .element(isPublic)
    .toHaveAccessibleDescription(
      expect.stringMatching(/^Everyone can see its name, description, owner and number of members\./),
    );
  await expect.element(form.getByRole('checkbox', { name: 'Allow member uploads' })).toBeChecked();
  await expect.element(form.getByRole('checkbox', { name: 'Require approval' })).not.toBeChecked();
  // An open section stays open while the user corrects the error in it.
  const tooLong = form.getByText('Please keep the description under 2,000 characters');
  await description.fill('x'.repeat(2001));
  await create.click();
  await expect.element(tooLong).toBeVisible();
  await description.fill('');
  await expect.element(tooLong).not.toBeInTheDocument();
  await expect.element(description).toHaveFocus();
  await create.click();
  await expect.element(form.getByText('Organization name is required')).toBeVisible();
  await form.getByLabelText('Name', { exact: true }).fill('Moonshot');
  await create.dblClick();
  await expect.element(page.getByRole('listitem', { name: 'Moonshot', exact: true })).toBeVisible();
  expect(answers.calls(createOrganization)).toHaveLength(1);
});

test('the first organization is created by keyboard, and every state of that is accessible', async ({
  answers,
}) => {
  answerOrganizations(answers);
  await openPage('/organizations', { answers });
  await expect.element(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await checkAccessibility('no organizations');
  await press('Create Organization');
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Trees');
  await checkAccessibility('create organization');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem', { name: 'Trees', exact: true })).toBeVisible();
});

const longest = `A name that is as long as a name may be ${'and longer '.repeat(7)}`.trim();

/** A user with an invitation, whose organization has a member, an invitation and an application. */
const much = () => ({
  organizations: [
    someOwnOrganization({
      number: 2,
      name: longest,
      isPublic: true,
      description: 'x'.repeat(400),
      memberCount: 2,
      applications: 1,
    }),
    someOwnOrganization({ number: 4, name: 'Trees' }),
  ],
  members: [someMember({ number: 3, displayName: 'Vint', role: 'admin' })],
  invitations: [someInvitation({ number: 2, email: 'bob.kahn@example.test', role: 'viewer' })],
});

test('organizations and an invitation are accessible', async ({ answers }) => {
  answerOrganizations(answers, much());
  const own = someInvitation({ number: 5, organizationName: 'Packets', invitedBy: 'Vint' });
  const can = { remind: false, withdraw: false, accept: true };
  answers.answer(listOwnInvitations, { invitations: [{ ...own, can }] });
  await openPage('/organizations', { answers });
  await expect.element(page.getByRole('region', { name: 'Invitation to Packets' })).toBeVisible();
  await expect.element(page.getByRole('listitem', { name: longest })).toBeVisible();
  await checkAccessibility('organizations and an invitation');
});

test('members are managed by keyboard, and every state of that is accessible', async ({ answers }) => {
  answerOrganizations(answers, much());
  await openPage('/organizations', { answers });
  await press(`Manage ${longest}`);
  const manage = dialog(`Manage Members - ${longest}`);
  await expect.element(manage.getByRole('listitem', { name: 'Vint' })).toBeVisible();
  await expect.element(manage.getByPlaceholder('Search members...')).toHaveFocus();
  await checkAccessibility('members');
  await press('Role of Vint: Admin', manage);
  await expect.element(page.getByRole('menuitemradio', { name: /^Admin/ })).toBeChecked();
  await checkAccessibility('the roles of a member');
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Make owner…' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  // A visible confirmation gets no keys before it has the focus.
  await expect.element(question().getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(manage.getByRole('button', { name: 'Role of Vint: Admin' })).toHaveFocus();
});

test('invited people are managed by keyboard, and every state of that is accessible', async ({ answers }) => {
  answerOrganizations(answers, much());
  await openPage('/organizations', { answers });
  await press(`Manage ${longest}`);
  const manage = dialog(`Manage Members - ${longest}`);
  await expect.element(manage.getByRole('listitem', { name: 'Vint' })).toBeVisible();
  manage.getByRole('tab', { name: 'Members' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(manage.getByRole('listitem', { name: 'bob.kahn@example.test' })).toBeVisible();
  await checkAccessibility('invited people');
  await press('Invite', manage);
  await expect.element(page.getByLabelText('User email')).toHaveFocus();
  await checkAccessibility('invite');
  await userEvent.keyboard('{Escape}');
  await expect.element(manage.getByRole('button', { name: 'Invite', exact: true })).toHaveFocus();
  await press('Withdraw the invitation of bob.kahn@example.test', manage);
  await expect.element(manage.getByText('No open invitations.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(`Manage ${longest}`)).toHaveFocus();
});

/** Opens the dialog about the applications of a deleted organization. */
async function askToDelete(name: string): Promise<void> {
  await button(`Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
}

test('the fate of a deleted organization’s applications is asked accessibly, and sent to the server', async ({
  answers,
}) => {
  answerOrganizations(answers, much());
  answers.answer(deleteOrganization, { success: true });
  await openPage('/organizations', { answers });
  await askToDelete(longest);
  await page.getByRole('radio', { name: /^Move them/ }).click();
  await checkAccessibility('delete an organization');
  await page.getByRole('button', { name: 'Delete organization' }).click();
  await expect.poll(() => answers.calls(deleteOrganization).length).toBe(1);
  const [{ params, query } = { params: {}, query: {} }] = answers.calls(deleteOrganization);
  expect({ params, query }).toEqual({
    params: { id: idOf('m', 2) },
    query: { applications: 'move', moveTo: idOf('m', 4) },
  });
});

test('unknown targets for the applications of a deleted organization are reported, and fetched again', async ({
  answers,
}) => {
  const { organizations: all } = answerOrganizations(answers, {
    organizations: [
      someOwnOrganization({ number: 2, name: 'Spinners', applications: 1 }),
      someOwnOrganization({ number: 3, name: 'Weavers' }),
    ],
  });
  await openPage('/organizations', { answers });
  await expect.element(button('Actions for Spinners')).toBeVisible();
  answers.refuse(listOrganizations, 'internal', { error: 'It is night.' });
  await askToDelete('Spinners');
  const deletion = page.getByRole('dialog', { name: /^Are you sure you want to delete organization/ });
  await expect
    .element(deletion.getByRole('alert'))
    .toMatchTextContent('Error loading organizations: It is night.');
  await expect.element(deletion.getByRole('radio', { name: /^Move them/ })).toBeDisabled();
  answerOrganizations(answers, { organizations: all });
  await deletion.getByRole('button', { name: 'Try Again' }).click();
  await deletion.getByRole('radio', { name: /^Move them/ }).click();
  await expect.element(deletion.getByLabelText('Move to')).toHaveDisplayValue('Weavers');
  await expect.element(deletion.getByRole('alert')).not.toBeInTheDocument();
});
