import { page, userEvent } from 'vitest/browser';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createSubscription, getOffer, validatePromoCode } from '#shared/billing/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import { openBilling, planCard } from '#web/testing/answer-billing.ts';
import { answerProfile } from '#web/testing/answer-profile.ts';
import { type Answers, refusal } from '#web/testing/answers.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { someSubscription, someTrial } from '#web/testing/samples/billing.ts';
import { expect, phone, test } from '#web/testing/test.ts';

const declined = 'Your card was declined. Please try a different payment method or contact your bank.';

const dialog = page.getByRole('dialog', { name: 'Subscribe to Pro', exact: true });
const total = dialog.getByRole('region', { name: 'Total' });
const part = (label: string) => dialog.getByLabelText(label);
const postalCode = dialog.getByLabelText('Postal code', { exact: false });
const choosePro = planCard('Pro').getByRole('button', { name: 'Choose Pro', exact: true });
const startTrial = dialog.getByRole('button', { name: 'Start free trial' });

async function openCheckout(answers: Answers, { trialDays = 7 } = {}): Promise<void> {
  answers.answer(getOffer, { amount: 1_999, currency: 'usd', trialDays });
  answers.answer(createTestCard, { paymentMethodId: 'pm_visa', brand: 'visa', last4: '4242' });
  answers.answer(confirmTestPayment, { status: 'succeeded' });
  answerProfile(answers);
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  await choosePro.click();
  await expect.element(part('Card number')).toHaveFocus();
}

async function fillCard(): Promise<void> {
  await part('Card number').fill('4242 4242 4242 4242');
  await part('Expiry').fill('1234');
  await part('CVC').fill('123');
}

/** Whether the middle of an element is uncovered. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

const purchase = {
  subscription: {
    id: 'subscription',
    status: 'trialing',
    latest_invoice: { payment_intent: null },
    pending_setup_intent: { client_secret: 'seti_1_secret_2' },
  },
};

test('a trial costs nothing today, and each missing part of the card is named at its field', async ({
  answers,
}) => {
  await openCheckout(answers);
  await expect
    .element(dialog)
    .toMatchTextContent('3 applications, 3 revisions each, Discord access by invite');
  await expect.element(total).toMatchTextContent(/Due today\s*\$0\.00/);
  await expect.element(total).toMatchTextContent('7 days free, then $19.99/month. First payment on');
  await expect.element(total).toBeInViewport();
  // The price is at the top of the form.
  await expect
    .element(dialog.getByRole('form').getByRole('region').first())
    .toMatchTextContent(/Due today\s*\$0\.00/);
  await expect
    .element(dialog.getByRole('region', { name: 'Test mode' }))
    .toMatchTextContent('No money moves');
  await expect.element(postalCode).toHaveAttribute('placeholder', '12345 or A1B 2C3');
  await expect
    .element(dialog.getByRole('region', { name: 'Pay by wallet' }))
    .toMatchTextContent('Paying with a wallet starts the plan now, without the free trial.');
  await checkAccessibility('the checkout');

  const missing = [
    ['Card number', '4242424242424242', 'Please enter the card number.'],
    ['Expiry', '4/34', 'Please enter the expiry date.'],
    ['CVC', '123', 'Please enter the CVC.'],
  ] as const;
  const told = () =>
    dialog
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent);
  await startTrial.click();
  await expect.poll(told).toEqual(missing.map(([, , words]) => words));
  await expect.element(part('Card number')).toHaveFocus();
  for (const [label, , words] of missing) {
    await expect.element(part(label)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(part(label)).toHaveAccessibleDescription(words);
  }
  for (const [index, [label, text]] of missing.entries()) {
    await part(label).fill(text);
    await expect.element(part(label)).not.toHaveAttribute('aria-invalid');
    await expect.poll(told).toEqual(missing.slice(index + 1).map(([, , words]) => words));
  }
  await expect.element(part('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect.element(part('Expiry')).toHaveValue('04 / 34');
  // Closing asks for confirmation after input.
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(part('CVC')).toHaveValue('123');
});

test('each decline of a card is reported at its field, and keeps the input', async ({ answers }) => {
  await openCheckout(answers, { trialDays: 0 });
  await expect.element(total).toMatchTextContent(/Due today\s*\$19\.99/);
  await expect.element(dialog).toMatchTextContent('Then $19.99/month. Next payment on');
  await postalCode.fill('A1B 2C3');
  await fillCard();
  const pay = dialog.getByRole('button', { name: 'Pay $19.99', exact: true });
  const alert = dialog.getByRole('alert');
  for (const [label, code, words] of [
    ['Card number', 'card_declined', declined],
    ['Expiry', 'expired_card', 'Your card has expired. Please use a different card.'],
    ['CVC', 'incorrect_cvc', "Your card's security code is incorrect. Please check and try again."],
    [null, 'processing_error', 'An error occurred while processing your card. Please try again.'],
  ] as const) {
    answers.refuse(createTestCard, code);
    await pay.click();
    await expect.element(alert).toHaveTextContent(words);
    await expect.element(label ? part(label) : alert).toHaveFocus();
    await expect.element(part('Card number')).toHaveValue('4242 4242 4242 4242');
    await expect.element(postalCode).toHaveValue('A1B 2C3');
    if (code === 'incorrect_cvc') await checkAccessibility('a card that was refused');
  }
  answers.answer(createTestCard, { paymentMethodId: 'pm_visa', brand: 'visa', last4: '4242' });
  answers.refuse(createSubscription, 'insufficient_funds');
  await pay.click();
  await expect.element(alert).toHaveTextContent('Insufficient funds. Please try a different payment method.');
  await expect.element(part('Card number')).toHaveFocus();
});

test('a payment is sent once, and the dialog stays open until the response', async ({ answers }) => {
  await openCheckout(answers);
  await fillCard();
  const answer = answers.hold(createSubscription, purchase);
  await startTrial.dblClick();
  await expect.element(dialog.getByRole('button', { name: 'Starting your trial…' })).toBeDisabled();
  await expect.element(part('Card number')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => answers.calls(createSubscription).length).toBe(1);
  answers.answer(listSubscriptions, [someTrial()]);
  answer();
  await expect.poll(() => location.pathname).toBe('/profile');
  await expect.element(page.getByText('Your Pro trial has started.')).toBeVisible();
  expect(answers.calls(createSubscription)).toHaveLength(1);
});

test('a plan that was bought in another window is reported at a second purchase', async ({ answers }) => {
  await openCheckout(answers);
  await fillCard();
  const words = 'You already have the Pro plan. You can change it in your account.';
  answers.refuse(createSubscription, 'conflict', { error: words });
  answers.answer(listSubscriptions, [someSubscription()]);
  await startTrial.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words);
});

test('a promo code is checked on leaving its field, by Apply, by Enter and before a payment', async ({
  answers,
}) => {
  let off = 500;
  const codes: Record<string, () => ReturnType<typeof discount> | Response> = {
    flux25: () => discount(),
    FLUX25: () => discount(),
    FIVEOFF: () => discount(),
    FIRSTMONTH: () => discount(1_999, 1),
    NOSUCH: () => refused('This promo code does not exist.'),
  };
  const discount = (discountAmount = off, discountedPayments: number | null = null) => ({
    discountAmount,
    finalAmount: 1_999 - discountAmount,
    discountedPayments,
  });
  const refused = (text: string) => refusal('invalid_input', text, { fields: { promoCode: text } });
  const late = Promise.withResolvers<void>();
  answers.answer(validatePromoCode, async ({ body }) => {
    if (body.promoCode !== 'LATE') return codes[String(body.promoCode)]?.() ?? refused('Unexpected.');
    await late.promise;
    return refused('This promo code has expired.');
  });
  await openCheckout(answers, { trialDays: 0 });
  const code = dialog.getByLabelText('Promo code', { exact: true });
  const apply = dialog.getByRole('button', { name: 'Apply promo code' });
  const pay = (sum: string) => dialog.getByRole('button', { name: `Pay ${sum}`, exact: true });
  const summary = dialog.getByRole('region', { name: 'Order summary' });

  await code.fill(' flux25 ');
  await userEvent.keyboard('{Tab}');
  await expect.element(summary).toMatchTextContent('You save $5.00 each month.');
  await expect.element(apply).toHaveFocus();
  await expect.element(total).toMatchTextContent(/Due today\s*\$14\.99\s*Then \$14\.99\/month\./);
  await expect.element(pay('$14.99')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Pay $14.99 with test wallet' })).toBeVisible();
  await checkAccessibility('a discount');
  await code.fill('');
  await expect.element(total).toMatchTextContent(/Due today\s*\$19\.99/);
  await expect.element(apply).toBeDisabled();

  await code.fill('NOSUCH');
  await apply.click();
  await expect.element(summary.getByRole('alert')).toHaveTextContent('This promo code does not exist.');
  await expect.element(total).toMatchTextContent(/Due today\s*\$19\.99/);
  await checkAccessibility('a promo code that is not taken');
  // Enter must check the code, and not pay.
  await pay('$19.99').click();
  await expect.element(code).toHaveFocus();
  await code.fill('FIRSTMONTH');
  await userEvent.keyboard('{Enter}');
  await expect.element(summary).toMatchTextContent('You save $19.99 on the first payment.');
  await expect
    .element(total)
    .toMatchTextContent(/Due today\s*\$0\.00\s*First month free, then \$19\.99\/month\./);
  await expect.element(dialog.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Pay by wallet' })).not.toBeInTheDocument();
  expect(answers.calls(createTestCard)).toEqual([]);

  // A late response is for a code that is no longer in the field.
  await code.fill('LATE');
  await apply.click();
  await code.fill('FIVEOFF');
  await apply.click();
  await expect.element(summary).toMatchTextContent('You save $5.00 each month.');
  late.resolve();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(summary).toMatchTextContent('You save $5.00 each month.');
  expect(summary.getByRole('alert').elements()).toEqual([]);

  const [answered] = [codes.FLUX25];
  codes.FLUX25 = () => {
    throw new TypeError('Failed to fetch');
  };
  await code.fill('FLUX25');
  await apply.click();
  await expect.element(summary.getByRole('alert')).toHaveTextContent('Failed to validate promo code');
  codes.FLUX25 = answered ?? codes.FLUX25;
  off = 600;
  await apply.click();
  await expect.element(total).toMatchTextContent(/Due today\s*\$13\.99/);

  // Typed and not checked yet: paying checks it first.
  await code.fill('');
  await fillCard();
  answers.answer(createSubscription, purchase);
  answers.answer(listSubscriptions, [someSubscription()]);
  await code.fill('FIRSTMONTH');
  (code.element() as HTMLInputElement).form?.requestSubmit();
  await expect.poll(() => location.pathname).toBe('/profile');
  expect(answers.calls(createSubscription).map(({ body }) => body.promoCode)).toEqual(['FIRSTMONTH']);
});

test('on a phone the price stays visible, and the checkout works by keyboard alone', async ({ answers }) => {
  await page.viewport(phone.width, phone.height);
  await openCheckout(answers);
  await expect.element(startTrial).toBeInViewport();
  await userEvent.keyboard('{Escape}');
  await expect.element(choosePro).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(part('Card number')).toHaveFocus();
  await userEvent.keyboard('4000000000000002');
  // A digit in the middle is corrected in place.
  await userEvent.keyboard('{Home}{ArrowRight>6/}{Backspace}0');
  await expect.element(part('Card number')).toHaveValue('4000 0000 0000 0002');
  await userEvent.keyboard('{Tab}12/34{Tab}123');
  answers.refuse(createTestCard, 'card_declined');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(declined);
  await expect.element(part('Card number')).toHaveFocus();
  await expect.element(part('Card number')).toBeInViewport();
  // The focused field is not covered by the sticky total.
  postalCode.element().focus();
  expect(isOnTop(postalCode.element())).toBe(true);
});
