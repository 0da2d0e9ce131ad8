import Stripe from 'stripe';
import { cardErrorCode, paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { FluxError } from '#shared/contract/errors.ts';

/** Makes of an error of Stripe's what a person may read; the rest goes to the log. */
export function asFluxError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError)
    return new FluxError(cardErrorCode(error), undefined, { cause: error });
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, param = '' } = error;
  // The bank wants to ask who pays, and nobody is there to be asked.
  if (code !== undefined && /requires_action$|^authentication_required$/.test(code))
    return new FluxError('card_declined', undefined, { cause: error });
  if (code === 'promotion_code_invalid' || param.includes('promotion_code'))
    return new FluxError('invalid_input', 'This promo code cannot be used.', {
      fields: { promoCode: 'This promo code cannot be used.' },
      cause: error,
    });
  if (param.includes('payment_method') || param === 'customer' || /payment method/i.test(error.message))
    return new FluxError('invalid_input', 'This card cannot be used. Please enter it again.', {
      cause: error,
    });
  return new FluxError('unavailable', paymentsUnavailable, { cause: error });
}

/** The same service, whose errors are fit for a person. */
export function withFluxErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw asFluxError(error);
  });
}
