import Stripe from 'stripe';
import { cardErrorCode, paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { FluxError } from '#shared/contract/errors.ts';

/** Converts Stripe's errors to messages for users; details are logged. */
export function asFluxError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError)
    return new FluxError(cardErrorCode(error), undefined, { cause: error });
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, param = '' } = error;
  // The bank requires authentication, but the user is absent.
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

/** The same service with errors for users. */
export function withFluxErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw asFluxError(error);
  });
}
