import { bill, charge, close } from './invoices.ts';
import type { Invoice, PaymentError, Subscription, SubscriptionItem } from './objects.ts';
import type { SandboxRepository } from './sandbox-repository.ts';
import { nextRetry, periodEnd } from './schedule.ts';
import { missing } from './wire.ts';

/** There is always one. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw missing('subscription item', subscription.id);
  return item;
}

function setPeriod(subscription: Subscription, start: number, endSubscription: number): void {
  const item = itemOf(subscription);
  item.current_period_start = start;
  item.current_period_end = endSubscription;
}

export async function saveAndNotify(
  repository: SandboxRepository,
  subscription: Subscription,
): Promise<Subscription> {
  await repository.save(subscription);
  await repository.emit('customer.subscription.updated', subscription);
  return subscription;
}

/** The subscription's card, or else the customer's default card. */
export async function cardFor(
  repository: SandboxRepository,
  subscription: Subscription,
): Promise<string | null> {
  const customer = await repository.get('customer', subscription.customer);
  return subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
}

/** Starts the first paid period, at the end of a trial, and charges it. */
export async function beginPaidPeriod(
  repository: SandboxRepository,
  subscription: Subscription,
): Promise<PaymentError | null> {
  subscription.billing_cycle_anchor = repository.now;
  subscription.trial_end = repository.now;
  return renew(repository, subscription, repository.now);
}

/** @returns why the bill was not paid, or null */
async function renew(
  repository: SandboxRepository,
  subscription: Subscription,
  start: number,
): Promise<PaymentError | null> {
  const endSubscription = periodEnd(subscription.billing_cycle_anchor, start);
  setPeriod(subscription, start, endSubscription);
  const amount = itemOf(subscription).price.unit_amount;
  const invoice = await bill(repository, subscription, {
    reason: 'subscription_cycle',
    amount,
    start,
    end: endSubscription,
  });
  subscription.latest_invoice = invoice.id;
  const error =
    invoice.status === 'paid'
      ? null
      : await charge(repository, invoice, await cardFor(repository, subscription));
  subscription.status = error === null ? 'active' : 'past_due';
  await saveAndNotify(repository, subscription);
  if (error !== null) await scheduleRetry(repository, invoice.id);
  return error;
}

async function scheduleRetry(repository: SandboxRepository, invoiceId: string): Promise<Invoice> {
  const invoice = await repository.get('invoice', invoiceId);
  return repository.save({
    ...invoice,
    next_payment_attempt: nextRetry(invoice.attempt_count, repository.now),
  });
}

/** Ends it here and now. */
export async function endSubscription(
  repository: SandboxRepository,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Promise<Subscription> {
  // An unpaid subscription expires instead of being cancelled.
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= repository.now;
  subscription.ended_at = repository.now;
  subscription.cancellation_details = { reason };
  await close(
    repository,
    subscription.latest_invoice,
    reason === 'payment_failed' ? 'uncollectible' : 'void',
  );
  await repository.save(subscription);
  await repository.emit('customer.subscription.deleted', subscription);
  return subscription;
}

/** Processes a subscription or an invoice that is due. */
export async function runDue(repository: SandboxRepository, id: string): Promise<void> {
  const invoice = await repository.find('invoice', id);
  if (invoice) return retry(repository, invoice);
  const subscription = await repository.get('subscription', id);
  const { status, trial_end: trialEnd } = subscription;
  if (status === 'incomplete') {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = repository.now;
    await close(repository, subscription.latest_invoice, 'void');
    await saveAndNotify(repository, subscription);
  } else if (status === 'trialing' && !subscription._announced && (trialEnd ?? 0) > repository.now) {
    subscription._announced = true;
    await repository.save(subscription);
    await repository.emit('customer.subscription.trial_will_end', subscription);
  } else if (subscription.cancel_at !== null)
    await endSubscription(repository, subscription, 'cancellation_requested');
  else if (status === 'trialing') await beginPaidPeriod(repository, subscription);
  else await renew(repository, subscription, itemOf(subscription).current_period_end);
}

async function retry(repository: SandboxRepository, invoice: Invoice): Promise<void> {
  const subscription = await repository.get('subscription', invoice.parent.subscription_details.subscription);
  const error = await charge(repository, invoice, await cardFor(repository, subscription));
  if (error === null) {
    subscription.status = 'active';
    await saveAndNotify(repository, subscription);
    return;
  }
  const { next_payment_attempt: next } = await scheduleRetry(repository, invoice.id);
  if (next === null) await endSubscription(repository, subscription, 'payment_failed');
  else await saveAndNotify(repository, subscription);
}
