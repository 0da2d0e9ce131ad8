import type Stripe from 'stripe';
import type { PaidTerms, SavedCard } from './port.ts';

/** What a subscription is paid with is its own; where it has none, its customer's. */
export async function readTerms(stripe: Stripe, subscriptionId: string): Promise<PaidTerms> {
  const expand = ['default_payment_method', 'customer.invoice_settings.default_payment_method'];
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand });
  const { customer, default_payment_method: own, discounts, items } = subscription;
  const ofCustomer =
    typeof customer === 'string' || customer.deleted
      ? null
      : customer.invoice_settings.default_payment_method;
  const method = own ?? ofCustomer;
  const price = items.data[0]?.price;
  return {
    // It is asked for expanded.
    card: method === null || typeof method === 'string' ? null : readMethod(method),
    price: price ? { id: price.id, unitAmount: price.unit_amount, currency: price.currency } : null,
    isDiscounted: discounts.length > 0,
  };
}

function readMethod({ type, card }: Stripe.PaymentMethod): SavedCard {
  if (!card) return { brand: type, last4: null, expMonth: null, expYear: null };
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { brand, last4, expMonth, expYear };
}
