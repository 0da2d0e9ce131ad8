import type { Purchase as SharedPurchase } from '#shared/billing/payments.ts';
import type { Purchase } from '../stripe/port.ts';

/** In the shape of the specification, which is that of Stripe's older versions. */
export function presentPurchase({
  subscriptionId,
  status,
  paymentSecret,
  setupSecret,
}: Purchase): SharedPurchase {
  const intent = (secret: string | null) => (secret === null ? null : { client_secret: secret });
  return {
    subscription: {
      id: subscriptionId,
      status,
      latest_invoice: { payment_intent: intent(paymentSecret) },
      pending_setup_intent: intent(setupSecret),
    },
  };
}
