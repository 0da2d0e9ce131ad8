import type { StripeErrorType } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { invalidParts } from '../card-fields/card-form.ts';
import { asCardError } from './stripe-errors.ts';

const ofType = (type: StripeErrorType, code: string, more = {}) =>
  asCardError({ type, code, message: 'Stripe’s words.', ...more });

test.each([
  ['card_declined', 'generic_decline', 'card_declined'],
  ['card_declined', 'insufficient_funds', 'insufficient_funds'],
  ['expired_card', undefined, 'expired_card'],
  ['incorrect_cvc', undefined, 'incorrect_cvc'],
  ['processing_error', undefined, 'processing_error'],
] as const)('a card with code %s (%s) has Flux’s message for %s', (code, decline_code, expected) => {
  const error = ofType('card_error', code, { decline_code });
  expect(error).toMatchObject({ code: expected, message: errorCatalogue[expected].message });
});

test.each([
  ['incomplete_number', 'number'],
  ['invalid_number', 'number'],
  ['incorrect_number', 'number'],
  ['incomplete_expiry', 'expiry'],
  ['invalid_expiry_year_past', 'expiry'],
  ['invalid_expiry_month', 'expiry'],
  ['incomplete_cvc', 'cvc'],
  ['invalid_cvc', 'cvc'],
])('%s is about the %s, with Stripe’s message', (code, part) => {
  expect(ofType('validation_error', code)).toMatchObject({
    code: 'invalid_input',
    fields: { [part]: 'Stripe’s words.' },
  });
});

test.each(['payment_intent_authentication_failure', 'setup_intent_authentication_failure'])(
  'a failed bank authentication (%s) is a decline',
  (code) => {
    expect(ofType('invalid_request_error', code)).toMatchObject({ code: 'card_declined' });
  },
);

test.each([
  ['api_connection_error', ''],
  ['api_error', ''],
  ['authentication_error', 'api_key_expired'],
  ['rate_limit_error', 'rate_limit'],
  ['invalid_request_error', 'resource_missing'],
] as const)('an error that is not about the card (%s %s) has no message of its own', (type, code) => {
  expect(ofType(type, code)).toMatchObject({
    code: 'unavailable',
    message: 'Subscription service is temporarily unavailable. Please try again later.',
  });
});

test('each missing part has its own message, and no missing part is no error', () => {
  expect(invalidParts({})).toBeNull();
  expect(invalidParts({ expiry: 'When?', cvc: 'What?' })).toMatchObject({
    code: 'invalid_input',
    message: 'When?',
    fields: { expiry: 'When?', cvc: 'What?' },
  });
});
