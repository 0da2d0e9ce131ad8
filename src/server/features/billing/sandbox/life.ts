import { bill, charge, close } from './invoices.ts';
import type { Invoice, PaymentError, Subscription, SubscriptionItem } from './objects.ts';
import { nextRetry, periodEnd } from './schedule.ts';
import type { Shelf } from './shelf.ts';
import { missing } from './wire.ts';

/** There is always one. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw missing('subscription item', subscription.id);
  return item;
}

function setPeriod(subscription: Subscription, start: number, end: number): void {
  const item = itemOf(subscription);
  item.current_period_start = start;
  item.current_period_end = end;
}

export async function tell(shelf: Shelf, subscription: Subscription): Promise<Subscription> {
  await shelf.save(subscription);
  await shelf.emit('customer.subscription.updated', subscription);
  return subscription;
}

/** The card that a subscription is paid with; the customer's, where it has none of its own. */
export async function cardFor(shelf: Shelf, subscription: Subscription): Promise<string | null> {
  const customer = await shelf.get('customer', subscription.customer);
  return subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
}

/** Begins the first period that is paid for, at the end of a trial, and tries to have it paid. */
export async function beginPaidPeriod(
  shelf: Shelf,
  subscription: Subscription,
): Promise<PaymentError | null> {
  subscription.billing_cycle_anchor = shelf.now;
  subscription.trial_end = shelf.now;
  return renew(shelf, subscription, shelf.now);
}

/** @returns why the bill was not paid, or null */
async function renew(shelf: Shelf, subscription: Subscription, start: number): Promise<PaymentError | null> {
  const end = periodEnd(subscription.billing_cycle_anchor, start);
  setPeriod(subscription, start, end);
  const amount = itemOf(subscription).price.unit_amount;
  const invoice = await bill(shelf, subscription, { reason: 'subscription_cycle', amount, start, end });
  subscription.latest_invoice = invoice.id;
  const error =
    invoice.status === 'paid' ? null : await charge(shelf, invoice, await cardFor(shelf, subscription));
  subscription.status = error === null ? 'active' : 'past_due';
  await tell(shelf, subscription);
  if (error !== null) await scheduleRetry(shelf, invoice.id);
  return error;
}

async function scheduleRetry(shelf: Shelf, invoiceId: string): Promise<Invoice> {
  const invoice = await shelf.get('invoice', invoiceId);
  return shelf.save({ ...invoice, next_payment_attempt: nextRetry(invoice.attempt_count, shelf.now) });
}

/** Ends it here and now. */
export async function end(
  shelf: Shelf,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Promise<Subscription> {
  // What was never paid for was never there to be cancelled.
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= shelf.now;
  subscription.ended_at = shelf.now;
  subscription.cancellation_details = { reason };
  await close(shelf, subscription.latest_invoice, reason === 'payment_failed' ? 'uncollectible' : 'void');
  await shelf.save(subscription);
  await shelf.emit('customer.subscription.deleted', subscription);
  return subscription;
}

/** What happens to a subscription, or to a bill of one, because its time has come. */
export async function comeDue(shelf: Shelf, id: string): Promise<void> {
  const invoice = await shelf.find('invoice', id);
  if (invoice) return retry(shelf, invoice);
  const subscription = await shelf.get('subscription', id);
  const { status, trial_end: trialEnd } = subscription;
  if (status === 'incomplete') {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = shelf.now;
    await close(shelf, subscription.latest_invoice, 'void');
    await tell(shelf, subscription);
  } else if (status === 'trialing' && !subscription._announced && (trialEnd ?? 0) > shelf.now) {
    subscription._announced = true;
    await shelf.save(subscription);
    await shelf.emit('customer.subscription.trial_will_end', subscription);
  } else if (subscription.cancel_at !== null) await end(shelf, subscription, 'cancellation_requested');
  else if (status === 'trialing') await beginPaidPeriod(shelf, subscription);
  else await renew(shelf, subscription, itemOf(subscription).current_period_end);
}

async function retry(shelf: Shelf, invoice: Invoice): Promise<void> {
  const subscription = await shelf.get('subscription', invoice.parent.subscription_details.subscription);
  const error = await charge(shelf, invoice, await cardFor(shelf, subscription));
  if (error === null) {
    subscription.status = 'active';
    await tell(shelf, subscription);
    return;
  }
  const { next_payment_attempt: next } = await scheduleRetry(shelf, invoice.id);
  if (next === null) await end(shelf, subscription, 'payment_failed');
  else await tell(shelf, subscription);
}
