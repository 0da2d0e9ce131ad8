import type { Context } from '#server/context.ts';
import { newId } from '#server/platform/ids.ts';
import { triggerReconcile } from '../lifecycle/trigger-reconcile.ts';
import { insertSubscription, listSubscriptionRows, lockSubscription, updateSubscription } from '../store.ts';
import type { PaidSubscription, Payments } from '../stripe/port.ts';
import { currentPaid, isNothing, paidFields, replaces } from './merge.ts';
import { tierOfPrice } from './prices.ts';
import { recordRedemptions } from './redemption-history.ts';
import { beginReading, claimReading, type Reading } from './store.ts';

/**
 * Writes down what the service says of a person now. It asks anew each time, so it does not matter in which order it is
 * told to, or how often, nor how readings overlap: nothing older is ever written over something newer.
 * @returns everything they ever bought
 */
export async function syncCustomer(
  context: Context,
  payments: Payments,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<PaidSubscription[]> {
  const reading = await beginReading(context.db, customerId);
  const subscriptions = await everythingOf(context, payments, { userId, customerId });
  const paid = currentPaid(subscriptions);
  if (paid === null) return subscriptions;
  // Each time another was written meanwhile, so it comes to an end.
  if (!(await write(context, { userId, customerId, reading, paid, subscriptions })))
    return syncCustomer(context, payments, { userId, customerId });
  await triggerReconcile(context);
  return subscriptions;
}

/** Also what is written down, where its customer was deleted at the service and has nothing any more. */
async function everythingOf(
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

/** @returns false where it has to be asked again */
async function write(
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
    reading: Reading;
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
    const claim = await claimReading(trx, customerId, reading, promotionsOf(subscriptions));
    if (claim !== 'write') return claim === 'drop';
    await recordRedemptions({ secretKey }, trx, userId);
    const first = { ...fieldsOf(paid), id: newId(), user_id: userId, created_at: now };
    if (await insertSubscription(trx, first)) return true;
    const written = await lockSubscription(trx, userId);
    // Of two that are over the newer does not count, and the one that is written is over all the same.
    const counting = replaces(written, paid)
      ? paid
      : subscriptions.find(({ id }) => id === written.payment_id);
    if (counting) await updateSubscription(trx, written.id, fieldsOf(counting));
    return true;
  });
}

/** A purchase that never went through uses up none; a trial does, also one that was cancelled before it was paid for. */
function promotionsOf(subscriptions: readonly PaidSubscription[]): string[] {
  const had = subscriptions.filter((each) => !isNothing(each));
  return had.flatMap(({ promotionIds }) => promotionIds);
}
