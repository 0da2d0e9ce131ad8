import type { Page } from '@playwright/test';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { forgetSession } from './session.ts';
import { answerSubscriptions, continueAs, openHome, signIn, subscription } from './steps.ts';

const admin = ['admin@flux.localhost', 'Root'] as const;
const phone = { width: 390, height: 844 };

const guarded = [
  ['/upload', 'Authentication Required', 'You must be logged in to upload applications.'],
  ['/profile', 'Please sign in to view your profile', null],
  ['/organizations', 'Please sign in to view organizations', null],
  ['/admin', 'Please sign in to access admin dashboard', null],
  ['/storage', 'Admin access required', 'Only administrators can configure storage settings.'],
  ['/update/aaaaaaaaaaaaaaaaaaaaaaaaaa', 'Please log in to update applications.', null],
] as const;

test('pages for people ask visitors to sign in, or lead them home', async ({ page }) => {
  for (const [path, title, text] of guarded) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (text) await expect(page.getByText(text)).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('whoever signs in at a guard goes on where they were', async ({ page }) => {
  await page.goto('/organizations');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'resume@example.test', 'Resume');
  await expect(page).toHaveURL('/organizations');
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
});

test('the pages of administrators are closed to others, and open to them', async ({ page }) => {
  await signIn(page, 'user@example.test', 'User');
  for (const path of ['/admin', '/storage']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Admin access required' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeHidden();
  }
  await expect(page.getByText('Only administrators can configure storage settings.')).toBeVisible();
  await examine(page, 'storage, for others');
  await page.context().clearCookies();
  await signIn(page, ...admin);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await page.goto('/storage');
  await expect(page.getByRole('heading', { level: 1, name: 'Storage Configuration' })).toBeVisible();
});

test('a guard refuses nobody before it is known who is there', async ({ page }) => {
  await signIn(page, 'slow@example.test', 'Slow');
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Please sign in')) document.title = 'flashed';
    }).observe(document, { subtree: true, childList: true });
  });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/session', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/organizations');
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeHidden();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  await expect(page).toHaveTitle('Organizations · Flux');
});

test('where it cannot be known who is there, the page says so and tries again', async ({
  page,
  allowError,
}) => {
  allowError(/500/);
  await page.route('**/api/session', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/organizations');
  await expect(page.getByRole('heading', { name: 'Failed to load user data' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeHidden();
  await examine(page, 'failed to load user data');
  await page.unroute('**/api/session');
  await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Please sign in to view organizations')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
});

/** What the main navigation offers, in the bar that this size shows. */
function destinations(page: Page): Promise<string[]> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  return bar.getByRole('link').or(bar.getByRole('button')).allInnerTexts();
}

async function openMenu(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  return page.getByRole('menuitem').allInnerTexts();
}

test('the bars and the menu lead visitors, people and administrators where they may go', async ({ page }) => {
  const support = page.getByRole('button', { name: 'Support' }).filter({ visible: true });
  await page.goto('/');
  await expect(support).toHaveCount(1);
  expect(await destinations(page)).toEqual(['Home']);
  await page.setViewportSize(phone);
  await expect(support).toHaveCount(1);
  expect(await destinations(page)).toEqual(['Home', 'Support']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'bars@example.test', 'Bars');
  await openHome(page);
  expect(await destinations(page)).toEqual(['Home', 'Upload', 'Organizations']);
  await page.setViewportSize(phone);
  expect(await destinations(page)).toEqual(['Home', 'Upload', 'Orgs', 'Support']);
  await page.setViewportSize({ width: 767, height: 800 });
  expect(await destinations(page)).toEqual(['Home', 'Upload', 'Orgs', 'Support']);
  await page.setViewportSize({ width: 768, height: 800 });
  expect(await destinations(page)).toEqual(['Home', 'Upload', 'Organizations']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await forgetSession(page);
  await signIn(page, ...admin);
  await openHome(page);
  expect(await destinations(page)).toEqual(['Home', 'Upload', 'Organizations', 'Admin']);
  await page.setViewportSize(phone);
  expect(await destinations(page)).toEqual(['Home', 'Upload', 'Orgs', 'Support', 'Admin']);

  // Who pays has something to manage, and administrators have not.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await openMenu(page)).not.toContain('Manage Subscription');
  for (const text of ['Elevated', 'Admin'])
    await expect(page.getByRole('menu').getByText(text, { exact: true })).toBeVisible();
  await answerSubscriptions(page, [subscription({ tier: 'pro' })]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
  expect(await openMenu(page)).toContain('Manage Subscription');
  await expect(page.getByRole('menu').getByText('Pro', { exact: true })).toBeVisible();
});

test('the footer leads to help and to the rules', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', /^mailto:support@/);
  for (const [name, heading] of [
    ['FAQ', 'Frequently asked questions'],
    ['EULA', 'End User License Agreement'],
    ['Terms', 'Terms of Service'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});

test('the whole bar and its menu work by keyboard; the menu tells who one is and logs out', async ({
  page,
}) => {
  await signIn(page, 'bar-keys@example.test', 'Keys', { plan: 'indie' });
  await openHome(page);
  await expect(page.getByRole('button', { name: 'Account menu of Keys' })).toBeVisible();
  const focused = () =>
    page.evaluate(() => {
      const read = document.activeElement?.cloneNode(true) as Element;
      for (const hidden of read.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      return read.getAttribute('aria-label') ?? read.textContent?.trim();
    });
  const stops: (string | undefined)[] = [];
  for (let stop = 0; stop < 9; stop++) {
    await page.keyboard.press('Tab');
    stops.push(await focused());
  }
  expect(stops).toEqual([
    'Skip to content',
    'Flux',
    'Home',
    'Upload',
    'Organizations',
    'Search and commands',
    'Support',
    'Switch to light theme',
    'Account menu of Keys',
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My Applications' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu of Keys' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Subscriptions' }).press('Enter');
  await expect(page).toHaveURL('/subscriptions');
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible();

  expect(await openMenu(page)).toEqual([
    'My Applications',
    'Profile',
    'Subscriptions',
    'Keyboard Shortcuts',
    'Logout',
  ]);
  const menu = page.getByRole('menu');
  for (const text of ['Keys', 'bar-keys@example.test', 'Indie'])
    await expect(menu.getByText(text, { exact: true })).toBeVisible();
  await expect(menu.getByText('Admin')).toBeHidden();
  await examine(page, 'user menu');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('each page has a title, takes the focus and begins at its top; going back leads to where one was', async ({
  page,
  allowError,
}) => {
  allowError(/404/);
  const titles = {
    '/': 'Play Unity web builds in any browser · Flux',
    '/?filter=my-apps': 'My Applications · Flux',
    '/subscriptions': 'Subscriptions · Flux',
    '/upload': 'Upload · Flux',
    '/profile': 'Profile · Flux',
    '/organizations': 'Organizations · Flux',
    '/admin': 'Admin Dashboard · Flux',
    '/storage': 'Storage Configuration · Flux',
    '/faq': 'FAQ · Flux',
    '/eula': 'EULA · Flux',
    '/terms': 'Terms · Flux',
    '/no/such/page': 'Page not found · Flux',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
  await page.goto('/subscriptions');
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const where = await page.evaluate(() => window.scrollY);
  expect(where).toBeGreaterThan(300);
  // A click by Playwright may scroll the page to what it clicks, though that is in sight: where one was would be there.
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).dispatchEvent('click');
  await expect(page).toHaveTitle('Play Unity web builds in any browser · Flux');
  await expect(page.getByRole('heading', { name: 'Available Applications' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle('Subscriptions · Flux');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(where);
  await page.goForward();
  await expect(page).toHaveTitle('Play Unity web builds in any browser · Flux');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a page whose script does not come says so, and the rest of the site goes on', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED|dynamically imported/);
  await page.goto('/');
  // Until then a link leads to a page that the server draws, and whose script is missed while it is taken over.
  await page.waitForFunction(() => document.documentElement.dataset.arrived === 'page');
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

test('an account menu whose script does not come says so in its place, and comes when it is asked for again', async ({
  page,
  allowError,
}) => {
  await signIn(page, 'menuless@example.test', 'Menuless');
  allowError(/ERR_FAILED/);
  await page.route('**/assets/user-menu*', (route) => route.abort());
  await page.goto('/');
  const again = page
    .getByRole('banner')
    .getByRole('button', { name: 'The account menu could not be loaded. Try Again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
  await examine(page, 'a bar without its menu');
  await page.setViewportSize({ width: 320, height: 800 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await again.press('Enter');
  await expect(again).toBeFocused();
  await page.unroute('**/assets/user-menu*');
  await again.press('Enter');
  await expect(page.getByRole('button', { name: 'Account menu of Menuless' })).toBeFocused();
});

test('what breaks around the pages does not leave the screen empty', async ({ page, allowError }) => {
  await signIn(page, 'broken@example.test', 'Broken');
  allowError(/TypeError/);
  // An answer that no Flux gives: somebody without a name cannot be drawn.
  const session = await page.evaluate(async () => (await fetch('/api/session')).json());
  const json = { ...session, user: { ...session.user, username: null } };
  await page.route('**/api/session', (route) => route.fulfill({ json }));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/api/session');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('button', { name: 'Account menu of Broken' })).toBeVisible();
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
