import { checkAccessibility } from './check-accessibility.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

test('a visitor reaches a guarded page by keyboard, and stays there after the sign-in', async ({ page }) => {
  await page.goto('/organizations');
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign In' });
  await expect(signIn).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await signIn.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(signIn).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue with Google' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await checkAccessibility(page, 'local sign-in');
  await page.keyboard.type('resume@example.test');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/organizations');
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
});

test('a page whose script does not load shows an error, and the rest of the site works', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED|dynamically imported/);
  await page.goto('/');
  // Before that, a link leads to a server-rendered page whose script fails to load during hydration.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'page');
  await page.route('**/assets/faq-page*', (route) => route.abort());
  // By keyboard, because loading content still moves the link away from the pointer.
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await expect(page).toHaveTitle('This page could not be loaded · Flux');
  await checkAccessibility(page, 'a broken page');
  await page.getByRole('contentinfo').getByRole('link', { name: 'EULA' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'End User License Agreement' })).toBeVisible();
  await page.goBack();
  await page.unroute('**/assets/faq-page*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible();
});

test('a dialog whose script failed to load is requested again when it is reopened', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED|dynamically imported/);
  await signIn(page, 'overlays@example.test', 'Over');
  await page.route(/assets\/(menu-list|dialog-window)/, (route) => route.abort());
  await page.goto('/faq');
  const told = page.getByText('It could not be opened. Check your connection and try again.');
  const menu = page.getByRole('button', { name: 'Account menu of Over' });
  await menu.press('Enter');
  await expect(told).toHaveCount(1);
  await expect(menu).toBeFocused();
  const support = page.getByRole('main').getByRole('button', { name: 'Contact Us' });
  await support.press('Enter');
  await expect(told).toHaveCount(2);
  await expect(support).toBeFocused();
  await page.unroute(/assets\/(menu-list|dialog-window)/);
  await support.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Contact Support' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(support).toBeFocused();
  await menu.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
});
