import { examine } from './examine.ts';
import { expect, test } from './server.ts';

test('a visitor signs in, and reaches a game, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue with Google' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await examine(page, 'local sign-in');
  await page.keyboard.type('keys@example.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
});
