import { page, userEvent } from 'vitest/browser';
import { getSession } from '#shared/accounts/accounts.ts';
import { chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { accountChannel, type TabMessage } from '../../features/accounts/end-session.ts';
import { openBilling, planCard } from '../../testing/answer-billing.ts';
import { examine } from '../../testing/examine.ts';
import { sessionOf } from '../../testing/samples/accounts.ts';
import { someSubscription } from '../../testing/samples/billing.ts';
import { expect, test } from '../../testing/test.ts';

test('a visitor finds the plans, their prices and what they allow', async ({ answers }) => {
  await openBilling('/', { answers, user: null });
  await page.getByRole('link', { name: 'Get Started Free' }).first().click();
  await expect.poll(() => location.pathname + location.hash).toBe('/subscriptions#pricing');
  const plans = page.getByRole('region', { name: 'Plans' });
  await expect.element(plans).toHaveFocus();
  await expect.element(plans).toBeInViewport();
  for (const [name, ...texts] of [
    ['Indie', 'Free', '1 application', '3 revisions per application'],
    ['Pro', '$19.99', '3 applications', '3 revisions per application', 'Discord access by invite'],
    ['Pro+', '$99.99', '12 applications', '3 revisions per application', 'Discord access by invite'],
    ['Enterprise', 'Custom', 'Unlimited applications', 'Everything else on request'],
  ] as const)
    for (const text of texts)
      await expect.element(planCard(name).getByText(text, { exact: true })).toBeVisible();
  for (const name of ['Pro', 'Pro+']) {
    const choose = planCard(name).getByRole('button', { name: `Choose ${name}`, exact: true });
    await expect.element(choose).toBeEnabled();
    await expect.element(planCard(name).getByText('7 days free for new subscribers')).toBeVisible();
  }
  await expect
    .element(planCard('Enterprise').getByRole('link', { name: 'Contact Us' }))
    .toHaveAttribute('href', 'mailto:support@flux.localhost?subject=Flux%20Enterprise');
  await expect.element(plans.getByText('Current plan')).not.toBeInTheDocument();
});

test('an address that names the prices opens at them; questions open and close by themselves', async ({
  answers,
}) => {
  await openBilling('/subscriptions#pricing', { answers, user: null });
  await expect.element(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible();
  await expect.poll(() => window.scrollY).toBeGreaterThan(200);
  await expect.element(page.getByText(/^This server takes payments in test mode\./)).toBeInTheDocument();
  await expect
    .element(page.getByText(/Your first plan starts with 7 free days\./))
    .toBeInTheDocument();
  const [first, second] = [page.getByText('Is Indie really free?'), page.getByText('Do you give refunds?')];
  const answer = page.getByText(/It needs no card/);
  const secondAnswer = page.getByText(/5–7 business days/);
  await first.click();
  second.element().closest('summary')?.focus();
  await userEvent.keyboard('{Enter}');
  for (const each of [answer, secondAnswer]) await expect.element(each).toBeVisible();
  await examine('plans, some questions open');
  first.element().closest('summary')?.focus();
  await userEvent.keyboard(' ');
  await expect.element(answer).not.toBeVisible();
  await expect.element(secondAnswer).toBeVisible();
});

test('a refusal is told where it happened', async ({ answers }) => {
  answers.refuse(chooseFreePlan, 'conflict', { error: 'You have the Pro plan.' });
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  await page.getByRole('button', { name: 'Get Started Free' }).click();
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent('You have the Pro plan.');
  expect(location.pathname).toBe('/subscriptions');
});

test('subscriptions that cannot be fetched can be asked for again', async ({ answers }) => {
  answers.refuse(listSubscriptions, 'internal');
  await openBilling('/subscriptions', { answers });
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent('Failed to fetch subscriptions');
  // Nothing waits for what does not come.
  for (const name of ['Get Started Free', 'Choose Pro', 'Choose Pro+'])
    await expect
      .element(page.getByRole('button', { name, exact: true }))
      .toHaveAccessibleDescription(
        'Subscription service is temporarily unavailable. Please try again later.',
      );
  await examine('plans without subscriptions');
  answers.answer(listSubscriptions, [someSubscription({ tier: 'indie', priceId: null })]);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(page.getByText('Current plan')).toBeVisible();
});

const origins: [from: string, begin: () => Promise<void>, to: string][] = [
  [
    'an upload that was begun',
    () => page.getByRole('main').getByRole('link', { name: 'Choose a Plan' }).click(),
    '/upload',
  ],
  ['the plans', async () => {}, '/'],
];
for (const [from, begin, to] of origins)
  test(`choosing Indie from ${from} leads to ${to}`, async ({ answers }) => {
    const indie = someSubscription({ tier: 'indie', priceId: null });
    answers.answer(chooseFreePlan, () => {
      answers.answer(listSubscriptions, [indie]);
      return indie;
    });
    answers.answer(listUploads, []);
    await openBilling(to === '/' ? '/subscriptions' : to, { answers, subscriptions: [] });
    await begin();
    await page.getByRole('button', { name: 'Get Started Free' }).click();
    await expect.poll(() => location.pathname).toBe(to);
    if (to === '/upload') await expect.element(page.getByLabelText('Build file')).toBeEnabled();
  });

test('a checkout closes once another tab has left the account', async ({ answers }) => {
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  await planCard('Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  const checkout = page.getByRole('dialog', { name: 'Subscribe to Pro', exact: true });
  await expect.element(checkout.getByLabelText('Card number')).toBeVisible();
  answers.answer(getSession, sessionOf(null));
  const channel = new BroadcastChannel(accountChannel);
  channel.postMessage('left' satisfies TabMessage);
  channel.close();
  await expect.element(checkout).not.toBeInTheDocument();
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
});
