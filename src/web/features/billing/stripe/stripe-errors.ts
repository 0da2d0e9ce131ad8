import type { StripeError } from '@stripe/stripe-js';
import { cardErrorCode, paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError } from '#web/api.ts';
import type { CardPart } from '../card-fields/card-form.ts';

/** Which part of the card a code of Stripe's is about that says it cannot be right as it was typed. */
const parts: [CardPart, RegExp][] = [
  ['number', /^(incomplete|invalid|incorrect)_number$/],
  ['expiry', /^(incomplete_expiry|invalid_expiry_\w+)$/],
  ['cvc', /^(incomplete|invalid)_cvc$/],
];

/** The bank asked who pays, and did not hear it (3D Secure). */
const unproven = /^(authentication_required|(payment|setup)_intent_authentication_failure)$/;

type Failure = Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'>;

/** Makes of an error of Stripe's script one of Flux's, whose words are told by its code. */
export function asCardError(error: Failure): ApiError {
  const { type, code = '', message = '' } = error;
  const [part] = parts.find(([, pattern]) => pattern.test(code)) ?? [];
  if (part !== undefined) return new ApiError('invalid_input', message, { fields: { [part]: message } });
  if (type !== 'card_error' && !unproven.test(code)) return new ApiError('unavailable', paymentsUnavailable);
  const said = cardErrorCode(error);
  return new ApiError(said, errorCatalogue[said].message);
}
