import { page } from 'vitest/browser';
import { openAdmin } from '#web/testing/answer-admin.ts';
import { someMail } from '#web/testing/samples/admin.ts';
import { expect, test } from '#web/testing/test.ts';

test('a stored mail is readable, and its links open in a new tab', async ({ answers }) => {
  const address = `${location.origin}/organizations?invitation=${'a'.repeat(26)}`;
  const text = `Ruth invites you to Letters.\n\n${address}\n\nThe link is good for 14 days.`;
  const mails = [someMail({ number: 2, to: 'newcomer@example.test', text })];
  await openAdmin('/admin/mails', answers, { mails });
  const row = page.getByRole('row').filter({ hasText: 'newcomer@example.test' });
  await expect.element(row.getByText('Not sent')).toBeVisible();
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'You are invited to Moonworks' });
  await expect.element(dialog).toMatchTextContent('To newcomer@example.test');
  const link = dialog.getByRole('link', { name: address });
  await expect.element(link).toHaveAttribute('href', address);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noreferrer');
});
