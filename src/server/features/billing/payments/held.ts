import type { Context } from '#server/context.ts';
import { payFirstMessage } from '#shared/billing/limits.ts';
import { plans } from '#shared/billing/plans.ts';
import { isPaymentOpen } from '#shared/billing/subscription.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { money } from '../money.ts';
import { listSubscriptionRows, type SubscriptionRow } from '../store.ts';
import type { Payments } from '../stripe/port.ts';
import { findCustomer } from './store.ts';

export const noneFound = 'No active subscription found';

type Owed = Pick<SubscriptionRow, 'status' | 'tier' | 'last_bill'>;

export interface Held {
  row: SubscriptionRow;
  paymentId: string;
  customerId: string;
}

/** What somebody pays for, and who they are where they do; null where that is nothing. */
export async function findHeld(
  { db }: Pick<Context, 'db'>,
  payments: Payments,
  userId: string,
): Promise<Held | null> {
  const customer = await findCustomer(db, userId, payments.service);
  const row = (await listSubscriptionRows(db, userId)).find((each) => each.payment_id !== null);
  if (!customer || !row || row.payment_id === null) return null;
  return { row, paymentId: row.payment_id, customerId: customer.customer_id };
}

/** @throws FluxError `payment_open` where the last payment failed and the plan waits for it */
export function requirePaid({ status, tier, last_bill: bill }: Owed): void {
  if (!isPaymentOpen({ status })) return;
  if (bill === null || bill.isPaid) throw new FluxError('payment_open');
  throw new FluxError('payment_open', payFirstMessage(plans[tier].name, money(bill.due, bill.currency)));
}

/**
 * @throws FluxError `payment_open` for a plan that waits for a payment, `conflict` for a subscription that is somebody
 * else's or is over
 */
export async function getChangeable(
  context: Pick<Context, 'db'>,
  payments: Payments,
  userId: string,
  subscriptionId: string,
): Promise<Held> {
  const held = await findHeld(context, payments, userId);
  if (held?.row.id === subscriptionId) requirePaid(held.row);
  if (held?.row.id !== subscriptionId || !['active', 'trialing'].includes(held.row.status))
    throw new FluxError('conflict', noneFound);
  return held;
}
