import { hasCheckDigit } from '#shared/billing/test-payments.ts';
import type { PaymentError } from './objects.ts';
import { WireError } from './wire.ts';

/** The result of charging a card. The card number is not stored. */
export type CardBehaviour =
  | 'pays'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'declined_later';

const behaviours: Record<string, { brand: string; behaviour: CardBehaviour }> = {
  '4242424242424242': { brand: 'visa', behaviour: 'pays' },
  '5555555555554444': { brand: 'mastercard', behaviour: 'pays' },
  '378282246310005': { brand: 'amex', behaviour: 'pays' },
  '4000000000000002': { brand: 'visa', behaviour: 'declined' },
  '4000000000009995': { brand: 'visa', behaviour: 'insufficient_funds' },
  '4000000000000069': { brand: 'visa', behaviour: 'expired' },
  '4000000000000127': { brand: 'visa', behaviour: 'incorrect_cvc' },
  '4000000000000119': { brand: 'visa', behaviour: 'processing_error' },
  '4000000000000341': { brand: 'visa', behaviour: 'declined_later' },
};

const refusals: Record<Exclude<CardBehaviour, 'pays'>, Omit<PaymentError, 'type'>> = {
  declined: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: 'Your card’s security code is incorrect.',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  declined_later: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
};

export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

export interface TestCard {
  brand: string;
  last4: string;
  behaviour: CardBehaviour;
}

/**
 * The entered test card.
 * @throws WireError for any other card, as Stripe does in test mode, and for invalid fields
 */
export function testCardOf({ number, expMonth, expYear, cvc }: CardInput, now: Date): TestCard {
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !hasCheckDigit(digits))
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12)
    throw cardError('invalid_expiry_month', 'exp_month', 'Your card’s expiration month is invalid.');
  const months = expYear * 12 + expMonth - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1);
  if (!Number.isInteger(expYear) || months < 0 || months > 50 * 12)
    throw cardError('invalid_expiry_year', 'exp_year', 'Your card’s expiration year is invalid.');
  if (!/^\d{3,4}$/.test(cvc)) throw cardError('invalid_cvc', 'cvc', 'Your card’s security code is invalid.');
  const known = behaviours[digits];
  if (!known)
    throw cardError(
      'card_declined',
      'number',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'test_mode_live_card',
    );
  return { ...known, last4: digits.slice(-4) };
}

/** The error of a charge; null if it is paid. */
export function chargeError(behaviour: CardBehaviour): PaymentError | null {
  return behaviour === 'pays' ? null : { type: 'card_error', ...refusals[behaviour] };
}

/** The error of attaching a card to a customer, which asks the bank for the first time. */
export function attachError(behaviour: CardBehaviour): PaymentError | null {
  return behaviour === 'declined_later' ? null : chargeError(behaviour);
}

export function asWireError(error: PaymentError): WireError {
  return new WireError(402, { ...error });
}

function cardError(code: string, param: string, message: string, declineCode?: string): WireError {
  return new WireError(402, {
    type: 'card_error',
    code,
    param: `card[${param}]`,
    message,
    ...(declineCode ? { decline_code: declineCode } : {}),
  });
}
