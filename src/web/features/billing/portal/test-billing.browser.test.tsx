import { page } from 'vitest/browser';
import {
  cancelTestPlan,
  createTestCard,
  keepTestCard,
  readTestBilling,
  type TestBilling,
} from '#shared/billing/test-payments.ts';
import { openBilling } from '#web/testing/answer-billing.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { press } from '#web/testing/keys.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, test } from '#web/testing/test.ts';

const visa = { id: 'pm_visa', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 };
const amex = { id: 'pm_amex', brand: 'amex', last4: '0005', exp_month: 12, exp_year: 2034 };

/** An account with two cards, the second as the default, and an invoice. */
function someBilling(fields: Partial<TestBilling> = {}): TestBilling {
  const nextBill = { amountDue: 1_999, discount: 0, tax: 0, creditUsed: 0, currency: 'usd' };
  return {
    returnUrl: '/profile',
    cards: [
      { ...visa, isDefault: false },
      { ...amex, isDefault: true },
    ],
    bills: [{ id: 'in_1', createdAt: daysAgo(3), amount: 1_999, currency: 'usd', status: 'paid' }],
    plan: {
      tier: 'pro',
      status: 'active',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: daysAgo(-27),
      nextBill,
    },
    credit: { amount: 0, currency: 'usd' },
    ...fields,
  };
}

const card = (name: string) => page.getByRole('listitem', { name });

test('the billing page shows cards and invoices, changes the card and cancels, and keeps the focus', async ({
  answers,
}) => {
  answers.answer(readTestBilling, someBilling());
  await openBilling('/test-billing/bps_1', { answers });
  await expect.element(page.getByRole('cell', { name: '$19.99' })).toBeVisible();
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/Next payment\s*\$19\.99 on \w+ \d+, 20\d\d/);
  await expect
    .element(page.getByRole('link', { name: 'Return to Flux' }))
    .toHaveAttribute('href', '/profile');
  await expect.element(card('American Express ending in 0005').getByText('Default')).toBeVisible();
  const cards = [
    { ...visa, isDefault: true },
    { ...amex, isDefault: false },
  ];
  answers.answer(keepTestCard, someBilling({ cards }));
  await page.getByRole('button', { name: 'Make default: Visa ending in 4242' }).click();
  await expect.element(card('Visa ending in 4242').getByText('Default')).toBeVisible();
  expect(answers.calls(keepTestCard)[0]?.body).toEqual({ session: 'bps_1', paymentMethodId: 'pm_visa' });
  const group = page.getByRole('group', { name: 'Cards' });
  await expect.element(group).toHaveFocus();

  await press(page.getByRole('button', { name: 'Add a card' }), '{Enter}');
  const form = page.getByRole('form', { name: 'Add a card' });
  await expect.element(form).toHaveFocus();
  await checkAccessibility('the billing page of test mode');
  answers.refuse(createTestCard, 'card_declined');
  await form.getByLabelText('Card number').fill('4000000000000002');
  await form.getByLabelText('Expiry').fill('1234');
  await form.getByLabelText('CVC').fill('123');
  await form.getByRole('button', { name: 'Add Card' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Your card was declined. Please try a different payment method or contact your bank.');
  await press(form.getByRole('button', { name: 'Cancel' }), '{Enter}');
  await expect.element(group).toHaveFocus();

  const plan = { ...someBilling().plan, cancelAtPeriodEnd: true } as TestBilling['plan'];
  answers.answer(cancelTestPlan, someBilling({ plan }));
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect.element(page.getByText(/^Ends /)).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Plan' })).toHaveFocus();
});

test('a billing page of another account is not found, and a visitor is asked to sign in', async ({
  answers,
}) => {
  answers.refuse(readTestBilling, 'not_found', { error: 'This billing page does not exist.' });
  await openBilling('/test-billing/bps_guessed', { answers });
  await expect
    .element(page.getByRole('heading', { name: 'This billing page does not exist.' }))
    .toBeVisible();
  await openBilling('/test-billing/bps_guessed', { answers, user: null });
  await expect.element(page.getByText('Please sign in to manage your billing')).toBeVisible();
});
