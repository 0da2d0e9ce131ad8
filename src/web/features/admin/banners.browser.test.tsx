import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeUser, listAdminApplications } from '#shared/admin/admin.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import { takeApplicationOffline } from '#shared/contact/reports.ts';
import { openAdmin } from '../../testing/answer-admin.ts';
import { slowClock } from '../../testing/clock.ts';
import { someApplication, someUser } from '../../testing/samples/admin.ts';
import { expect, test } from '../../testing/test.ts';

const alert = () => page.getByRole('alert');

async function deleteComet(): Promise<void> {
  await page.getByRole('button', { name: 'Delete Comet Chaser' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete application' }).click();
}

test('an error stays until the next message, and a success disappears by itself', async ({ answers }) => {
  slowClock();
  await openAdmin('/admin', answers);
  const why = 'There must be another administrator first.';
  answers.refuse(changeUser, 'last_admin', { error: why });
  const role = page.getByLabelText('Role of Person 4');
  await role.selectOptions('user');
  await expect.element(alert()).toMatchTextContent(why);
  await expect.element(role).toHaveValue('admin');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(alert()).toMatchTextContent(why);

  answers.answer(changeUser, { success: true, user: someUser({ number: 4 }) });
  await role.selectOptions('user');
  const said = page.getByText('User role updated to user successfully');
  await expect.element(said).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_500);
  await expect.element(said).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(said).not.toBeInTheDocument();
});

test('the failed deletion of an application is shown for five seconds', async ({ answers }) => {
  slowClock();
  await openAdmin('/admin?tab=applications', answers);
  answers.refuse(deleteApplication, 'forbidden', { error: 'Not in this weather.' });
  await page.getByRole('button', { name: 'Delete Comet Chaser' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete application "Comet Chaser"?',
  });
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect.element(alert()).toMatchTextContent('Failed to delete application: Not in this weather.');
  await vi.advanceTimersByTimeAsync(4_500);
  await expect.element(alert()).toMatchTextContent('Failed to delete application');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(alert()).toHaveTextContent('');
});

test('a deleted row disappears at once, and the list is refetched now and a second later', async ({
  answers,
}) => {
  slowClock();
  const lists = await openAdmin('/admin?tab=applications', answers);
  await expect.element(page.getByRole('row', { name: 'Comet Chaser' })).toBeVisible();
  answers.answer(deleteApplication, { success: true });
  lists.applications = [someApplication({ number: 3, name: 'Successor' })];
  const asked = () => answers.calls(listAdminApplications).length;
  const before = asked();
  await deleteComet();
  await expect.element(page.getByText('Application "Comet Chaser" deleted successfully')).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Comet Chaser' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: 'Successor' })).toBeVisible();
  const first = asked();
  expect(first).toBeGreaterThan(before);
  await vi.advanceTimersByTimeAsync(1_100);
  await expect.poll(asked).toBeGreaterThan(first);
});

test('a reason is required, kept after a refusal, and not lost by an accidental key', async ({ answers }) => {
  await openAdmin('/admin?tab=applications', answers);
  answers.refuse(takeApplicationOffline, 'conflict', { error: 'It is offline already.' });
  await page.getByRole('button', { name: 'Take offline: Comet Chaser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take Comet Chaser offline?' });
  const reason = dialog.getByLabelText('Reason');
  await expect.element(reason).toHaveFocus();
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible();
  await reason.fill('It mines coins.');
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect.element(dialog.getByText('It is offline already.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(reason).toHaveValue('It mines coins.');
});
