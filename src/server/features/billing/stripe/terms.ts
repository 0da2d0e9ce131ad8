import Stripe from 'stripe';
import type { Credit } from '#shared/billing/payments.ts';
import type { Outlook, PaidTerms, SavedCard } from './port.ts';
import { isEnding, readNextBill } from './read.ts';

export async function readTerms(stripe: Stripe, subscriptionId: string): Promise<PaidTerms> {
  return termsOf(await retrieveWhole(stripe, subscriptionId));
}

export async function readOutlook(stripe: Stripe, subscriptionId: string): Promise<Outlook> {
  const subscription = await retrieveWhole(stripe, subscriptionId);
  return { ...termsOf(subscription), upcoming: await upcomingOf(stripe, subscription) };
}

function retrieveWhole(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription> {
  const expand = [
    'default_payment_method',
    'customer.invoice_settings.default_payment_method',
    'discounts.source.coupon',
  ];
  return stripe.subscriptions.retrieve(subscriptionId, { expand });
}

/** The subscription's own payment method, or else the customer's. */
function termsOf({
  customer: reference,
  default_payment_method: own,
  discounts,
  items,
  currency,
}: Stripe.Subscription): PaidTerms {
  const customer = typeof reference === 'string' || reference.deleted ? null : reference;
  const method = own ?? customer?.invoice_settings.default_payment_method ?? null;
  const price = items.data[0]?.price;
  return {
    // It is asked for expanded.
    card: method === null || typeof method === 'string' ? null : readMethod(method),
    price: price ? { id: price.id, unitAmount: price.unit_amount, currency: price.currency } : null,
    isDiscounted: discounts.length > 0,
    isDiscountLasting: discounts.some((discount) => !isForOneBill(discount)),
    credit: customer === null ? { amount: 0, currency } : customerCredit(customer, currency),
  };
}

/** A balance below zero is in the customer's favour. The customer has no currency before the first bill. */
export function customerCredit({ balance, currency }: Stripe.Customer, otherwise: string): Credit {
  return { amount: Math.max(0, -balance), currency: currency ?? otherwise };
}

function isForOneBill(discount: string | Stripe.Discount): boolean {
  if (typeof discount === 'string') return false;
  const { coupon } = discount.source;
  return coupon !== null && typeof coupon === 'object' && coupon.duration === 'once';
}

async function upcomingOf(stripe: Stripe, subscription: Stripe.Subscription) {
  const renews = subscription.status === 'active' || subscription.status === 'trialing';
  if (!renews || isEnding(subscription)) return null;
  try {
    return readNextBill(await stripe.invoices.createPreview({ subscription: subscription.id }));
  } catch (error) {
    // Stripe has no next bill, or lacks an address to compute its tax: the rest is known all the same.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

function readMethod({ type, card }: Stripe.PaymentMethod): SavedCard {
  if (!card) return { brand: type, last4: null, expMonth: null, expYear: null };
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { brand, last4, expMonth, expYear };
}
