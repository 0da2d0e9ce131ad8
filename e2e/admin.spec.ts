import type { Page } from '@playwright/test';
import { ageSessions } from './account.ts';
import { personIn } from './organizations.ts';
import { expect, test } from './server.ts';
import { continueAs, signIn } from './steps.ts';

test.use({ instance: 'administration' });

const admin = ['admin@flux.localhost', 'Mara'] as const;

/** Confirms in the window that opens, while the page stays as it is. */
async function confirmInWindow(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(await popup, ...admin);
  await expect(dialog).toBeHidden();
}

// Other actions on accounts: src/web/features/admin/users/users-tab.browser.test.tsx
test('an account is disabled after a fresh sign-in in place, and deleted', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of (401|403|404)/);
  await signIn(page, ...admin);
  const grace = await personIn(browser, flux, 'grace@example.test', 'Grace');
  await page.goto('/admin');
  const row = page.getByRole('row', { name: 'Grace', exact: true });
  await expect(row).toContainText('grace@example.test');
  await expect(row).toContainText('Google');

  // The dialog stays open during the sign-in, with its reason.
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Disable Grace' }).click();
  const disable = page.getByRole('dialog', { name: 'Disable Grace?' });
  await disable.getByLabel('Reason').fill('Sent spam.');
  await disable.getByRole('button', { name: 'Disable user' }).click();
  await confirmInWindow(page);
  await expect(page.getByText('User "Grace" disabled successfully')).toBeVisible();
  await expect(row.getByText('Disabled')).toHaveAttribute('title', 'Sent spam.');
  await grace.goto('/');
  await grace.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await grace.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(grace, 'grace@example.test', 'Grace');
  await expect(
    grace.getByText('This account has been disabled. Please contact support.').first(),
  ).toBeVisible();
  await grace.context().close();

  await page.getByRole('button', { name: 'Delete Grace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('User "Grace" deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/admin/audit-log');
  const written = page.getByRole('table');
  for (const words of ['Deleted a user', 'Disabled a user']) await expect(written).toContainText(words);
});
