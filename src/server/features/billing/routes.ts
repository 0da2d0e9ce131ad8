import { chooseFreePlan, listSubscriptions } from '#shared/billing.ts';
import type { Register } from '../../app.ts';
import { subscriptionsOf } from './list.ts';
import { registerPayments } from './payments/routes.ts';
import { subscribeToFreePlan } from './subscribe-to-free-plan.ts';

export const registerBilling: Register = async (http, context) => {
  http.bindSignedIn(listSubscriptions, ({ viewer }) => subscriptionsOf(context, viewer));
  http.bindSignedIn(chooseFreePlan, ({ viewer }) => subscribeToFreePlan(context, viewer));
  await registerPayments(http, context);
};
