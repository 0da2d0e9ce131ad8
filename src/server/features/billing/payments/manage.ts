import type { Context } from '#server/context.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import type { cancelSubscription, changeSubscription } from '#shared/billing/payments.ts';
import type { CallInput, CallOutput } from '#shared/contract/contract.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentSubscription } from '../present.ts';
import { listSubscriptionRows, type SubscriptionRow } from '../store.ts';
import type { Payments } from '../stripe/port.ts';
import { findHeld, getChangeable, type Held, noneFound, requirePaid } from './held.ts';
import { proratedFrom } from './preview.ts';
import { priceForSale } from './products.ts';
import { findCustomer } from './store.ts';
import { whileBuying } from './subscribe.ts';
import { syncCustomer } from './sync.ts';

/**
 * Ends a trial and has the plan paid for.
 * @throws FluxError `CARD_DECLINED` or `NO_PAYMENT_METHOD`, and the trial goes on; `payment_open` where it is over and
 * its payment failed
 */
export async function upgradeTrial(
  context: Context,
  payments: Payments,
  viewer: Viewer,
): Promise<Subscription> {
  const held = await findHeld(context, payments, viewer.id);
  if (held === null) throw new FluxError('conflict', noneFound);
  return whileBuying(context, held.customerId, async () => {
    const now = await readPaid(context, payments, viewer, held);
    // One that is active by now was upgraded by the first of two clicks.
    if (now.status === 'active') return now;
    if (now.status !== 'trialing') throw new FluxError('conflict', noneFound);
    const { paymentId } = held;
    const { card } = await payments.readTerms(paymentId);
    if (card === null) throw new FluxError('NO_PAYMENT_METHOD');
    await payments.endTrial(paymentId).catch((error: unknown) => {
      const isDeclined = error instanceof FluxError && error.status === 402;
      throw isDeclined ? new FluxError('CARD_DECLINED', undefined, { cause: error }) : error;
    });
    return readAgain(context, payments, viewer, held);
  });
}

async function readAgain(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  held: Held,
): Promise<Subscription> {
  return presentSubscription(await readRow(context, payments, viewer, held));
}

async function readRow(
  context: Context,
  payments: Payments,
  { id: userId }: Viewer,
  { row, customerId }: Held,
): Promise<SubscriptionRow> {
  await syncCustomer(context, payments, { userId, customerId });
  const [changed = row] = await listSubscriptionRows(context.db, userId);
  return changed;
}

/** @throws FluxError `payment_open`, also where the payment failed a moment ago */
async function readPaid(...asked: Parameters<typeof readRow>): Promise<Subscription> {
  const row = await readRow(...asked);
  requirePaid(row);
  return presentSubscription(row);
}

/**
 * Moves a plan to another price, and takes a cancellation back. Where the difference cannot be paid nothing changes.
 * @throws FluxError `payment_open` for a plan that waits for a payment; `conflict` for a subscription that is somebody
 * else's or is over, and where its cost was told too long ago; where it is to be kept, also for one that has another price by now
 */
export async function changePlan(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  wish: NonNullable<CallInput<typeof changeSubscription>['body']>,
): Promise<Subscription> {
  const { priceId, keep } = wish;
  const held = await getChangeable(context, payments, viewer.id, wish.subscriptionId);
  await priceForSale(context.config.payments, payments, priceId);
  const proratedAt = proratedFrom(wish.proratedAt, context.clock.now());
  return whileBuying(context, held.customerId, async () => {
    const now = await readPaid(context, payments, viewer, held);
    // Whoever asks for the very price that they cancelled wants to go on.
    if (now.priceId === priceId && !now.cancelAtPeriodEnd) return now;
    // It was changed in another window, and nobody was told what this would cost.
    if (keep && now.priceId !== priceId)
      throw new FluxError('conflict', 'Your plan has changed in the meantime. Nothing was changed.');
    await payments.changePrice(held.paymentId, { priceId, proratedAt });
    return readAgain(context, payments, viewer, held);
  });
}

/** Whose subscription it is not gets the same answer as for one that does not exist. */
export async function cancelPlan(
  context: Context,
  payments: () => Payments,
  viewer: Viewer,
  subscriptionId: string,
): Promise<CallOutput<typeof cancelSubscription>> {
  const failed = (error: string) => ({ success: false, error }) as const;
  if (viewer.role === 'admin' && subscriptionId === 'elevated')
    return failed('This subscription comes with the role of an administrator and cannot be cancelled.');
  try {
    const service = payments();
    const held = await findHeld(context, service, viewer.id);
    const isOver = held === null || ['cancelled', 'incomplete_expired'].includes(held.row.status);
    if (isOver || held.row.id !== subscriptionId) return failed(noneFound);
    await service.cancelAtPeriodEnd(held.paymentId);
    await syncCustomer(context, service, { userId: viewer.id, customerId: held.customerId });
    return { success: true };
  } catch (error) {
    context.log.error({ err: error }, 'a subscription was not cancelled');
    return failed(error instanceof FluxError ? error.message : 'Failed to cancel subscription');
  }
}

/** @throws FluxError `conflict` for whoever never bought anything */
export async function openPortal(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  returnUrl: string,
): Promise<string> {
  const { config, db } = context;
  const url = URL.canParse(returnUrl, config.publicUrl) ? new URL(returnUrl, config.publicUrl) : null;
  if (url?.origin !== config.publicUrl)
    throw invalidField('return_url', 'This must be the address of a page of Flux.');
  const customer = await findCustomer(db, viewer.id, payments.service);
  if (!customer) throw new FluxError('conflict', noneFound);
  // What somebody chooses there is their own card, which one of the subscription's would stand before.
  const held = await findHeld(context, payments, viewer.id);
  if (held && goesOn(held.row))
    await payments.followCustomersCard(held.paymentId).catch(async (error: unknown) => {
      // It may be over at the service, of which Flux has not heard yet: then it needs no card.
      if (goesOn(await readAgain(context, payments, viewer, held))) throw error;
    });
  return payments.createPortalSession(customer.customer_id, url.href);
}

const goesOn = ({ status }: { status: string }) => ['active', 'trialing', 'past_due'].includes(status);
