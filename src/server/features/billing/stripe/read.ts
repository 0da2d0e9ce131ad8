import type Stripe from 'stripe';
import type { LastBill } from '#server/db/schema/billing.ts';
import type { NextBill } from '#shared/billing/payments.ts';
import {
  type Bill,
  type PaidStatus,
  type PaidSubscription,
  type Promotion,
  type Purchase,
  paidStatuses,
} from './port.ts';

/** A status of days to come is read as one that allows nothing and has not ended. */
function statusOf(status: Stripe.Subscription['status']): PaidStatus {
  return paidStatuses.find((each) => each === status) ?? 'past_due';
}

const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
/** Of an expandable reference. */
const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/**
 * In Stripe's flexible billing mode, the default since 2025, a subscription cancelled in the portal has only
 * `cancel_at`, like one with a fixed end. One that renews before its end counts as active.
 */
function readEnd(subscription: Stripe.Subscription) {
  const periodEnd = periodEndOf(subscription);
  const ends = isEnding(subscription);
  return {
    cancelAtPeriodEnd: ends,
    currentPeriodEndsAt: dateOf(ends ? (subscription.cancel_at ?? periodEnd) : periodEnd),
  };
}

/** Since 2025 it is the items that have periods. */
const periodEndOf = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? null;

/** Whether it ends with its period, so that no bill follows. */
export function isEnding(subscription: Stripe.Subscription): boolean {
  const { cancel_at: cancelAt, cancel_at_period_end: isMarked } = subscription;
  const periodEnd = periodEndOf(subscription);
  return isMarked || (cancelAt !== null && (periodEnd === null || cancelAt <= periodEnd));
}

/** The parameter that withdraws an end, matching how it was set: Stripe refuses both at once. */
export function removeScheduledEnd({
  cancel_at: cancelAt,
  cancel_at_period_end: isMarked,
}: Stripe.Subscription) {
  return cancelAt !== null && !isMarked ? { cancel_at: '' as const } : { cancel_at_period_end: false };
}

export function readSubscription(subscription: Stripe.Subscription): PaidSubscription {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: statusOf(subscription.status),
    priceId: item?.price.id ?? null,
    promotionIds: readPromotionIds(subscription),
    trialEndsAt: dateOf(subscription.trial_end),
    ...readEnd(subscription),
    endedAt: dateOf(subscription.ended_at),
    lastBill: readLastBill(subscription.latest_invoice),
    createdAt: new Date(subscription.created * 1000),
  };
}

/** The discounts are asked for expanded. A code may be applied at Stripe, too, beside the one that began the plan. */
function readPromotionIds({ metadata, discounts }: Stripe.Subscription): string[] {
  const applied = discounts.map((discount) =>
    typeof discount === 'object' ? idOf(discount.promotion_code) : null,
  );
  const ids = [metadata.promotionId ?? null, ...applied].filter((id) => id !== null);
  return [...new Set(ids)];
}

/** It is asked for expanded. */
function readLastBill(invoice: Stripe.Subscription['latest_invoice']): LastBill | null {
  if (invoice === null || typeof invoice !== 'object') return null;
  return {
    id: invoice.id ?? '',
    isPaid: invoice.status === 'paid',
    paid: invoice.amount_paid,
    due: invoice.amount_due,
    total: invoice.total,
    credit: creditUsed(invoice),
    currency: invoice.currency,
    attempts: invoice.attempt_count,
    nextAttemptAt: dateOf(invoice.next_payment_attempt)?.toISOString() ?? null,
  };
}

export function readPurchase(subscription: Stripe.Subscription): Purchase {
  const { latest_invoice: invoice, pending_setup_intent: setup } = subscription;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  return {
    subscriptionId: subscription.id,
    status: statusOf(subscription.status),
    paymentSecret: subscription.status === 'incomplete' ? (secret ?? null) : null,
    setupSecret: typeof setup === 'object' ? (setup?.client_secret ?? null) : null,
  };
}

export function readPromotion(code: Stripe.PromotionCode): Promotion | null {
  const { coupon } = code.promotion;
  // It is asked for expanded.
  if (coupon === null || typeof coupon === 'string') return null;
  return {
    id: code.id,
    isActive:
      code.active &&
      coupon.valid &&
      (code.max_redemptions === null || code.times_redeemed < code.max_redemptions),
    expiresAt: dateOf(code.expires_at),
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    minimumAmount: code.restrictions.minimum_amount,
    firstTimeOnly: code.restrictions.first_time_transaction,
    productIds: coupon.applies_to?.products ?? null,
    payments: discountedPayments(coupon),
  };
}

function discountedPayments({ duration, duration_in_months: months }: Stripe.Coupon): number | null {
  if (duration === 'once') return 1;
  return duration === 'repeating' ? months : null;
}

/** A negative balance is a credit; a bill uses as much of it as it needs. */
function creditUsed({ total, starting_balance: balance = 0 }: Stripe.Invoice): number {
  return Math.max(0, Math.min(total, -balance));
}

const sum = (parts: readonly { amount: number }[] | null) =>
  (parts ?? []).reduce((total, { amount }) => total + amount, 0);

export function readNextBill(invoice: Stripe.Invoice): NextBill {
  return {
    amountDue: Math.max(0, invoice.amount_due),
    discount: sum(invoice.total_discount_amounts),
    tax: sum(invoice.total_taxes),
    creditUsed: creditUsed(invoice),
    currency: invoice.currency,
  };
}

/** Below zero it is in the customer's favour. */
export function readBill({ amount_due: amountDue, total, currency }: Stripe.Invoice): Bill {
  return { amountDue: Math.max(0, amountDue), credit: Math.max(0, -total), currency };
}
