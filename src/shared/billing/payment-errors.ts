import type { ErrorCode } from '../contract/errors.ts';

export const paymentsUnavailable = 'Subscription service is temporarily unavailable. Please try again later.';
/** What whoever is not signed in is told by what a purchase consists of. */
export const signedOutOfCheckout = 'User not authenticated';

export type CardErrorCode = Extract<
  ErrorCode,
  'card_declined' | 'insufficient_funds' | 'expired_card' | 'incorrect_cvc' | 'processing_error'
>;

/** By the payment service's words; whatever else a bank says is that it declines. */
const codes: Record<string, CardErrorCode> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
};

/**
 * What a bank says of a card. Its decline code says more, where there is one: `card_declined` is the code that most of
 * them come under.
 */
export function cardErrorCode(error: { code?: string; decline_code?: string }): CardErrorCode {
  return codes[error.decline_code ?? ''] ?? codes[error.code ?? ''] ?? 'card_declined';
}
