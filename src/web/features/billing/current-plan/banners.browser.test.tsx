import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Subscription } from '#shared/billing/billing.ts';
import { getOffline } from '#shared/billing/offline.ts';
import { previewTrialUpgrade } from '#shared/billing/payments.ts';
import { accountButton, openBilling } from '#web/testing/answer-billing.ts';
import { answerProfile } from '#web/testing/answer-profile.ts';
import { installClock, skip, suspendFor } from '#web/testing/clock.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { someSubscription } from '#web/testing/samples/billing.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, laptop, phone, test } from '#web/testing/test.ts';

const red = () => page.getByRole('region', { name: 'Cancelled subscription' });
const blue = () => page.getByRole('region', { name: 'Free trial' });
const inDays = (days: number) => daysAgo(-days);

type State = [
  state: string,
  fields: () => Partial<Subscription>,
  cancelled: string | null,
  trial: string | null,
];

/** Created when needed: some end a few minutes later. */
const states: State[] = [
  [
    'a trial of two days and a half',
    () => ({ status: 'trialing', trialEnd: inDays(2.5) }),
    null,
    '2 full days',
  ],
  ['the last day of a trial', () => ({ status: 'trialing', trialEnd: inDays(1.01) }), null, '1 full day'],
  ['the last hours of a trial', () => ({ status: 'trialing', trialEnd: inDays(0.9) }), null, null],
  [
    'cancelled, two days and a half to go',
    () => ({ cancelAtPeriodEnd: true, currentPeriodEnd: inDays(2.5) }),
    '3 days',
    null,
  ],
  ['cancelled, hours to go', () => ({ status: 'cancelled', currentPeriodEnd: inDays(0.1) }), '1 day', null],
  ['paid and going on', () => ({ currentPeriodEnd: inDays(3) }), null, null],
];

const cancelledTrial = (days: number) =>
  someSubscription({
    status: 'trialing',
    trialEnd: inDays(days),
    cancelAtPeriodEnd: true,
    currentPeriodEnd: inDays(days),
  });

/** How far banners push the page down. */
const top = () => Number.parseFloat(getComputedStyle(page.getByRole('main').element()).paddingTop);

for (const [state, fields, cancelled, trial] of states)
  test(`banners count the days until the end: ${state}`, async ({ answers }) => {
    await openBilling('/', { answers, subscriptions: [someSubscription(fields())] });
    await expect.element(page.getByRole('region', { name: 'Your Plan Limits' })).toBeVisible();
    await expect.element(accountButton()).toBeVisible();
    if (cancelled) await expect.element(red()).toMatchTextContent(`${cancelled} left until data deletion`);
    else await expect.element(red()).not.toBeInTheDocument();
    if (trial) await expect.element(blue()).toMatchTextContent(`Free trial: ${trial} left.`);
    else await expect.element(blue()).not.toBeInTheDocument();
    expect(top()).toBe(16 * ((cancelled ? 1 : 0) + (trial ? 1 : 0)));
  });

test('the banners of a cancelled trial name the same day, and link to what they promise', async ({
  answers,
}) => {
  answers.answer(previewTrialUpgrade, { amountDue: 1_999, credit: 0, currency: 'usd' });
  await openBilling('/', { answers, subscriptions: [cancelledTrial(4.5)] });
  await expect.element(red()).toMatchTextContent('5 days left until data deletion');
  await expect.element(blue()).toMatchTextContent('Free trial: 4 full days left.');
  expect(top()).toBe(32);
  const [, end = 'no date'] = /Trial ends (\w+ \d+)\./.exec(blue().element().textContent) ?? [];
  const says = `Applications go offline ${end} and are deleted`;
  await expect.element(red()).toMatchTextContent(says);
  // None is higher than a line and a half.
  for (const banner of [red(), blue()])
    expect(banner.element().getBoundingClientRect().height).toBeLessThanOrEqual(30);
  await page.viewport(phone.width, phone.height);
  await expect.element(page.getByText(new RegExp(says))).toBeVisible();
  await page.viewport(laptop.width, laptop.height);
  await checkAccessibility('home with banners');
  await page.getByRole('link', { name: 'Download Apps' }).click();
  await expect.element(page.getByRole('heading', { name: 'My Applications' })).toBeVisible();
  // The link works although there is no content yet.
  await expect.element(page.getByRole('region', { name: 'Your Plan Limits' })).toMatchTextContent('Used0');
  await expect
    .element(page.getByText(/^Download your applications before your subscription expires/))
    .toBeVisible();
  const help = page.getByRole('button', { name: 'Download Your Apps' });
  await help.click();
  await expect
    .element(page.getByRole('dialog', { name: 'Download Your Apps' }))
    .toMatchTextContent('Version History');
  await userEvent.keyboard('{Escape}');
  await expect.element(help).toHaveFocus();
  await page.getByRole('button', { name: 'Upgrade Now' }).click();
  const upgrade = page.getByRole('dialog', { name: 'Upgrade Now' });
  await expect.element(upgrade).toMatchTextContent('Your cancellation is withdrawn.');
  await expect.element(upgrade.getByRole('button', { name: 'Pay $19.99' })).toBeEnabled();
});

const day = 86_400_000;

/** While the tab is visible: time and timers advance. */
async function passOneDay(): Promise<void> {
  skip(day);
  await vi.advanceTimersByTimeAsync(60_000);
}

test('an open tab updates the days, while it is visible and when it becomes visible', async ({ answers }) => {
  installClock();
  await openBilling('/faq', { answers, subscriptions: [cancelledTrial(3.5)] });
  await expect.element(red()).toMatchTextContent('4 days left until data deletion');
  await expect.element(blue()).toMatchTextContent('Free trial: 3 full days left.');
  await passOneDay();
  await expect.element(red()).toMatchTextContent('3 days left until data deletion');
  await expect.element(blue()).toMatchTextContent('Free trial: 2 full days left.');
  suspendFor(day);
  await expect.element(red()).toMatchTextContent('2 days left until data deletion');
  await expect.element(blue()).toMatchTextContent('Free trial: 1 full day left.');
  suspendFor(day);
  await expect.element(red()).toMatchTextContent('1 day left until data deletion');
  await expect.element(blue()).not.toBeInTheDocument();
  suspendFor(day);
  await expect.element(red()).not.toBeInTheDocument();
});

test('the banner of an ended plan updates the days until the deletion', async ({ answers }) => {
  installClock();
  const offline = { since: inDays(-27.5), deletionAt: inDays(2.5), applications: 1, organizations: 0 };
  answers.answer(getOffline, { offline });
  // On a page without the redirect.
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  const banner = page.getByRole('region', { name: 'Offline' });
  await expect.element(banner).toMatchTextContent('3 days left until data deletion');
  await passOneDay();
  await expect.element(banner).toMatchTextContent('2 days left until data deletion');
  suspendFor(day);
  await expect.element(banner).toMatchTextContent('1 day left until data deletion');
});

test('a plan that ends while its page is open is no longer shown as current', async ({ answers }) => {
  installClock();
  answerProfile(answers);
  const ending = someSubscription({ status: 'cancelled', currentPeriodEnd: inDays(0.5) });
  await openBilling('/profile', { answers, subscriptions: [ending] });
  const status = page.getByRole('region', { name: 'Subscription status' });
  await expect.element(status).toMatchTextContent('cancelled');
  suspendFor(day);
  await expect.element(status).toMatchTextContent('No active subscription');
});
