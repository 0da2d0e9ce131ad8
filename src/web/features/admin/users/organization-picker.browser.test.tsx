import { page, userEvent } from 'vitest/browser';
import { type AdminOrganization, changeUser, listAdminOrganizations } from '#shared/admin/admin.ts';
import { openAdmin } from '#web/testing/answer-admin.ts';
import { pageOf, refusal } from '#web/testing/answers.ts';
import { someOrganization } from '#web/testing/samples/admin.ts';
import { expect, test } from '#web/testing/test.ts';

const options = () => page.getByRole('listbox').getByRole('option');
const picker = () => page.getByRole('button', { name: /^Organization of Grace Hopper: / });

test('the chosen organization is the shown one, however fast the user types', async ({ answers }) => {
  const { organizations = [] } = await openAdmin('/admin', answers);
  answers.disconnect(changeUser);
  const sent = () => answers.calls(changeUser).map(({ body }) => body.organizationId);
  const held = Promise.withResolvers<void>();
  const found = someOrganization({ number: 7, name: 'Zenith' });
  const none: AdminOrganization[] = [];
  answers.answer(listAdminOrganizations, async ({ query }) => {
    if (query.search === undefined) return pageOf(organizations, query);
    // An empty page is not the end of the results.
    if (query.cursor === undefined) return { items: none, nextCursor: 'a' };
    await held.promise;
    return { items: query.search === 'zenith' ? [found] : none, nextCursor: null };
  });
  await expect.element(picker()).toBeVisible();
  picker().element().focus();
  // Twice in a row, as when the key is held: the selection stays.
  await userEvent.keyboard('{Enter}');
  await expect.element(options().filter({ hasText: 'Moonworks' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(picker()).toHaveFocus();
  expect(sent()).toEqual([]);

  await userEvent.keyboard('{Enter}');
  await expect.element(options().filter({ hasText: 'Moonworks' })).toBeVisible();
  await userEvent.keyboard('zenith');
  await userEvent.keyboard('{Enter}');
  expect(sent()).toEqual([]);
  await expect.element(page.getByText('No matches.')).not.toBeInTheDocument();
  held.resolve();
  await expect.element(options()).toHaveTextContent('Zenith');
  await userEvent.keyboard('{Enter}');
  await expect.poll(sent).toEqual([found.id]);
});

test('the shown organization of a user is the one being set', async ({ answers }) => {
  await openAdmin('/admin', answers);
  const refuse = answers.hold(changeUser, refusal('conflict', 'Not now.'));
  await picker().click();
  await options().filter({ hasText: 'No Organization' }).click();
  await expect.element(picker()).toHaveTextContent('No Organization');
  await picker().click();
  await expect.element(options()).not.toBeInTheDocument();
  refuse();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await expect.element(picker()).toHaveTextContent('Moonworks');
  await picker().click();
  await expect.element(options().first()).toBeVisible();
});
