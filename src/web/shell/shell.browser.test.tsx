import { describe } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { adminSubscription } from '#shared/billing/billing.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { root } from '../testing/answer-admin.ts';
import type { Answers } from '../testing/answers.ts';
import { checkAccessibility } from '../testing/examine.ts';
import { press } from '../testing/keys.ts';
import { openPage } from '../testing/open-page.tsx';
import { sessionOf, someone } from '../testing/samples/accounts.ts';
import { somePaymentSettings, someSubscription } from '../testing/samples/billing.ts';
import { test as base, expect, laptop, phone } from '../testing/test.ts';

const test = base.extend('paying', { auto: true }, ({ answers }: { answers: Answers }) => {
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
});

/** The items of the main navigation, in the bar of this size. */
async function expectDestinations(size: { width: number; height: number }, names: string[]): Promise<void> {
  await page.viewport(size.width, size.height);
  const bar = page.getByRole('navigation', { name: 'Main' });
  const offered = () =>
    bar
      .getByRole('link')
      .or(bar.getByRole('button'))
      .elements()
      .map((element) => (element as HTMLElement).innerText);
  await expect.poll(offered).toEqual(names);
}

async function openMenu(): Promise<string[]> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  return page
    .getByRole('menuitem')
    .elements()
    .map((element) => (element as HTMLElement).innerText);
}

const atHome = page.getByRole('heading', { name: 'Welcome to Flux' });

test('the navigation shows visitors, users and administrators their destinations', async ({ answers }) => {
  const support = page.getByRole('button', { name: 'Support' });
  await openPage('/', { answers, user: null });
  await expectDestinations(laptop, ['Home']);
  expect(support.elements()).toHaveLength(1);
  await expectDestinations(phone, ['Home', 'Support']);
  expect(support.elements()).toHaveLength(1);
  await openPage('/', { answers });
  await expect.element(atHome).toBeVisible();
  await expectDestinations(laptop, ['Home', 'Upload', 'Organizations']);
  await expectDestinations(phone, ['Home', 'Upload', 'Orgs', 'Support']);
  await expectDestinations({ width: 767, height: 800 }, ['Home', 'Upload', 'Orgs', 'Support']);
  await expectDestinations({ width: 768, height: 800 }, ['Home', 'Upload', 'Organizations']);
  await openPage('/', { answers, user: root });
  await expect.element(atHome).toBeVisible();
  await expectDestinations(laptop, ['Home', 'Upload', 'Organizations', 'Admin']);
  await expectDestinations(phone, ['Home', 'Upload', 'Orgs', 'Support', 'Admin']);
});

test('paying users have Manage Subscription in their menu, and administrators have not', async ({
  answers,
}) => {
  const menu = page.getByRole('menu');
  // Also users who still pay for an earlier plan.
  await openPage('/', { answers, user: root, subscriptions: [adminSubscription, someSubscription()] });
  expect(await openMenu()).not.toContain('Manage Subscription');
  for (const text of ['Elevated', 'Admin'])
    await expect.element(menu.getByText(text, { exact: true })).toBeVisible();
  await openPage('/', { answers });
  expect(await openMenu()).toContain('Manage Subscription');
  await expect.element(menu.getByText('Pro', { exact: true })).toBeVisible();
});

test('the footer links to help and to the terms', async ({ answers }) => {
  await openPage('/', { answers, user: null });
  const footer = page.getByRole('contentinfo');
  const contact = footer.getByRole('link', { name: 'Contact' });
  await expect.element(contact).toHaveAttribute('href', expect.stringMatching(/^mailto:support@/));
  for (const [name, heading] of [
    ['FAQ', 'Frequently asked questions'],
    ['EULA', 'End User License Agreement'],
    ['Terms', 'Terms of Service'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});

/** The focused element as a screen reader reads it. */
function focused(): string | undefined {
  const read = document.activeElement?.cloneNode(true) as Element;
  for (const hidden of read.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return read.getAttribute('aria-label') ?? read.textContent?.trim();
}

test('the whole bar and its menu work by keyboard; the menu shows the account and logs out', async ({
  answers,
}) => {
  const user = { username: 'Keys', email: 'bar-keys@example.test' };
  await openPage('/', { answers, user, subscriptions: [someSubscription({ tier: 'indie', priceId: null })] });
  const account = page.getByRole('button', { name: 'Account menu of Keys' });
  await expect.element(account).toBeVisible();
  const stops: (string | undefined)[] = [];
  for (let stop = 0; stop < 9; stop++) {
    await userEvent.keyboard('{Tab}');
    stops.push(focused());
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
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'My Applications' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Escape}');
  const menu = page.getByRole('menu');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(account).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await press(page.getByRole('menuitem', { name: 'Subscriptions' }), '{Enter}');
  await expect.poll(() => location.pathname).toBe('/subscriptions');
  await expect.element(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible();

  expect(await openMenu()).toEqual([
    'My Applications',
    'Profile',
    'Subscriptions',
    'Keyboard Shortcuts',
    'Logout',
  ]);
  for (const text of ['Keys', 'bar-keys@example.test', 'Indie'])
    await expect.element(menu.getByText(text, { exact: true })).toBeVisible();
  expect(menu.getByText('Admin').elements()).toEqual([]);
  await checkAccessibility('user menu');
  answers.answer(signOut, () => {
    answers.answer(getSession, sessionOf(null));
    return { success: true as const };
  });
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
});

const home = 'Play Unity web builds in any browser · Flux';
const titles = {
  '/': home,
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

test('each page has a title', async ({ answers }) => {
  for (const [path, title] of Object.entries(titles)) {
    await openPage(path, { answers, user: null });
    await expect.poll(() => document.title, { message: path }).toBe(title);
  }
});

test('a new page gets the focus and begins at its top; Back restores the position', async ({ answers }) => {
  await openPage('/subscriptions', { answers, user: null });
  await expect.element(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible();
  const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
  page.getByRole('contentinfo').element().scrollIntoView();
  await scrolled;
  const where = window.scrollY;
  expect(where).toBeGreaterThan(300);
  // A real click may scroll a visible target, which would change the stored position.
  (page.getByRole('banner').getByRole('link', { name: 'Home' }).element() as HTMLElement).click();
  await expect.poll(() => document.title).toBe(home);
  await expect.element(page.getByRole('heading', { name: /^Available Applications/ })).toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(window.scrollY).toBe(0);
  history.back();
  await expect.poll(() => document.title).toBe('Subscriptions · Flux');
  await expect.poll(() => window.scrollY).toBe(where);
  history.forward();
  await expect.poll(() => document.title).toBe(home);
  await expect.poll(() => window.scrollY).toBe(0);
});

describe('a page that fails to render', () => {
  test.override('expectedErrors', () => [/TypeError/]);

  test('an error around the pages does not leave the screen empty', async ({ answers }) => {
    // An impossible response: an account without a name cannot be rendered.
    const session = sessionOf(someone());
    answers.answer(getSession, Response.json({ ...session, user: { ...session.user, username: null } }));
    await openPage('/', { answers });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    // It reloads the site.
    await expect.element(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    answers.answer(getSession, session);
    await openPage('/', { answers });
    await expect.element(page.getByRole('button', { name: 'Account menu of Mara' })).toBeVisible();
  });
});
