import type { Locator, Page } from '@playwright/test';
import { ageSessions } from './account.ts';
import { rowOf } from './organizations.ts';
import { expect, test } from './server.ts';
import { continueAs, signIn } from './steps.ts';

test.use({ residents: 'storage' });

const form = (page: Page): Locator => page.getByRole('form', { name: 'Storage Configuration' });

test('what needs a fresh sign-in asks for one over the form, which keeps what was typed', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  await signIn(page, 'admin@flux.localhost', 'Root');
  await page.goto('/storage');
  await expect(page.getByRole('heading', { name: 'Storage Configurations (1)' })).toBeVisible();
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Add Configuration' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Storage Configuration' });
  await dialog.getByLabel('Name', { exact: true }).fill('Second disk');
  await dialog.getByLabel('Description').fill('For old games.');
  await form(page).getByRole('button', { name: 'Add Configuration' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please sign in again to do this.');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Second disk');
  await form(page).getByRole('button', { name: 'Add Configuration' }).click();
  const popup = page.waitForEvent('popup');
  await confirm.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(await popup, 'admin@flux.localhost', 'Root');
  await expect(page.getByText('Storage configuration added successfully!')).toBeVisible();
  await expect(rowOf(page, 'Second disk')).toContainText(/Untested.*For old games\./);

  await page.getByRole('button', { name: 'Test connection of Second disk' }).click();
  await expect(rowOf(page, 'Second disk')).toContainText('The connection works.');
  await page.getByRole('button', { name: 'Delete Second disk' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete storage configuration "Second disk"?',
  });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete configuration' }).click();
  await expect(page.getByText('Storage configuration "Second disk" deleted successfully')).toBeVisible();
  await expect(rowOf(page, 'Second disk')).toHaveCount(0);
});
