import type { Context } from '#server/context.ts';
import type { getPaymentDetails, previewChange, previewTrialUpgrade } from '#shared/billing/payments.ts';
import type { CallOutput } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Payments } from '../stripe/port.ts';
import { findPaidPlan, getChangeable, noSubscriptionMessage, requirePaid } from './paid-plan.ts';
import { priceForSale } from './products.ts';

/**
 * Cost and payment method of the user's plan, read from the service.
 * @throws FluxError `not_found` without a paid plan
 */
export async function paymentDetailsOf(
  context: Context,
  payments: Payments,
  { id }: Viewer,
): Promise<CallOutput<typeof getPaymentDetails>> {
  const plan = await findPaidPlan(context, payments, id);
  if (!plan) throw new FluxError('not_found', noSubscriptionMessage);
  const { card, price, isDiscounted, upcoming, credit } = await payments.readOutlook(plan.paymentId);
  return {
    paymentMethod: card && {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
    },
    price:
      price === null || price.unitAmount === null
        ? null
        : { unit_amount: price.unitAmount, currency: price.currency },
    isDiscounted,
    nextBill: upcoming,
    credit,
  };
}

/** @throws FluxError `payment_open` after a failed payment, `conflict` without a trial */
export async function trialUpgradeBill(
  context: Context,
  payments: Payments,
  { id }: Viewer,
): Promise<CallOutput<typeof previewTrialUpgrade>> {
  const plan = await findPaidPlan(context, payments, id);
  if (plan) requirePaid(plan.row);
  if (plan?.row.status !== 'trialing') throw new FluxError('conflict', noSubscriptionMessage);
  return payments.previewEndOfTrial(plan.paymentId);
}

/** @throws FluxError as the change itself */
export async function changeBill(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  { subscriptionId, priceId }: { subscriptionId: string; priceId: string },
): Promise<CallOutput<typeof previewChange>> {
  const plan = await getChangeable(context, payments, viewer.id, subscriptionId);
  await priceForSale(context.config.payments, payments, priceId);
  const proratedAt = context.clock.now();
  const bill = await payments.previewPrice(plan.paymentId, { priceId, proratedAt });
  return { ...bill, proratedAt: proratedAt.toISOString() };
}

const heldMilliseconds = 30 * 60_000;

/**
 * The time from which a change is prorated: now, or the time of a recent preview.
 * @throws FluxError `conflict` for an outdated or future time
 */
export function proratedFrom(told: string | undefined, now: Date): Date {
  if (told === undefined) return now;
  const from = new Date(told);
  const age = now.getTime() - from.getTime();
  if (age >= 0 && age <= heldMilliseconds) return from;
  throw new FluxError('conflict', 'The price is out of date. Please check it again.');
}
