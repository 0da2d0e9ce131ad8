import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { nudgeLives } from '../life/nudge.ts';
import { insertSubscription, listSubscriptionRows, lockSubscription, updateSubscription } from '../store.ts';
import type { PaidSubscription, Payments } from '../stripe/port.ts';
import { currentPaid, isNothing, paidFields, replaces } from './merge.ts';
import { rememberPast } from './past.ts';
import { tierOfPrice } from './prices.ts';
import { beginReading, claimReading } from './store.ts';

/**
 * Writes down what the service says of a person now. It asks anew each time, so it does not matter in which order it is
 * told to, or how often: of readings that overlap the one that began last is kept, and that one has seen it all.
 * @returns everything they ever bought
 */
export async function syncCustomer(
  context: Context,
  payments: Payments,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<PaidSubscription[]> {
  const number = await beginReading(context.db, customerId);
  const subscriptions = await everythingOf(context, payments, { userId, customerId });
  const paid = currentPaid(subscriptions);
  if (paid !== null) {
    await write(context, { userId, customerId, number, paid, subscriptions });
    await nudgeLives(context);
  }
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

async function write(
  { db, clock, config, secretKey }: Context,
  {
    userId,
    customerId,
    number,
    paid,
    subscriptions,
  }: {
    userId: string;
    customerId: string;
    number: number;
    paid: PaidSubscription;
    subscriptions: readonly PaidSubscription[];
  },
): Promise<void> {
  const now = clock.now();
  const fieldsOf = (subscription: PaidSubscription) => ({
    ...paidFields(subscription, (priceId) => tierOfPrice(config.payments, priceId)),
    updated_at: now,
  });
  await db.transaction().execute(async (trx) => {
    if (!(await claimReading(trx, customerId, number, promotionsOf(subscriptions)))) return;
    await rememberPast({ secretKey }, trx, userId);
    const first = { ...fieldsOf(paid), id: newId(), user_id: userId, created_at: now };
    if (await insertSubscription(trx, first)) return;
    const written = await lockSubscription(trx, userId);
    // Of two that are over the newer does not count, and the one that is written is over all the same.
    const counting = replaces(written, paid)
      ? paid
      : subscriptions.find(({ id }) => id === written.payment_id);
    if (counting) await updateSubscription(trx, written.id, fieldsOf(counting));
  });
}

/** A purchase that never went through uses up none; a trial does, also one that was cancelled before it was paid for. */
function promotionsOf(subscriptions: readonly PaidSubscription[]): string[] {
  const had = subscriptions.filter((each) => !isNothing(each));
  return had.flatMap(({ promotionIds }) => promotionIds);
}
