import { chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import { serverTimeHeader } from '#shared/contract/server-time.ts';
import type { Context } from '../../context.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { OwnedContent } from './lifecycle/owned-content.ts';
import { registerLifecycle } from './lifecycle/routes.ts';
import { subscriptionsOf } from './list.ts';
import { registerPayments } from './payments/routes.ts';
import { subscribeToFreePlan } from './subscribe-to-free-plan.ts';

/** @param ownedContent the content that is suspended and restored with the plan */
export async function registerBilling(
  http: Http<Viewer>,
  context: Context,
  ownedContent: OwnedContent,
): Promise<void> {
  http.bindSignedIn(listSubscriptions, ({ viewer, reply }) => {
    reply.header(serverTimeHeader, context.clock.now().toISOString());
    return subscriptionsOf(context, viewer);
  });
  http.bindSignedIn(chooseFreePlan, ({ viewer }) => subscribeToFreePlan(context, viewer));
  const payments = await registerPayments(http, context);
  registerLifecycle(http, context, { payments, ownedContent });
}
