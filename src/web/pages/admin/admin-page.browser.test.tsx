import { page, userEvent } from 'vitest/browser';
import { changeUser } from '#shared/admin/admin.ts';
import { lineCount, openAdmin, root } from '../../testing/answer-admin.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { longName, someOrganization, someUser } from '../../testing/samples/admin.ts';
import { expect, phone, test } from '../../testing/test.ts';

for (const path of ['/admin', '/admin/reports', '/admin/audit-log', '/admin/mails'])
  test(`a user without permission gets a message at ${path}`, async ({ answers }) => {
    await openPage(path, { answers });
    await expect.element(page.getByRole('heading', { name: 'Admin access required' })).toBeVisible();
  });

test('a visitor is asked to sign in', async ({ answers }) => {
  await openPage('/admin', { answers, user: null });
  const heading = page.getByRole('heading', { name: 'Please sign in to access admin dashboard' });
  await expect.element(heading).toBeVisible();
});

const screens: [path: string, shown: string][] = [
  ['/admin', 'Grace Hopper'],
  ['/admin?tab=organizations', 'Moonworks'],
  ['/admin?tab=applications', 'Comet Chaser'],
  ['/admin?tab=usage', 'Storage Usage'],
  ['/admin/reports', 'Application 2'],
  ['/admin/audit-log', 'Sent spam.'],
  ['/admin/mails', 'You are invited to Moonworks'],
];
for (const [path, shown] of screens)
  test(`${path} is accessible, however long names are`, async ({ answers }) => {
    await openAdmin(path, answers);
    await expect.element(page.getByRole('main').getByText(shown).first()).toBeVisible();
    await checkAccessibility(path);
  });

const dialogs: [path: string, button: string | RegExp][] = [
  ['/admin', 'Delete Grace Hopper'],
  ['/admin', 'Disable Grace Hopper'],
  ['/admin', 'Enable Person 6'],
  ['/admin', 'Organization of Grace Hopper: Moonworks'],
  ['/admin?tab=applications', 'Delete Comet Chaser'],
  ['/admin?tab=applications', 'Take offline: Comet Chaser'],
  ['/admin/reports', 'Dismiss the reports of Application 2'],
  ['/admin/mails', /^You are invited to Moonworks/],
];
for (const [path, button] of dialogs)
  test(`the dialog of “${button}” is accessible`, async ({ answers }) => {
    await openAdmin(path, answers);
    await page.getByRole('button', { name: button }).first().click();
    await expect.element(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await checkAccessibility(String(button));
  });

test('the own row can be neither demoted, disabled nor deleted', async ({ answers }) => {
  await openAdmin('/admin', answers);
  const own = page.getByRole('row', { name: 'Root' });
  await expect.element(own.getByRole('button', { name: 'Delete Root' })).toBeDisabled();
  await expect
    .element(own.getByRole('button', { name: 'Delete Root' }))
    .toHaveAttribute('title', 'Cannot delete yourself');
  await expect.element(own.getByRole('button', { name: 'Disable Root' })).toBeDisabled();
  await expect.element(own.getByLabelText('Role of Root')).toBeDisabled();
  const other = page.getByRole('row', { name: 'Grace Hopper' });
  await expect.element(other.getByRole('button', { name: 'Delete Grace Hopper' })).toBeEnabled();
  await expect
    .element(other.getByRole('list', { name: 'Member of' }))
    .toMatchTextContent(/Moonworks.*Owner.*Compilers.*Member/);
  await expect.element(page.getByRole('row', { name: 'Person 7' })).toMatchTextContent('No Org');
});

test('tab bars that are wider than a phone fade out on the side with more tabs', async ({ answers }) => {
  await page.viewport(phone.width, phone.height);
  await openAdmin('/admin', answers);
  const tabs = page.getByRole('tablist');
  await expect.element(tabs).toHaveAttribute('data-more-after');
  await expect.element(tabs).not.toHaveAttribute('data-more-before');
  expect(getComputedStyle(tabs.element()).maskImage).toMatch(/calc\(100% - 40px\)/);
  await page.getByRole('tab').last().click();
  await expect.element(tabs).toHaveAttribute('data-more-before');
  await expect.element(tabs).not.toHaveAttribute('data-more-after');
});

test('tabs are chosen by keyboard, and each refetches when it opens', async ({ answers }) => {
  const lists = await openAdmin('/admin', answers);
  await expect.element(page.getByRole('row', { name: 'Grace Hopper' })).toBeVisible();
  expect(lineCount()).toBe(6);
  lists.organizations = [someOrganization({ number: 4, name: 'Newcomers' })];
  page
    .getByRole('tab', { name: /^Users/ })
    .element()
    .focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(page.getByRole('tab', { name: 'Organizations (3)' }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('row', { name: 'Newcomers' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('row', { name: 'Comet Chaser' })).toBeVisible();
  expect(location.search).toBe('?tab=applications');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('heading', { name: 'Firebase Usage Statistics' })).toBeVisible();
  // A list that was shown before is fetched again.
  lists.organizations = [someOrganization({ number: 5, name: 'Latecomers' })];
  // Radix moves the focus in a task of its own, so a second key press needs the first one's tab.
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('tab', { name: /^Applications/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('row', { name: 'Latecomers' })).toBeVisible();
});

test('an organization is chosen from a very long list', async ({ answers }) => {
  const organizations = Array.from({ length: 120 }, (_, index) => someOrganization({ number: index + 2 }));
  const person = someUser({ number: 4 });
  await openAdmin('/admin', answers, { users: [someUser({ number: 2, ...root }), person], organizations });
  answers.answer(changeUser, () => {
    const [, second] = organizations;
    Object.assign(person, { organizationId: second?.id, organizationName: second?.name });
    return { success: true as const, user: person };
  });
  await page.getByRole('button', { name: 'Organization of Person 4: No Organization' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect.element(options.nth(50)).toBeInTheDocument();
  expect(options.elements()).toHaveLength(51);
  await expect.element(options.first()).toHaveTextContent('No Organization');
  await expect.element(page.getByText('There are more. Search to find them.')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(page.getByText('User organization updated successfully')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Organization of Person 4: Organization 3' }))
    .toHaveFocus();
  expect(answers.calls(changeUser).map(({ body }) => body)).toEqual([
    { uid: person.uid, organizationId: organizations[1]?.id },
  ]);
});

test('very long names do not overflow', async ({ answers }) => {
  await openAdmin('/admin', answers);
  const long = page.getByRole('row', { name: longName });
  await expect.element(long).toBeVisible();
  expect(long.element().getBoundingClientRect().width).toBeLessThanOrEqual(1152);
  for (const cell of long.getByRole('cell').elements())
    expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth + 1);
});
