import type { ErrorCode } from '../contract/errors.ts';

export const paymentsUnavailable = 'Subscription service is temporarily unavailable. Please try again later.';
/** The message of the purchase endpoints for visitors who are not signed in. */
export const signedOutOfCheckout = 'User not authenticated';

export type CardErrorCode = Extract<
  ErrorCode,
  'card_declined' | 'insufficient_funds' | 'expired_card' | 'incorrect_cvc' | 'processing_error'
>;

/** Detects declines by the payment provider's codes; any other bank error is a decline. */
const codes: Record<string, CardErrorCode> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
};

/** The reason for a declined card. The decline code is more specific than `card_declined`, if present. */
export function cardErrorCode(error: { code?: string; decline_code?: string }): CardErrorCode {
  return codes[error.decline_code ?? ''] ?? codes[error.code ?? ''] ?? 'card_declined';
}
