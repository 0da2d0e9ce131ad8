import type { Context } from '../../../context.ts';
import type { Buyer, Payments } from '../stripe/port.ts';
import { findCustomer, insertCustomer } from './store.ts';

/** Who somebody is at the payment service; with their first purchase they become somebody there. */
export async function customerOf({ db, clock }: Context, payments: Payments, buyer: Buyer): Promise<string> {
  const { service } = payments;
  const known = await findCustomer(db, buyer.id, service);
  if (known) return known.customer_id;
  const customerId = await payments.createCustomer(buyer);
  const customer = { user_id: buyer.id, service, customer_id: customerId, created_at: clock.now() };
  return (await insertCustomer(db, customer)).customer_id;
}
