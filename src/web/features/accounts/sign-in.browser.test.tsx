import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import { signInChannel } from '#shared/accounts/sign-in.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createOrganization } from '#shared/orgs/orgs.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import type { Answers } from '../../testing/answers.ts';
import { passSeconds, slowClock } from '../../testing/clock.ts';
import { examine } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { fakeWindows, reportSignIn as report } from '../../testing/other-tabs.ts';
import { sessionOf, someone } from '../../testing/samples/accounts.ts';
import { someSubscription } from '../../testing/samples/billing.ts';
import { expect, test } from '../../testing/test.ts';

const providers: Session['providers'] = [
  { name: 'google', label: 'Google' },
  { name: 'github', label: 'GitHub' },
  { name: 'microsoft', label: 'Microsoft' },
  { name: 'oidc', label: 'Acme' },
];

const modal = page.getByRole('dialog', { name: 'Welcome to Flux' });
const alert = modal.getByRole('alert');
const button = (label: string) => modal.getByRole('button', { name: `Continue with ${label}` });
// Behind the modal it is hidden from the accessibility tree.
const account = page.getByRole('button', { name: 'Account menu of Mara', includeHidden: true });
const inBar = page.getByRole('banner').getByRole('button', { name: 'Sign In' });

async function openModal(answers: Answers): Promise<void> {
  await openPage('/eula', { answers, user: null, session: { providers } });
  await inBar.click();
  await expect.element(button('GitHub')).toBeEnabled();
}

/** Waits until the report has reached every channel, and the page is drawn after it. */
async function heard(send: () => void): Promise<void> {
  const channel = new BroadcastChannel(signInChannel);
  const arrived = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
  send();
  await arrived;
  channel.close();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

const signedIn = { provider: 'github', purpose: 'sign-in', ok: true } as const;

test('the modal says what it should, to the letter, and nothing else', async ({ answers }) => {
  await openModal(answers);
  await expect.element(button('Google')).toHaveFocus();
  await expect.element(modal.getByRole('heading')).toHaveTextContent('Welcome to Flux');
  await expect
    .element(modal.getByText('Sign in or create an account with your preferred provider'))
    .toBeVisible();
  const names = modal.getByRole('button', { name: 'Continue with', exact: false }).elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Continue with Google',
    'Continue with GitHub',
    'Continue with Microsoft',
    'Continue with Acme',
  ]);
  await expect
    .element(modal.getByText('By continuing, you agree to our Terms of Service and Privacy Policy'))
    .toBeVisible();
  for (const [link, address] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/terms#privacy'],
  ] as const)
    await expect.element(modal.getByRole('link', { name: link })).toHaveAttribute('href', address);
  expect(alert.elements()).toEqual([]);
  await modal.getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(modal).not.toBeInTheDocument();
});

test('a window that the browser blocks is reported, and the modal is accessible with it', async ({
  answers,
}) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  await openModal(answers);
  await button('GitHub').click();
  await expect.element(alert).toHaveTextContent('Popup was blocked by browser');
  await expect.element(button('GitHub')).toBeEnabled();
  // A window without a name: a game could have opened one of a known name before.
  expect(open.mock.calls[0]?.slice(0, 2)).toEqual([
    '/auth/github/start?purpose=sign-in&return=%2Feula&mode=popup',
    '_blank',
  ]);
  await examine('sign-in with four providers and an error');
});

test('a window is waited for while it is open, and one that was closed is reported', async ({ answers }) => {
  const windows = fakeWindows();
  await openModal(answers);
  slowClock();
  await button('GitHub').click();
  for (const { label } of providers) await expect.element(button(label)).toBeDisabled();
  await passSeconds(60);
  expect(alert.elements()).toEqual([]);
  await expect.element(button('GitHub')).toBeDisabled();
  for (const popup of windows) popup.closed = true;
  await passSeconds(2);
  await expect.element(alert).toHaveTextContent('Sign-in was cancelled');
  await button('GitHub').click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(button('GitHub')).toBeDisabled();
});

test('the modal shows no failure of another tab, and its own refusals', async ({ answers }) => {
  fakeWindows();
  await openModal(answers);
  const cancelled = { purpose: 'sign-in', ok: false, code: 'auth/popup-closed-by-user' } as const;
  await button('Microsoft').click();
  await expect.element(button('Microsoft')).toBeDisabled();
  await heard(() => report({ provider: 'github', ...cancelled }));
  expect(alert.elements()).toEqual([]);
  await expect.element(button('Microsoft')).toBeDisabled();
  report({ provider: 'microsoft', purpose: 'sign-in', ok: false, code: 'auth/invalid-credential' });
  await expect.element(alert).toHaveTextContent('Microsoft sign-in failed');
  for (const { label } of providers) await expect.element(button(label)).toBeEnabled();
});

for (const [when, close] of [
  ['is open', false],
  ['was closed', true],
] as const)
  test(`a sign-in in some window reaches a page whose modal ${when}`, async ({ answers }) => {
    await openModal(answers);
    if (close) await modal.getByRole('button', { name: 'Close dialog' }).click();
    answers.answer(getSession, sessionOf(someone(), { providers }));
    report(signedIn);
    await expect.element(account).toBeInTheDocument();
  });

test('no provider can be chosen again between the end of a sign-in and that of the modal', async ({
  answers,
}) => {
  fakeWindows();
  await openModal(answers);
  await button('GitHub').click();
  const asked = answers.calls(getSession).length;
  const answer = answers.hold(getSession, sessionOf(someone(), { providers }));
  report(signedIn);
  await expect.poll(() => answers.calls(getSession).length).toBeGreaterThan(asked);
  for (const { label } of providers) await expect.element(button(label)).toBeDisabled();
  expect(alert.elements()).toEqual([]);
  answer();
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(account).toBeVisible();
});

test('the modal closes once the session is known, however long the rest of the page takes', async ({
  answers,
}) => {
  fakeWindows();
  await openModal(answers);
  await button('GitHub').click();
  answers.answer(getSession, sessionOf(someone(), { providers }));
  const answer = answers.hold(listSubscriptions, [someSubscription()]);
  report(signedIn);
  await expect.poll(() => answers.calls(listSubscriptions).length).toBeGreaterThan(0);
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(account).toBeVisible();
  answer();
});

test('a modal without the providers explains that, asks again, and closes for somebody who was signed in', async ({
  answers,
}) => {
  const openWithout = async () => {
    answers.refuse(getSession, 'internal');
    await openPage('/?filter=my-apps', { answers });
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect.element(alert).toMatchTextContent('Failed to load user data');
  };
  await openWithout();
  await expect.element(button('Google')).toBeDisabled();
  await examine('sign-in without the providers');
  answers.answer(getSession, sessionOf(null));
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(button('Google')).toBeEnabled();
  expect(alert.elements()).toEqual([]);

  await openWithout();
  answers.answer(getSession, sessionOf(someone()));
  await modal.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(account).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
});

test('a session that ended under an open form is reported over it, accessibly', async ({ answers }) => {
  answerOrganizations(answers);
  answers.refuse(createOrganization, 'unauthenticated');
  await openPage('/organizations', { answers });
  await page.getByRole('main').getByRole('button', { name: 'Create Organization' }).click();
  const form = page.getByRole('dialog', { name: 'Create Organization' });
  await form.getByLabelText('Name', { exact: true }).fill('Kept');
  answers.answer(getSession, sessionOf(null));
  await form.getByRole('button', { name: 'Create Organization' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect.element(ended).toMatchTextContent('Sign in again as Mara to continue.');
  await expect.element(ended.getByRole('button', { name: 'Continue with Google' })).toHaveFocus();
  await examine('a session that ended');
  await ended.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
