import { findObject } from '#sandbox/stripe/store.ts';
import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { findCustomer } from '../payments/store.ts';

/** As long as Stripe's are good that are in use. */
const lifetimeMilliseconds = 60 * 60_000;

export interface BillingSession {
  customer: string;
  returnUrl: string;
}

/**
 * The user's portal session. Its id is no credential: another user's session is not found.
 * @throws FluxError `not_found`, and `gone` for an expired session
 */
export async function getSession(
  { db, clock }: Context,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<BillingSession> {
  const customer = await findCustomer(db, viewer.id, 'sandbox');
  const session = await db.transaction().execute((trx) => findObject(trx, 'billing_portal.session', id));
  if (!session || session.customer !== customer?.customer_id)
    throw new FluxError('not_found', 'This billing page does not exist.');
  if (clock.now().getTime() - session.created * 1000 > lifetimeMilliseconds)
    throw new FluxError('gone', 'This billing page has expired. Please open it again from Flux.');
  return { customer: session.customer, returnUrl: session.return_url };
}
