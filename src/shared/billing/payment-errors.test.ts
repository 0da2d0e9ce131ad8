import { expect, test } from 'vitest';
import { cardErrorCode } from './payment-errors.ts';

test.each([
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'card_declined'],
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
  [{ code: 'card_declined', decline_code: 'stolen_card' }, 'card_declined'],
  [{ code: 'card_declined', decline_code: 'expired_card' }, 'expired_card'],
  [{ code: 'expired_card' }, 'expired_card'],
  [{ code: 'incorrect_cvc' }, 'incorrect_cvc'],
  [{ code: 'card_declined', decline_code: 'invalid_cvc' }, 'incorrect_cvc'],
  [{ code: 'processing_error', decline_code: 'a_new_word' }, 'processing_error'],
  [{}, 'card_declined'],
])('%j means %s', (error, code) => {
  expect(cardErrorCode(error)).toBe(code);
});
