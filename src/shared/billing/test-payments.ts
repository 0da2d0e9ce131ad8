import * as z from 'zod/mini';
import { type CallOutput, defineEndpoint, isoDate, textLine } from '../contract/contract.ts';
import { signedOutOfCheckout } from './payment-errors.ts';
import { creditSchema, nextBillSchema } from './payments.ts';
import { tiers } from './plans.ts';

/** Replaces Stripe's own script for the sandbox. These endpoints exist in test mode only: no real card gets here. */

const cardErrors = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
] as const;

const cardIdSchema = z.string().check(z.regex(/^pm_\w{1,250}$/, 'This is no card.'));
const digits = (name: string) => textLine(40, `This is no ${name}.`, `Please enter the ${name}.`);

export const createTestCard = defineEndpoint({
  method: 'POST',
  path: '/api/test-payments/cards',
  summary: 'In test mode: makes a card of a test card’s number, of which the last four digits are kept',
  access: 'signed-in',
  signedOutMessage: signedOutOfCheckout,
  body: z.strictObject({
    number: digits('card number'),
    exp_month: z.int(),
    exp_year: z.int(),
    cvc: digits('security code'),
    postal_code: z.optional(textLine(20, 'This postal code is too long.')),
  }),
  output: z.strictObject({ paymentMethodId: z.string(), brand: z.string(), last4: z.string() }),
  errors: ['card_declined', 'expired_card', 'incorrect_cvc', 'processing_error'],
});

export const confirmTestPayment = defineEndpoint({
  method: 'POST',
  path: '/api/test-payments/confirm',
  summary: 'In test mode: confirms a payment, or a card for later, by its client secret',
  access: 'signed-in',
  signedOutMessage: signedOutOfCheckout,
  body: z.strictObject({
    client_secret: z.string().check(z.regex(/^(pi|seti)_\w+_secret_\w+$/, 'This is no client secret.')),
    paymentMethodId: z.optional(cardIdSchema),
  }),
  output: z.strictObject({ status: z.string() }),
  errors: [...cardErrors, 'not_found'],
});

const sessionSchema = z.string().check(z.regex(/^bps_\w{1,250}$/, 'This is no billing session.'));

/** Data of the page that replaces Stripe's billing portal. */
const testBillingSchema = z.strictObject({
  /** A page of Flux. */
  returnUrl: z.string(),
  cards: z.array(
    z.strictObject({
      id: z.string(),
      brand: z.string(),
      last4: z.string(),
      exp_month: z.int(),
      exp_year: z.int(),
      /** Whether it is the default payment method. */
      isDefault: z.boolean(),
    }),
  ),
  bills: z.array(
    z.strictObject({
      id: z.string(),
      createdAt: isoDate,
      /** Cents. */
      amount: z.int(),
      currency: z.string(),
      status: z.string(),
    }),
  ),
  /** Null if there is no running subscription. */
  plan: z.nullable(
    z.strictObject({
      tier: z.enum(tiers),
      status: z.string(),
      cancelAtPeriodEnd: z.boolean(),
      currentPeriodEnd: z.nullable(isoDate),
      nextBill: z.nullable(nextBillSchema),
    }),
  ),
  credit: creditSchema,
});

const billing = '/api/test-payments/billing';
const billingErrors = ['not_found', 'gone', 'unavailable'] as const;

export const readTestBilling = defineEndpoint({
  method: 'GET',
  path: billing,
  summary: 'In test mode: one’s own cards and bills, by the session that `createBillingPortalSession` made',
  access: 'signed-in',
  query: z.strictObject({ session: sessionSchema }),
  output: testBillingSchema,
  errors: [...billingErrors],
});

export const keepTestCard = defineEndpoint({
  method: 'POST',
  path: `${billing}/cards`,
  summary: 'In test mode: keeps a card, if it is new, and pays with it from now on',
  access: 'signed-in',
  body: z.strictObject({ session: sessionSchema, paymentMethodId: cardIdSchema }),
  output: testBillingSchema,
  errors: [...billingErrors, ...cardErrors],
});

export const removeTestCard = defineEndpoint({
  method: 'DELETE',
  path: `${billing}/cards`,
  summary: 'In test mode: removes a card, also the one that is paid with',
  access: 'signed-in',
  body: z.strictObject({ session: sessionSchema, paymentMethodId: cardIdSchema }),
  output: testBillingSchema,
  errors: [...billingErrors],
});

export const payTestBill = defineEndpoint({
  method: 'POST',
  path: `${billing}/pay`,
  summary: 'In test mode: pays an open bill',
  access: 'signed-in',
  body: z.strictObject({
    session: sessionSchema,
    billId: z.string().check(z.regex(/^in_\w{1,250}$/, 'This is no bill.')),
  }),
  output: testBillingSchema,
  errors: [...billingErrors, ...cardErrors],
});

export const cancelTestPlan = defineEndpoint({
  method: 'POST',
  path: `${billing}/cancel`,
  summary: 'In test mode: cancels the plan at the end of its period, as Stripe’s page does',
  access: 'signed-in',
  body: z.strictObject({ session: sessionSchema }),
  output: testBillingSchema,
  errors: [...billingErrors],
});
export type TestBilling = CallOutput<typeof readTestBilling>;

const longestSeconds = 366 * 86_400;

/** If FLUX_TEST_CLOCK is on. */
export const moveTestClock = defineEndpoint({
  method: 'POST',
  path: '/api/test-payments/clock',
  summary:
    'In test mode: moves the clock of this Flux forward, and lets happen what falls due; sessions end by it too',
  access: 'admin',
  body: z.strictObject({
    seconds: z
      .int('Please say by how many seconds.')
      .check(z.gte(1, 'A clock goes forward.'), z.lte(longestSeconds, 'A year at most.')),
  }),
  output: z.strictObject({ now: isoDate }),
});

/** The check digit at the end of a card number (Luhn, ISO/IEC 7812). */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
