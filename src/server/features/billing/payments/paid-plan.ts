import type { Context } from '#server/context.ts';
import { payFirstMessage } from '#shared/billing/limits.ts';
import { plans } from '#shared/billing/plans.ts';
import { isPaymentOpen } from '#shared/billing/subscription.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { money } from '../money.ts';
import { listSubscriptionRows, type SubscriptionRow } from '../store.ts';
import type { Payments } from '../stripe/port.ts';
import { findCustomer } from './store.ts';

export const noSubscriptionMessage = 'No active subscription found';

type BilledPlan = Pick<SubscriptionRow, 'status' | 'tier' | 'last_bill'>;

export interface PaidPlan {
  row: SubscriptionRow;
  paymentId: string;
  customerId: string;
}

/** The user's paid plan with its customer; null without one. */
export async function findPaidPlan(
  { db }: Pick<Context, 'db'>,
  payments: Payments,
  userId: string,
): Promise<PaidPlan | null> {
  const customer = await findCustomer(db, userId, payments.service);
  const row = (await listSubscriptionRows(db, userId)).find((each) => each.payment_id !== null);
  if (!customer || !row || row.payment_id === null) return null;
  return { row, paymentId: row.payment_id, customerId: customer.customer_id };
}

/** @throws FluxError `payment_open` after a failed payment */
export function requirePaid({ status, tier, last_bill: bill }: BilledPlan): void {
  if (!isPaymentOpen({ status })) return;
  if (bill === null || bill.isPaid) throw new FluxError('payment_open');
  throw new FluxError('payment_open', payFirstMessage(plans[tier].name, money(bill.due, bill.currency)));
}

/**
 * @throws FluxError `payment_open` for a plan with an open payment, `conflict` for an ended or another user's
 * subscription
 */
export async function getChangeable(
  context: Pick<Context, 'db'>,
  payments: Payments,
  userId: string,
  subscriptionId: string,
): Promise<PaidPlan> {
  const plan = await findPaidPlan(context, payments, userId);
  if (plan?.row.id === subscriptionId) requirePaid(plan.row);
  if (plan?.row.id !== subscriptionId || !['active', 'trialing'].includes(plan.row.status))
    throw new FluxError('conflict', noSubscriptionMessage);
  return plan;
}
