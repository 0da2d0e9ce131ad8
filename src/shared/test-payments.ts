import * as z from 'zod/mini';
import { defineEndpoint, textLine } from './contract.ts';

/**
 * What Stripe's own script does in the browser, for the sandbox. These calls are there in test mode alone: no real card
 * ever comes here.
 */

const digits = (name: string) => textLine(40, `This is no ${name}.`, `Please enter the ${name}.`);

export const createTestCard = defineEndpoint({
  method: 'POST',
  path: '/api/test-payments/cards',
  summary: 'In test mode: makes a card of a test card’s number, of which the last four digits are kept',
  access: 'signed-in',
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
  body: z.strictObject({
    client_secret: z.string().check(z.regex(/^(pi|seti)_\w+_secret_\w+$/, 'This is no client secret.')),
    paymentMethodId: z.optional(z.string().check(z.regex(/^pm_\w{1,250}$/, 'This is no card.'))),
  }),
  output: z.strictObject({ status: z.string() }),
  errors: [
    'card_declined',
    'insufficient_funds',
    'expired_card',
    'incorrect_cvc',
    'processing_error',
    'not_found',
  ],
});
