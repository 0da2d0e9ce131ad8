import { page } from 'vitest/browser';
import { listIdentities } from '#shared/accounts/accounts.ts';
import { type AdminUser, changeUser, deleteUser, disableUser, enableUser } from '#shared/admin/admin.ts';
import { openAdmin, root } from '#web/testing/answer-admin.ts';
import type { Answers } from '#web/testing/answers.ts';
import { someUser } from '#web/testing/samples/admin.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, test } from '#web/testing/test.ts';

const row = () => page.getByRole('row', { name: 'Kay', exact: true });
const freshSignIn = () => page.getByRole('dialog', { name: 'Confirm that it is you' });

async function openUsers(answers: Answers, fields: Partial<AdminUser> = {}) {
  const kay = someUser({ number: 4, username: 'Kay', ...fields });
  const lists = await openAdmin('/admin', answers, { users: [someUser({ number: 2, ...root }), kay] });
  return { kay, lists };
}

test('a changed role of a user is sent and confirmed', async ({ answers }) => {
  const { kay } = await openUsers(answers);
  answers.answer(changeUser, ({ body }) => {
    kay.role = body.role === 'admin' ? 'admin' : 'user';
    return { success: true as const, user: kay };
  });
  const role = page.getByLabelText('Role of Kay');
  for (const [name, value] of [
    ['Admin', 'admin'],
    ['User', 'user'],
  ] as const) {
    await role.selectOptions(name);
    await expect.element(page.getByText(`User role updated to ${value} successfully`)).toBeVisible();
    await expect.element(role).toHaveValue(value);
  }
  expect(answers.calls(changeUser).map(({ body }) => body)).toEqual([
    { uid: kay.uid, role: 'admin' },
    { uid: kay.uid, role: 'user' },
  ]);
});

test('a user is disabled with a reason, which the row shows, and is enabled again', async ({ answers }) => {
  const { kay } = await openUsers(answers);
  answers.answer(disableUser, ({ body }) => {
    kay.disabled = { at: daysAgo(0), reason: String(body.reason) };
    return { success: true as const, user: kay };
  });
  answers.answer(enableUser, () => {
    kay.disabled = null;
    return { success: true as const, user: kay };
  });
  await page.getByRole('button', { name: 'Disable Kay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable Kay?' });
  await dialog.getByLabelText('Reason').fill('Sent spam.');
  await dialog.getByRole('button', { name: 'Disable user' }).click();
  await expect.element(page.getByText('User "Kay" disabled successfully')).toBeVisible();
  await expect.element(row().getByText('Disabled')).toHaveAttribute('title', 'Sent spam.');
  await page.getByRole('button', { name: 'Enable Kay' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable user' }).click();
  await expect.element(page.getByText('User "Kay" enabled successfully')).toBeVisible();
  await expect.element(row().getByText('Disabled')).not.toBeInTheDocument();
  expect(answers.calls(enableUser).map(({ params }) => params.id)).toEqual([kay.uid]);
});

test('a deletion without a fresh sign-in is explained, and one with it removes the row', async ({
  answers,
}) => {
  const { kay, lists } = await openUsers(answers);
  answers.answer(listIdentities, []);
  answers.refuse(deleteUser, 'fresh_sign_in_required');
  await page.getByRole('button', { name: 'Delete Kay' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete user "Kay"? This will permanently remove them from Firebase Auth.',
  });
  await question.getByRole('button', { name: 'Delete user' }).click();
  await freshSignIn().getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(page.getByRole('alert').getByText('Please sign in again to do this.')).toBeVisible();
  answers.answer(deleteUser, () => {
    lists.users = lists.users?.filter(({ uid }) => uid !== kay.uid) ?? [];
    return { success: true as const };
  });
  await page.getByRole('button', { name: 'Delete Kay' }).click();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await expect.element(page.getByText('User "Kay" deleted successfully')).toBeVisible();
  await expect.element(row()).not.toBeInTheDocument();
  await expect.element(page.getByRole('tab', { name: 'Users (1)' })).toBeVisible();
  expect(answers.calls(deleteUser).at(-1)?.body).toEqual({ uid: kay.uid });
});
