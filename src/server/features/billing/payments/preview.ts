import type { Context } from '#server/context.ts';
import type { getPaymentDetails, previewChange, previewTrialUpgrade } from '#shared/billing/payments.ts';
import type { CallOutput } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Payments } from '../stripe/port.ts';
import { findHeld, getChangeable, noneFound, requirePaid } from './held.ts';
import { priceForSale } from './products.ts';

/**
 * What somebody's plan costs and is paid with, as the service has it now.
 * @throws FluxError `not_found` where nothing is paid for
 */
export async function paymentDetailsOf(
  context: Context,
  payments: Payments,
  { id }: Viewer,
): Promise<CallOutput<typeof getPaymentDetails>> {
  const held = await findHeld(context, payments, id);
  if (!held) throw new FluxError('not_found', noneFound);
  const { card, price, isDiscounted, upcoming, credit } = await payments.readOutlook(held.paymentId);
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

/** @throws FluxError `payment_open` where its payment failed, `conflict` for those who have no trial */
export async function trialUpgradeBill(
  context: Context,
  payments: Payments,
  { id }: Viewer,
): Promise<CallOutput<typeof previewTrialUpgrade>> {
  const held = await findHeld(context, payments, id);
  if (held) requirePaid(held.row);
  if (held?.row.status !== 'trialing') throw new FluxError('conflict', noneFound);
  return payments.previewEndOfTrial(held.paymentId);
}

/** @throws FluxError as the change itself */
export async function changeBill(
  context: Context,
  payments: Payments,
  viewer: Viewer,
  { subscriptionId, priceId }: { subscriptionId: string; priceId: string },
): Promise<CallOutput<typeof previewChange>> {
  const held = await getChangeable(context, payments, viewer.id, subscriptionId);
  await priceForSale(context.config.payments, payments, priceId);
  const proratedAt = context.clock.now();
  const bill = await payments.previewPrice(held.paymentId, { priceId, proratedAt });
  return { ...bill, proratedAt: proratedAt.toISOString() };
}

const heldMilliseconds = 30 * 60_000;

/**
 * When a change is counted from: now, or when its cost was told, if that was lately.
 * @throws FluxError `conflict` for a time that is too long ago, or yet to come
 */
export function proratedFrom(told: string | undefined, now: Date): Date {
  if (told === undefined) return now;
  const from = new Date(told);
  const age = now.getTime() - from.getTime();
  if (age >= 0 && age <= heldMilliseconds) return from;
  throw new FluxError('conflict', 'The price is out of date. Please check it again.');
}
