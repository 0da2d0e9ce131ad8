import { beforeEach } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { adminSubscription, listSubscriptions } from '#shared/billing/billing.ts';
import { root } from '../../testing/answer-admin.ts';
import { accountButton, openBilling } from '../../testing/answer-billing.ts';
import type { Answers } from '../../testing/answers.ts';
import { passSeconds, returnToTab, skip, slowClock } from '../../testing/clock.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { sessionOf, someone } from '../../testing/samples/accounts.ts';
import { idOf } from '../../testing/samples/ids.ts';
import { expect, laptop, phone, test } from '../../testing/test.ts';

const notice = () => page.getByRole('alert').filter({ hasText: 'You have no active subscription yet' });
const cancel = () => notice().getByRole('button', { name: 'Cancel' });

const open = (address: string, answers: Answers) => openBilling(address, { answers, subscriptions: [] });

beforeEach(slowClock);

/** The countdown waits while the page loads. */
async function point(): Promise<void> {
  await expect.element(notice()).toBeVisible();
  // The pointer may be where the notice appears, and would not fire an enter event.
  await pointElsewhere();
  await notice().hover();
  await expect.element(notice()).toMatchTextContent('Paused while you decide.');
}

const pointElsewhere = () => userEvent.hover(page.getByRole('banner'), { position: { x: 1, y: 1 } });

const opensIn = (left: string) =>
  expect.element(notice()).toMatchTextContent(`The Plans page opens in ${left}.`);

test('an account without a plan is redirected to the plans after five seconds, and stays there', async ({
  answers,
}) => {
  await open('/', answers);
  await point();
  await pointElsewhere();
  await opensIn('5 seconds');
  await passSeconds(4);
  await opensIn('1 second');
  expect(location.pathname).toBe('/');
  await passSeconds(1);
  await expect.poll(() => location.pathname).toBe('/subscriptions');
  await expect.element(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();
  await passSeconds(6);
  expect(location.pathname).toBe('/subscriptions');
});

test('cancelling stops the redirect, on the next pages too', async ({ answers }) => {
  await open('/', answers);
  await point();
  await passSeconds(6);
  // The countdown stops under the pointer.
  await expect.element(notice()).toBeVisible();
  // It also stops while the notice has the focus, independent of the pointer.
  cancel().element().focus();
  await pointElsewhere();
  await passSeconds(6);
  await expect.element(notice()).toMatchTextContent('Paused while you decide.');
  await checkAccessibility('the way to a plan');
  await cancel().click();
  await expect.element(notice()).not.toBeInTheDocument();
  await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).click();
  await passSeconds(6);
  expect(location.pathname).toBe('/organizations');
  await expect.element(notice()).not.toBeInTheDocument();
});

test('Escape cancels too, and another visit starts a new countdown', async ({ answers }) => {
  for (let visit = 1; visit <= 2; visit++) {
    await open('/organizations', answers);
    await expect.element(notice()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(notice()).not.toBeInTheDocument();
    await passSeconds(6);
    expect(location.pathname).toBe('/organizations');
  }
});

test('the next account of a tab has not cancelled the redirect', async ({ answers }) => {
  await open('/organizations', answers);
  await expect.element(notice()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(notice()).not.toBeInTheDocument();
  await accountButton().click();
  const asked = answers.calls(listSubscriptions).length;
  answers.answer(signOut, () => {
    answers.answer(getSession, sessionOf(null));
    return { success: true as const };
  });
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(answers.calls(listSubscriptions), 'nobody asks for the plan of who left').toHaveLength(asked);
  // A sign-in by window does not reload the page.
  answers.answer(getSession, sessionOf(someone({ id: idOf('u', 3), username: 'Next' })));
  skip(120_000);
  returnToTab();
  await expect.element(page.getByRole('button', { name: 'Account menu of Next' })).toBeVisible();
  await expect.element(notice()).toBeVisible();
});

// In the last size the notice is above the page.
for (const { width, height } of [laptop, phone, { width: 480, height: 300 }])
  test(`the buttons of the notice do not move during the countdown, ${width} px wide`, async ({
    answers,
  }) => {
    await page.viewport(width, height);
    await open('/faq', answers);
    await point();
    // On the page: in a low window moving the pointer scrolls it.
    const place = () => {
      const { x, y, width, height } = cancel().element().getBoundingClientRect();
      return [x, y + window.scrollY, width, height].map(Math.round);
    };
    const waiting = place();
    await pointElsewhere();
    await opensIn('5 seconds');
    expect(place()).toEqual(waiting);
  });

const uses: [use: string, path: string, use: () => unknown][] = [
  ['a turn of the wheel', '/faq', () => userEvent.wheel(page.getByRole('main'), { delta: { y: 200 } })],
  ['a click', '/terms', () => page.getByRole('main').getByRole('heading').first().click()],
  ['an arrow key', '/eula', () => userEvent.keyboard('{ArrowDown}')],
  ['scrolling', '/faq', () => window.scrollTo(0, 300)],
  ['a shortcut', '/organizations', () => userEvent.keyboard('?')],
  // As a loaded game does.
  ['a game', '/terms', () => page.getByRole('main').element().append(document.createElement('iframe'))],
];
for (const [name, path, use] of uses)
  test(`any use of a page cancels: ${name}`, async ({ answers }) => {
    await open(path, answers);
    await point();
    // The browser's own scrolling has ended.
    await passSeconds(2);
    await expect.element(notice()).toMatchTextContent('To stay here, cancel or use this page.');
    await pointElsewhere();
    await use();
    await expect.element(notice()).not.toBeInTheDocument();
    await passSeconds(6);
    expect(location.pathname).toBe(path);
  });

test('reaching the buttons of the notice by keyboard does not count as use of the page', async ({
  answers,
}) => {
  await open('/faq', answers);
  await point();
  for (const stop of ['A', 'BUTTON']) {
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.tagName).toBe(stop);
  }
  await expect.element(notice().getByRole('button', { name: 'Choose a Plan' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Enter}');
  await expect.element(notice()).not.toBeInTheDocument();
});

test('a page in use is not left, and the next page starts a new countdown', async ({ answers }) => {
  await open('/faq', answers);
  await point();
  const search = page.getByRole('main').getByRole('textbox').or(page.getByRole('searchbox')).first();
  await search.fill('what I look for');
  await expect.element(notice()).not.toBeInTheDocument();
  await passSeconds(6);
  expect(location.pathname).toBe('/faq');
  await expect.element(search).toHaveValue('what I look for');
  await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).click();
  await expect.element(notice()).toBeVisible();
});

test('the countdown waits while an earlier dialog covers the page', async ({ answers }) => {
  const answer = answers.hold(listSubscriptions, []);
  await open('/faq', answers);
  await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact Support' });
  await expect.element(dialog).toBeVisible();
  answer();
  const covered = page.getByText('Paused while you decide.');
  await expect.element(covered).toBeInTheDocument();
  await passSeconds(6);
  expect(location.pathname).toBe('/faq');
  await expect.element(covered).toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

test('administrators are not redirected', async ({ answers }) => {
  const visit = { answers, user: root, subscriptions: [adminSubscription] };
  await openBilling('/', visit);
  await expect.element(accountButton()).toBeVisible();
  await expect.poll(() => answers.calls(listSubscriptions).length).toBeGreaterThan(0);
  await passSeconds(6);
  expect(location.pathname).toBe('/');
  await expect.element(notice()).not.toBeInTheDocument();
  await openBilling('/subscriptions', visit);
  await expect.element(page.getByText(/^Your plan: Elevated/)).toBeVisible();
});
