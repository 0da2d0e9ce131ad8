import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

test('a visitor reaches a guarded page by keyboard alone, and is there after the sign-in', async ({
  page,
}) => {
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
  await examine(page, 'local sign-in');
  await page.keyboard.type('resume@example.test');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/organizations');
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
});

test('a page whose script does not come says so, and the rest of the site goes on', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED|dynamically imported/);
  await page.goto('/');
  // Until then a link leads to a page that the server draws, and whose script is missed while it is taken over.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'page');
  await page.route('**/assets/faq-page*', (route) => route.abort());
  // By keyboard: what the page fetches still moves its end, and so the link from under a pointer.
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await expect(page).toHaveTitle('This page could not be loaded · Flux');
  await examine(page, 'a broken page');
  await page.getByRole('contentinfo').getByRole('link', { name: 'EULA' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'End User License Agreement' })).toBeVisible();
  await page.goBack();
  await page.unroute('**/assets/faq-page*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible();
});

test('what opens over the page is asked for again when it is opened again, by whoever was told that it did not come', async ({
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
