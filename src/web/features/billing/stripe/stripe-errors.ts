import type { StripeError } from '@stripe/stripe-js';
import { cardErrorCode, paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError } from '#web/api.ts';
import type { CardPart } from '../card-fields/card-form.ts';

/** The part of the card that an error code of Stripe is about. */
const parts: [CardPart, RegExp][] = [
  ['number', /^(incomplete|invalid|incorrect)_number$/],
  ['expiry', /^(incomplete_expiry|invalid_expiry_\w+)$/],
  ['cvc', /^(incomplete|invalid)_cvc$/],
];

/** A failed bank authentication (3D Secure). */
const unproven = /^(authentication_required|(payment|setup)_intent_authentication_failure)$/;

type Failure = Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'>;

/** Converts an error of Stripe's script to one of Flux's codes. */
export function asCardError(error: Failure): ApiError {
  const { type, code = '', message = '' } = error;
  const [part] = parts.find(([, pattern]) => pattern.test(code)) ?? [];
  if (part !== undefined) return new ApiError('invalid_input', message, { fields: { [part]: message } });
  if (type !== 'card_error' && !unproven.test(code)) return new ApiError('unavailable', paymentsUnavailable);
  const said = cardErrorCode(error);
  return new ApiError(said, errorCatalogue[said].message);
}
