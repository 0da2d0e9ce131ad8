import { page } from 'vitest/browser';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createSubscription, getOffer, getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { openBilling, planCard } from '#web/testing/answer-billing.ts';
import { answerProfile } from '#web/testing/answer-profile.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { somePaymentSettings, someProduct, someTrial } from '#web/testing/samples/billing.ts';
import { test as base, expect } from '#web/testing/test.ts';

const unavailable = 'Subscription service is temporarily unavailable. Please try again later.';
const declined = 'Your card was declined. Please try a different payment method or contact your bank.';

const dialog = () => page.getByRole('dialog', { name: 'Subscribe to Pro', exact: true });
const alert = () => dialog().getByRole('alert');
const pay = () => dialog().getByRole('button', { name: 'Start free trial' });
const choosePro = () => planCard('Pro').getByRole('button', { name: 'Choose Pro', exact: true });

async function fillCard(): Promise<void> {
  await dialog().getByLabelText('Card number').fill('4242 4242 4242 4242');
  await dialog().getByLabelText('Expiry').fill('1234');
  await dialog().getByLabelText('CVC').fill('123');
}

base(
  'plans whose prices cannot be read keep those that are known, and are asked for again',
  async ({ answers }) => {
    answers.refuse(listProducts, 'internal');
    await openBilling('/subscriptions', { answers, subscriptions: [] });
    await expect
      .element(page.getByRole('alert').first())
      .toMatchTextContent('Failed to fetch subscription products');
    await expect.element(planCard('Pro')).toMatchTextContent('$19.99');
    await expect.element(planCard('Pro+')).toMatchTextContent('$99.99');
    await expect.element(planCard('Pro')).toMatchTextContent(unavailable);
    await expect.element(choosePro()).toBeDisabled();
    answers.answer(listProducts, [someProduct('pro'), someProduct('pro-plus')]);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(choosePro()).toBeEnabled();
    await expect.element(page.getByText('Failed to fetch subscription products')).not.toBeInTheDocument();
  },
);

base('a checkout that cannot begin says so, and begins when it is asked for again', async ({ answers }) => {
  answers.refuse(getOffer, 'internal');
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  await choosePro().click();
  await expect.element(alert()).toMatchTextContent('Failed to create checkout session');
  await checkAccessibility('a checkout that cannot begin');
  answers.answer(getOffer, { amount: 1_999, currency: 'usd', trialDays: 7 });
  await dialog().getByRole('button', { name: 'Try Again' }).click();
  await expect.element(dialog().getByLabelText('Card number')).toBeVisible();
});

const test = base.extend('filled', async ({ answers }) => {
  answers.answer(createTestCard, { paymentMethodId: 'pm_visa', brand: 'visa', last4: '4242' });
  answers.answer(confirmTestPayment, { status: 'succeeded' });
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  await choosePro().click();
  await fillCard();
});

const refusals: [code: ErrorCode, error: string | undefined, told: string][] = [
  ['unavailable', undefined, unavailable],
  ['internal', 'x', 'Payment failed. Please try again.'],
  ['conflict', 'Your bank declined this.', declined],
  ['unauthenticated', 'User not authenticated', 'User not authenticated'],
];
for (const [code, error, told] of refusals)
  test(`a refused payment (${code}) has its own message`, async ({ answers, filled: _ }) => {
    answers.refuse(createSubscription, code, error ? { error } : {});
    await pay().click();
    await expect.element(alert()).toHaveTextContent(told);
    await expect.element(pay()).toBeEnabled();
  });

test('a payment provider that does not respond has its own message, whatever responds in its place', async ({
  answers,
  filled: _,
}) => {
  answers.answerForeign(createSubscription, 503);
  await pay().click();
  await expect.element(alert()).toHaveTextContent(unavailable);
});

test('a payment without a network fails immediately, and is not sent when the network is back', async ({
  answers,
  filled: _,
}) => {
  answers.disconnect(createSubscription);
  window.dispatchEvent(new Event('offline'));
  await pay().click();
  await expect.element(alert()).toHaveTextContent(unavailable);
  await expect.element(alert()).toHaveFocus();
  await checkAccessibility('a payment that could not be made');
  answers.answer(createSubscription, {
    subscription: {
      id: 'subscription',
      status: 'trialing',
      latest_invoice: { payment_intent: null },
      pending_setup_intent: { client_secret: 'seti_1_secret_2' },
    },
  });
  answerProfile(answers);
  window.dispatchEvent(new Event('online'));
  await expect.element(pay()).toBeEnabled();
  expect(answers.calls(createSubscription)).toHaveLength(1);
  expect(answers.calls(confirmTestPayment)).toEqual([]);
  // The input is still there, and can pay.
  answers.answer(listSubscriptions, [someTrial()]);
  await pay().click();
  await expect.poll(() => location.pathname).toBe('/profile');
  await expect.element(page.getByText('Your Pro trial has started.')).toBeVisible();
  expect(answers.calls(createSubscription).at(-1)?.body).toEqual({
    priceId: 'price_pro',
    paymentMethodId: 'pm_visa',
    promoCode: null,
  });
});

base('where payments are not set up nothing can be chosen, and the plans say so', async ({ answers }) => {
  answers.answer(getPaymentSettings, somePaymentSettings({ service: null }));
  await openBilling('/subscriptions', { answers, user: null });
  await expect.element(planCard('Pro')).toMatchTextContent('Payments are not set up on this server.');
  await expect.element(choosePro()).toBeDisabled();
});
