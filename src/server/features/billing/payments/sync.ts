import type { Context } from '#server/context.ts';
import { newId } from '#server/platform/ids.ts';
import { triggerReconcile } from '../lifecycle/trigger-reconcile.ts';
import { insertSubscription, listSubscriptionRows, lockSubscription, updateSubscription } from '../store.ts';
import type { PaidSubscription, Payments } from '../stripe/port.ts';
import { currentPaid, isNeverPaid, paidFields, replaces } from './merge.ts';
import { tierOfPrice } from './prices.ts';
import { recordRedemptions } from './redemption-history.ts';
import { claimRead, type ProviderRead, startRead } from './store.ts';

/**
 * Stores the current state from the payment service. Each call reads again, so neither order, duplicates nor overlaps
 * of events matter: an older state never replaces a newer one.
 * @returns all of the user's subscriptions
 */
export async function syncCustomer(
  context: Context,
  payments: Payments,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<PaidSubscription[]> {
  const reading = await startRead(context.db, customerId);
  const subscriptions = await readAllPages(context, payments, { userId, customerId });
  const paid = currentPaid(subscriptions);
  if (paid === null) return subscriptions;
  // Each repetition means that another read was applied, so the loop ends.
  if (!(await applyRead(context, { userId, customerId, reading, paid, subscriptions })))
    return syncCustomer(context, payments, { userId, customerId });
  await triggerReconcile(context);
  return subscriptions;
}

/** Applies to deleted customers, too, who have no subscriptions. */
async function readAllPages(
  { db }: Pick<Context, 'db'>,
  payments: Payments,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<PaidSubscription[]> {
  const listed = await payments.listSubscriptions(customerId);
  if (listed.length > 0) return listed;
  const written = (await listSubscriptionRows(db, userId)).find(({ payment_id }) => payment_id !== null);
  const found = written?.payment_id ? await payments.findSubscription(written.payment_id) : null;
  return found ? [found] : [];
}

/** @returns false if it must be read again */
async function applyRead(
  { db, clock, config, secretKey }: Context,
  {
    userId,
    customerId,
    reading,
    paid,
    subscriptions,
  }: {
    userId: string;
    customerId: string;
    reading: ProviderRead;
    paid: PaidSubscription;
    subscriptions: readonly PaidSubscription[];
  },
): Promise<boolean> {
  const now = clock.now();
  const fieldsOf = (subscription: PaidSubscription) => ({
    ...paidFields(subscription, (priceId) => tierOfPrice(config.payments, priceId)),
    updated_at: now,
  });
  return db.transaction().execute(async (trx) => {
    const claim = await claimRead(trx, customerId, reading, promotionsOf(subscriptions));
    if (claim !== 'write') return claim === 'drop';
    await recordRedemptions({ secretKey }, trx, userId);
    const first = { ...fieldsOf(paid), id: newId(), user_id: userId, created_at: now };
    if (await insertSubscription(trx, first)) return true;
    const written = await lockSubscription(trx, userId);
    // Of two ended plans the stored one counts, not the newer.
    const counting = replaces(written, paid)
      ? paid
      : subscriptions.find(({ id }) => id === written.payment_id);
    if (counting) await updateSubscription(trx, written.id, fieldsOf(counting));
    return true;
  });
}

/** A purchase that never went through uses up none; a trial does, also one that was cancelled before it was paid for. */
function promotionsOf(subscriptions: readonly PaidSubscription[]): string[] {
  const had = subscriptions.filter((each) => !isNeverPaid(each));
  return had.flatMap(({ promotionIds }) => promotionIds);
}
