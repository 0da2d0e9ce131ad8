import Stripe from 'stripe';
import { type ErrorCode, FluxError } from '#shared/errors.ts';

export const unavailableMessage = 'Subscription service is temporarily unavailable. Please try again later.';

/** What a bank says of a card, by Stripe's words for it; whatever else it says is that it declines. */
const cardCodes: Record<string, ErrorCode> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
};

/** Makes of an error of Stripe's what a person may read; the rest goes to the log. */
export function asFluxError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) return new FluxError(cardCodeOf(error));
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, param = '' } = error;
  if (code === 'promotion_code_invalid' || param.includes('promotion_code'))
    return new FluxError('invalid_input', 'This promo code cannot be used.', {
      fields: { promoCode: 'This promo code cannot be used.' },
      cause: error,
    });
  if (param.includes('payment_method') || param === 'customer' || /payment method/i.test(error.message))
    return new FluxError('invalid_input', 'This card cannot be used. Please enter it again.', {
      cause: error,
    });
  return new FluxError('unavailable', unavailableMessage, { cause: error });
}

/** The decline code says more where there is one; `card_declined` is what most of them come under. */
function cardCodeOf({ code, decline_code: declineCode }: Stripe.errors.StripeCardError): ErrorCode {
  return cardCodes[declineCode ?? ''] ?? cardCodes[code ?? ''] ?? 'card_declined';
}

/** The same service, whose errors are fit for a person. */
export function withFluxErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw asFluxError(error);
  });
}
