import { expect, test } from './server.ts';

test('an open window is not treated as closed, however long the sign-in takes', async ({ page, flux }) => {
  await page.goto(flux.url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opening;
  await expect(popup.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  // Longer than the page needs to notice a closed window.
  await page.waitForTimeout(2_000);
  const dialog = page.getByRole('dialog', { name: 'Welcome to Flux' });
  await expect(dialog.getByText('Sign-in was cancelled')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Continue with Microsoft' })).toBeDisabled();
  await popup.getByLabel('Email').fill('patient@example.test');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Account menu of patient' })).toBeVisible();
});
