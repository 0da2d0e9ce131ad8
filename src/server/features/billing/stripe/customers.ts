import Stripe from 'stripe';
import { keyOf } from './keys.ts';
import type { Buyer, CustomerState } from './port.ts';

/** @param instead the former, deleted customer */
export async function createCustomer(
  stripe: Stripe,
  { id, email, username }: Buyer,
  instead: string | null,
): Promise<string> {
  const fields = { name: username, metadata: { userId: id }, ...(email === null ? {} : { email }) };
  const idempotencyKey = keyOf('customer', [fields, instead]);
  const customer = await stripe.customers.create(fields, { idempotencyKey });
  return customer.id;
}

/** Stripe marks a deleted customer; one of other keys is unknown. */
export async function findCustomerState(stripe: Stripe, customerId: string): Promise<CustomerState> {
  const customer = await ifThere(() => stripe.customers.retrieve(customerId));
  if (customer === null) return 'unknown';
  return customer.deleted ? 'deleted' : 'there';
}

/** The object, or null if it does not exist. */
export async function ifThere<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null;
    throw error;
  }
}
