import type { Context } from '#server/context.ts';
import type { Http } from '#server/platform/http/http.ts';
import {
  cancelTestPlan,
  keepTestCard,
  payTestBill,
  readTestBilling,
  removeTestCard,
  type TestBilling,
} from '#shared/billing/test-payments.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { cancelAtPeriodEnd, type Portal, payBill, readBilling, removeCard, saveCard } from './portal.ts';
import { getSession } from './session.ts';

/** For the sandbox only: the endpoints of the page that replaces Stripe's billing portal. */
export function bindTestPortal(http: Http<Viewer>, context: Context, portal: Portal): void {
  /** Runs an action for the session's user and returns the page's new data. */
  const perform = async (
    viewer: Viewer,
    id: string,
    work: (customer: string) => Promise<void> = async () => {},
  ): Promise<TestBilling> => {
    const session = await getSession(context, viewer, id);
    await work(session.customer);
    return readBilling(portal, session);
  };
  http.bindSignedIn(readTestBilling, ({ viewer, query }) => perform(viewer, query.session));
  http.bindSignedIn(keepTestCard, ({ viewer, body: { session, paymentMethodId } }) =>
    perform(viewer, session, (customer) => saveCard(portal, customer, paymentMethodId)),
  );
  http.bindSignedIn(removeTestCard, ({ viewer, body: { session, paymentMethodId } }) =>
    perform(viewer, session, (customer) => removeCard(portal, customer, paymentMethodId)),
  );
  http.bindSignedIn(payTestBill, ({ viewer, body: { session, billId } }) =>
    perform(viewer, session, (customer) => payBill(portal, customer, billId)),
  );
  http.bindSignedIn(cancelTestPlan, ({ viewer, body: { session } }) =>
    perform(viewer, session, (customer) => cancelAtPeriodEnd(portal, customer)),
  );
}
