import type { Context } from '#server/context.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import type { cancelSubscription, changeSubscription } from '#shared/billing/payments.ts';
import type { CallInput, CallOutput } from '#shared/contract/contract.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentSubscription } from '../present.ts';
import { listSubscriptionRows, type SubscriptionRow } from '../store.ts';
import type { Payments } from '../stripe/port.ts';
import {
  findPaidPlan,
  getChangeable,
  noSubscriptionMessage,
  type PaidPlan,
  requirePaid,
} from './paid-plan.ts';
import { proratedFrom } from './preview.ts';
import { priceForSale } from './products.ts';
import { findCustomer } from './store.ts';
import { withCheckoutLock } from './subscribe.ts';
import { syncCustomer } from './sync.ts';

/**
 * Ends a trial and charges the plan.
 * @throws FluxError `CARD_DECLINED` or `NO_PAYMENT_METHOD`, and the trial continues; `payment_open` if it is over and
 * its payment failed
 */
export async function upgradeTrial(
  context: Context,
  payments: Payments,
  viewer: Viewer,
): Promise<Subscription> {
  const plan = await findPaidPlan(context, payments, viewer.id);
  if (plan === null) throw new FluxError('conflict', noSubscriptionMessage);
  return withCheckoutLock(context, plan.customerId, async () => {
    const now = await readPaid(context, payments, viewer, plan);
    // One that is active by now was upgraded by the first of two clicks.
    if (now.status === 'active') return now;
    if (now.status !== 'trialing') throw new FluxError('conflict', noSubscriptionMessage);
    const { paymentId } = plan;
    const { card } = await payments.readTerms(paymentId);
    if (card === null) throw new FluxError('NO_PAYMENT_METHOD');
    await payments.endTrial(paymentId).catch((error: unknown) => {
      const isDeclined = error instanceof FluxError && error.status === 402;
      throw isDeclined ? new FluxError('CARD_DECLINED', undefined, { cause: error }) : error;
    });
    return syncAndRead(context, payments, viewer, plan);
  });
}

async function syncAndRead(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  plan: PaidPlan,
): Promise<Subscription> {
  return presentSubscription(await readRow(context, payments, viewer, plan));
}

async function readRow(
  context: Context,
  payments: Payments,
  { id: userId }: Viewer,
  { row, customerId }: PaidPlan,
): Promise<SubscriptionRow> {
  await syncCustomer(context, payments, { userId, customerId });
  const [changed = row] = await listSubscriptionRows(context.db, userId);
  return changed;
}

/** @throws FluxError `payment_open`, also for a payment that has just failed */
async function readPaid(...asked: Parameters<typeof readRow>): Promise<Subscription> {
  const row = await readRow(...asked);
  requirePaid(row);
  return presentSubscription(row);
}

/**
 * Moves a plan to another price and withdraws a cancellation. If the difference cannot be paid, nothing changes.
 * @throws FluxError `payment_open` for a plan with an open payment; `conflict` for an ended or another user's
 * subscription, for an outdated preview, and for a changed price when the plan should be kept
 */
export async function changePlan(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  subscribeRequest: NonNullable<CallInput<typeof changeSubscription>['body']>,
): Promise<Subscription> {
  const { priceId, keep } = subscribeRequest;
  const plan = await getChangeable(context, payments, viewer.id, subscribeRequest.subscriptionId);
  await priceForSale(context.config.payments, payments, priceId);
  const proratedAt = proratedFrom(subscribeRequest.proratedAt, context.clock.now());
  return withCheckoutLock(context, plan.customerId, async () => {
    const now = await readPaid(context, payments, viewer, plan);
    // Selecting the current price withdraws its cancellation.
    if (now.priceId === priceId && !now.cancelAtPeriodEnd) return now;
    // Another window changed the plan, so its cost was never shown.
    if (keep && now.priceId !== priceId)
      throw new FluxError('conflict', 'Your plan has changed in the meantime. Nothing was changed.');
    await payments.changePrice(plan.paymentId, { priceId, proratedAt });
    return syncAndRead(context, payments, viewer, plan);
  });
}

/** Another user's subscription gets the same response as a missing one. */
export async function cancelPlan(
  context: Context,
  payments: () => Payments,
  viewer: Viewer,
  subscriptionId: string,
): Promise<CallOutput<typeof cancelSubscription>> {
  const isPaymentFailed = (error: string) => ({ success: false, error }) as const;
  if (viewer.role === 'admin' && subscriptionId === 'elevated')
    return isPaymentFailed(
      'This subscription comes with the role of an administrator and cannot be cancelled.',
    );
  try {
    const service = payments();
    const plan = await findPaidPlan(context, service, viewer.id);
    const isOver = plan === null || ['cancelled', 'incomplete_expired'].includes(plan.row.status);
    if (isOver || plan.row.id !== subscriptionId) return isPaymentFailed(noSubscriptionMessage);
    await service.cancelAtPeriodEnd(plan.paymentId);
    await syncCustomer(context, service, { userId: viewer.id, customerId: plan.customerId });
    return { success: true };
  } catch (error) {
    context.log.error({ err: error }, 'a subscription was not cancelled');
    return isPaymentFailed(error instanceof FluxError ? error.message : 'Failed to cancel subscription');
  }
}

/** @throws FluxError `conflict` for a user without a purchase */
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
  if (!customer) throw new FluxError('conflict', noSubscriptionMessage);
  // The portal sets the customer's card, which a subscription's own card would override.
  const plan = await findPaidPlan(context, payments, viewer.id);
  if (plan && isRenewing(plan.row))
    await payments.followCustomersCard(plan.paymentId).catch(async (error: unknown) => {
      // The plan may have ended without an event yet: then it needs no card.
      if (isRenewing(await syncAndRead(context, payments, viewer, plan))) throw error;
    });
  return payments.createPortalSession(customer.customer_id, url.href);
}

const isRenewing = ({ status }: { status: string }) => ['active', 'trialing', 'past_due'].includes(status);
