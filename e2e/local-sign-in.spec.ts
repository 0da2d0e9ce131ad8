import { expect, test } from './server.ts';

test('a window that is open is not taken for a closed one, however long somebody takes in it', async ({
  page,
  flux,
}) => {
  await page.goto(flux.url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opening;
  await expect(popup.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  // Longer than the page behind takes to notice that a window was closed.
  await page.waitForTimeout(2_000);
  const dialog = page.getByRole('dialog', { name: 'Welcome to Flux' });
  await expect(dialog.getByText('Sign-in was cancelled')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Continue with Microsoft' })).toBeDisabled();
  await popup.getByLabel('Email').fill('patient@example.test');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Account menu of patient' })).toBeVisible();
});
