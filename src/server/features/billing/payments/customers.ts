import type { Context } from '#server/context.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Buyer, PaidSubscription, Payments } from '../stripe/port.ts';
import { isNothing } from './merge.ts';
import { redemptionsOf } from './redemption-history.ts';
import { findCustomer, insertCustomer, replaceCustomer } from './store.ts';

/**
 * Who somebody is at the payment service; with their first purchase they become somebody there. Where they were deleted,
 * as in its dashboard, they become somebody anew. What it knows nothing of is kept: with the right keys it is there again.
 * @throws FluxError `unavailable` where it knows nothing of them
 */
export async function customerOf(
  { db, clock, log }: Context,
  payments: Payments,
  buyer: Buyer,
): Promise<string> {
  const { service } = payments;
  const known = (await findCustomer(db, buyer.id, service))?.customer_id ?? null;
  if (known !== null) {
    const state = await payments.findCustomerState(known);
    if (state === 'there') return known;
    if (state === 'unknown') {
      log.error(
        { customerId: known },
        'the payment service knows nothing of a customer; its keys may be those of another account, or for tests',
      );
      throw new FluxError('unavailable', paymentsUnavailable);
    }
  }
  const customerId = await payments.createCustomer(buyer, known);
  const customer = { user_id: buyer.id, service, customer_id: customerId, created_at: clock.now() };
  if (known !== null) await replaceCustomer(db, known, customer);
  return (await insertCustomer(db, customer)).customer_id;
}

/**
 * Whether somebody never had a plan that costs, on trial or paid, by this account or one that is gone. It is remembered,
 * since the service does not list all.
 * @param listed what the service lists of them, where that was asked for already
 */
export async function isNewcomer(
  context: Pick<Context, 'db' | 'secretKey'>,
  payments: Payments,
  { id }: Pick<Buyer, 'id'>,
  listed?: readonly PaidSubscription[],
): Promise<boolean> {
  const customer = await findCustomer(context.db, id, payments.service);
  if (customer?.had_plan || (await redemptionsOf(context, payments, id)).length > 0) return false;
  if (!customer) return true;
  return (listed ?? (await payments.listSubscriptions(customer.customer_id))).every(isNothing);
}

/** The promotions that somebody had a plan with, by this account or one that is gone; by their ids: each is used once. */
export async function promotionsUsedBy(
  context: Pick<Context, 'db' | 'secretKey'>,
  payments: Payments,
  { id }: Pick<Buyer, 'id'>,
): Promise<string[]> {
  const customer = await findCustomer(context.db, id, payments.service);
  const pasts = await redemptionsOf(context, payments, id);
  return [customer?.used_promotions ?? [], ...pasts.map((past) => past.used_promotions)].flat();
}
