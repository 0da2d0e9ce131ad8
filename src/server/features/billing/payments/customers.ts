import type { Context } from '#server/context.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Buyer, PaidSubscription, Payments } from '../stripe/port.ts';
import { isNeverPaid } from './merge.ts';
import { redemptionsOf } from './redemption-history.ts';
import { findCustomer, insertCustomer, replaceCustomer } from './store.ts';

/**
 * The user's customer at the payment service, created with the first purchase, and again if it was deleted there. An
 * unknown customer is kept, because the keys may be wrong.
 * @throws FluxError `unavailable` for an unknown customer
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
 * Whether the user never had a paid plan or trial, by this account or a deleted one. The history is stored, because
 * the service does not list all.
 * @param listed the service's list, if already read
 */
export async function canHaveTrial(
  context: Pick<Context, 'db' | 'secretKey'>,
  payments: Payments,
  { id }: Pick<Buyer, 'id'>,
  listed?: readonly PaidSubscription[],
): Promise<boolean> {
  const customer = await findCustomer(context.db, id, payments.service);
  if (customer?.had_plan || (await redemptionsOf(context, payments, id)).length > 0) return false;
  if (!customer) return true;
  return (listed ?? (await payments.listSubscriptions(customer.customer_id))).every(isNeverPaid);
}

/** The ids of promotions that the user has redeemed, by this account or a deleted one: each works once. */
export async function promotionsUsedBy(
  context: Pick<Context, 'db' | 'secretKey'>,
  payments: Payments,
  { id }: Pick<Buyer, 'id'>,
): Promise<string[]> {
  const customer = await findCustomer(context.db, id, payments.service);
  const pasts = await redemptionsOf(context, payments, id);
  return [customer?.used_promotions ?? [], ...pasts.map((past) => past.used_promotions)].flat();
}
