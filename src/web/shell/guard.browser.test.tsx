import { onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession } from '#shared/accounts/accounts.ts';
import { listStorageConfigs } from '#shared/storage/storage.ts';
import { openAdmin, root } from '../testing/answer-admin.ts';
import { checkAccessibility } from '../testing/examine.ts';
import { openPage } from '../testing/open-page.tsx';
import { sessionOf, someone } from '../testing/samples/accounts.ts';
import { someStorageConfig } from '../testing/samples/storage.ts';
import { expect, test } from '../testing/test.ts';

const guarded = [
  ['/upload', 'Authentication Required', 'You must be logged in to upload applications.'],
  ['/profile', 'Please sign in to view your profile', null],
  ['/organizations', 'Please sign in to view organizations', null],
  ['/admin', 'Please sign in to access admin dashboard', null],
  ['/storage', 'Admin access required', 'Only administrators can configure storage settings.'],
  ['/update/aaaaaaaaaaaaaaaaaaaaaaaaaa', 'Please log in to update applications.', null],
  ['/dashboard', 'Sign in to see your applications', null],
] as const;

for (const [path, title, text] of guarded)
  test(`${path} asks visitors to sign in, or redirects them home`, async ({ answers }) => {
    await openPage(path, { answers, user: null });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (text) await expect.element(page.getByText(text)).toBeVisible();
    if (path === '/profile' || path === '/upload') await checkAccessibility(`${path}, signed out`);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect.poll(() => location.pathname + location.search).toBe('/');
  });

const refused = page.getByRole('heading', { level: 1, name: 'Admin access required' });
const signInHere = page.getByRole('main').getByRole('button', { name: 'Sign In' });

for (const path of ['/admin', '/storage'])
  test(`${path} is closed to users who are not administrators`, async ({ answers }) => {
    await openPage(path, { answers });
    await expect.element(refused).toBeVisible();
    expect(signInHere.elements()).toEqual([]);
    if (path !== '/storage') return;
    await expect.element(page.getByText('Only administrators can configure storage settings.')).toBeVisible();
    await checkAccessibility('storage, for others');
  });

test('the administration pages are open to administrators', async ({ answers }) => {
  await openAdmin('/admin', answers);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  answers.answer(listStorageConfigs, [someStorageConfig({ isActive: true })]);
  await openPage('/storage', { answers, user: root });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Storage Configuration' })).toBeVisible();
});

for (const [path, target] of [
  ['/organizations', '/organizations'],
  ['/dashboard', '/?filter=my-apps'],
] as const)
  test(`a sign-in at ${path} leads to ${target}`, async ({ answers }) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => open.mockRestore());
    const session = { providers: [{ name: 'github', label: 'GitHub' } as const] };
    await openPage(path, { answers, user: null, session });
    await signInHere.click();
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    const address = new URL(String(open.mock.calls[0]?.[0]), location.href);
    expect(address.searchParams.get('return')).toBe(target);
  });

const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign In' });

test('a guard refuses nobody before the session is known', async ({ answers }) => {
  const flashed: string[] = [];
  const observer = new MutationObserver(() => {
    if (document.body.innerText.includes('Please sign in')) flashed.push(document.body.innerText);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  const answer = answers.hold(getSession, sessionOf(someone()));
  await openPage('/organizations', { answers });
  // The page's own loading state: its script has loaded, and the guard decides.
  await expect.element(page.getByText('Loading organizations…')).toBeInTheDocument();
  expect(document.querySelector('main [aria-busy=true]')).not.toBeNull();
  expect(signIn.elements()).toEqual([]);
  answer();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  await expect.poll(() => document.title).toBe('Organizations · Flux');
  observer.disconnect();
  expect(flashed).toEqual([]);
});

test('a session that cannot be fetched is reported and fetched again', async ({ answers }) => {
  answers.refuse(getSession, 'internal');
  await openPage('/organizations', { answers });
  await expect.element(page.getByRole('heading', { name: 'Failed to load user data' })).toBeVisible();
  expect(signIn.elements()).toEqual([]);
  await checkAccessibility('failed to load user data');
  answers.answer(getSession, sessionOf(null));
  await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
  await expect.element(page.getByText('Please sign in to view organizations')).toBeVisible();
  await expect.element(signIn).toBeVisible();
});

test('an address without a page is reported accessibly', async ({ answers }) => {
  await openPage('/no/such/page', { answers, user: null });
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await checkAccessibility('not found');
});
