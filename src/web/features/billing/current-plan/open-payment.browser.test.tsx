import { page, userEvent } from 'vitest/browser';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import {
  accountButton,
  expectPortal,
  openBilling,
  openManagement,
  planCard,
} from '#web/testing/answer-billing.ts';
import { answerProfile } from '#web/testing/answer-profile.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { someSubscription, someTrial } from '#web/testing/samples/billing.ts';
import { expect, test } from '#web/testing/test.ts';

/** An account whose last payment failed and is retried. */
const subscriptions = [someSubscription({ status: 'past_due' })];

test('a failed payment is reported above every page, with a link to the solution', async ({ answers }) => {
  await openBilling('/', { answers, subscriptions });
  const banner = page.getByRole('region', { name: 'Payment failed' });
  await expect.element(banner).toMatchTextContent('Your last payment failed.');
  const limits = page.getByRole('region', { name: 'Your Plan Limits' });
  await expect.element(limits).toMatchTextContent('past_due');
  await expect
    .element(limits)
    .toMatchTextContent(
      'A payment for Pro is open. You cannot add applications or versions until it is paid.',
    );
  await expect.element(limits.getByRole('button', { name: 'Open Billing Portal' })).toBeVisible();
  await expect.element(limits).toMatchTextContent(/Max apps3.*Current planPro.*Remaining0/);
  await expect.element(page.getByText(/You have no active subscription yet/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/No active subscription/)).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: /^(Choose a Plan|Upload Your App|Get Started)$/ }))
    .not.toBeInTheDocument();
  await checkAccessibility('home with an open payment');
  await openManagement();
  const management = page.getByRole('dialog');
  await expect.element(management.getByText('past_due')).toBeVisible();
  await expect.element(management).toMatchTextContent('Change your card or pay the open invoice');
  await checkAccessibility('management with an open payment');
  await userEvent.keyboard('{Escape}');
  await banner.getByRole('button', { name: 'Open Billing Portal' }).click();
  await expectPortal(answers);
});

test('an account with an open payment keeps its plan, and is offered no plan that would be refused', async ({
  answers,
}) => {
  await openBilling('/subscriptions', { answers, subscriptions });
  const pro = planCard('Pro');
  await expect.element(pro.getByRole('button', { name: 'Manage Plan' })).toBeEnabled();
  await expect.element(pro.getByText('Current plan')).toBeVisible();
  await expect.element(page.getByText(/^Your plan: Pro/)).toBeVisible();
  await expect
    .element(planCard('Indie').getByRole('button', { name: 'Get Started Free' }))
    .toHaveAccessibleDescription('You have Pro. You can choose Indie after it ends.');
  await checkAccessibility('plans with an open payment');
});

test('an account with an open payment cannot upload, and sees the way to pay instead', async ({
  answers,
}) => {
  answers.answer(listUploads, []);
  await openBilling('/upload', { answers, subscriptions });
  const main = page.getByRole('main');
  await expect.element(main.getByRole('heading', { name: 'A payment for Pro is open.' })).toBeVisible();
  await expect
    .element(main.getByText('You cannot add applications or versions until it is paid.'))
    .toBeVisible();
  await expect.element(page.getByRole('form')).not.toBeInTheDocument();
  await expect
    .element(page.getByText(/No active subscription|You need an active subscription/))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Choose a Plan' })).not.toBeInTheDocument();
  await checkAccessibility('uploading with an open payment');
  await accountButton().click();
  await expect.element(page.getByRole('menu').getByText('Pro', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await main.getByRole('button', { name: 'Open Billing Portal' }).click();
  await expectPortal(answers);
});

test('after a purchase the profile waits for the plan', async ({ answers }) => {
  answers.answer(listSubscriptions, () =>
    answers.calls(listSubscriptions).length <= 2 ? [] : [someTrial()],
  );
  answerProfile(answers);
  await openBilling('/profile?subscription=success', { answers });
  await expect
    .element(page.getByText('Thank you. Your plan appears here once the payment is confirmed.'))
    .toBeVisible();
  await expect.element(page.getByText('Your payment is being confirmed…')).toBeVisible();
  expect(location.search).toBe('');
  await expect
    .element(page.getByRole('region', { name: 'Subscription status' }))
    .toMatchTextContent('Charges After');
  await expect.element(page.getByText('Your Pro trial has started.')).toBeVisible();
});
