import { FluxError } from '#shared/errors.ts';
import {
  cancelSubscription,
  changeSubscription,
  createBillingPortalSession,
  createPaymentIntent,
  createSubscription,
  getOffer,
  getPaymentDetails,
  getPaymentSettings,
  listCustomerSubscriptions,
  listProducts,
  previewChange,
  previewTrialUpgrade,
  upgradeTrialSubscription,
  validatePromoCode,
} from '#shared/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/test-payments.ts';
import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/http/http.ts';
import { findRole } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { subscriptionsOf } from '../list.ts';
import { confirmAt, createTestCardAt } from '../sandbox/browser.ts';
import { connectStripe } from '../stripe/stripe-payments.ts';
import { bindTestPortal } from '../test-portal/routes.ts';
import { openPaymentDesk, type PaymentDesk } from './desk.ts';
import { discountFor } from './discount.ts';
import { sayFarewell } from './farewell.ts';
import { cancelPlan, changePlan, openPortal, upgradeTrial } from './manage.ts';
import { offerFor } from './offer.ts';
import { presentPurchase } from './present.ts';
import { changeBill, paymentDetailsOf, trialUpgradeBill } from './preview.ts';
import { productsOf } from './products.ts';
import { pruneHeard } from './prune.ts';
import { reconcile } from './reconcile.ts';
import { settingsFor } from './settings.ts';
import { subscribe } from './subscribe.ts';
import { bindWebhook, hear } from './webhook.ts';

export async function registerPayments(http: Http<Viewer>, context: Context): Promise<PaymentDesk> {
  const { config, jobs } = context;
  const desk = await openPaymentDesk(context);
  http.fastify.addHook('onClose', () => desk.close());

  http.bind(listProducts, async () =>
    config.payments.service === null ? [] : productsOf(config.payments, desk.payments()),
  );
  http.bind(getPaymentSettings, ({ viewer }) => settingsFor(context, viewer));
  http.bindSignedIn(getOffer, ({ viewer, params: { priceId } }) =>
    offerFor(context, desk.payments(), viewer, priceId),
  );
  http.bindSignedIn(listCustomerSubscriptions, async ({ params: { uid }, viewer }) => {
    const role = uid === viewer.id ? viewer.role : await findRole(context.db, uid);
    if (role === undefined || (uid !== viewer.id && viewer.role !== 'admin'))
      throw new FluxError('not_found', 'There is nobody with this id whose subscriptions you may see.');
    return subscriptionsOf(context, { id: uid, role });
  });
  http.bindSignedIn(createSubscription, async ({ viewer, body }) => {
    const { priceId, paymentMethodId, promoCode = null } = body;
    const { trialDays } = config.payments;
    const wish = { priceId, paymentMethodId, promoCode, trialDays };
    return presentPurchase(await subscribe(context, desk.payments(), viewer, wish));
  });
  http.bindSignedIn(createPaymentIntent, async ({ viewer, body: { metadata } }) => {
    const { priceId, promoCode = null } = metadata;
    // A trial would begin before there is any card.
    const wish = { priceId, paymentMethodId: null, promoCode, trialDays: 0 };
    const { paymentSecret } = await subscribe(context, desk.payments(), viewer, wish);
    if (paymentSecret === null) throw new FluxError('conflict', 'There is nothing to pay for this plan.');
    return { client_secret: paymentSecret };
  });
  http.bindSignedIn(validatePromoCode, ({ viewer, body }) =>
    discountFor(context, desk.payments(), viewer, body),
  );
  http.bindSignedIn(getPaymentDetails, ({ viewer }) => paymentDetailsOf(context, desk.payments(), viewer));
  http.bindSignedIn(previewTrialUpgrade, ({ viewer }) => trialUpgradeBill(context, desk.payments(), viewer));
  http.bindSignedIn(upgradeTrialSubscription, ({ viewer }) => upgradeTrial(context, desk.payments(), viewer));
  http.bindSignedIn(cancelSubscription, ({ viewer, body }) =>
    cancelPlan(context, desk.payments, viewer, body.subscriptionId),
  );
  http.bindSignedIn(previewChange, ({ viewer, query }) =>
    changeBill(context, desk.payments(), viewer, query),
  );
  http.bindSignedIn(changeSubscription, ({ viewer, body }) =>
    changePlan(context, desk.payments(), viewer, body),
  );
  http.bindSignedIn(createBillingPortalSession, async ({ viewer, body }) => ({
    url: await openPortal(context, desk.payments(), viewer, body.return_url),
  }));
  bindWebhook(http.fastify, (payload, signature) => hear(context, desk.payments(), payload, signature));

  jobs.register({
    name: 'payments-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '17 4 * * *',
    run: () => pruneHeard(context),
  });
  if (config.payments.service !== null)
    jobs.register({
      name: 'payments-reconcile',
      concurrency: 1,
      retryLimit: 2,
      schedule: '23 * * * *',
      run: (_data, signal) => reconcile(context, desk.payments(), signal),
    });
  if (config.payments.service !== null)
    jobs.register({
      name: 'payments-farewell',
      concurrency: 1,
      retryLimit: 2,
      schedule: '*/5 * * * *',
      run: (_data, signal) => sayFarewell(context, desk.payments(), signal),
    });
  if (desk.sandbox !== null) {
    const stripe = connectStripe(desk.sandbox);
    http.bindSignedIn(createTestCard, ({ body }) => createTestCardAt(stripe, body));
    http.bindSignedIn(confirmTestPayment, ({ body }) =>
      confirmAt(stripe, body.client_secret, body.paymentMethodId),
    );
    bindTestPortal(http, context, { config, stripe, payments: desk.payments() });
    jobs.register({
      name: 'payments-sandbox',
      concurrency: 1,
      retryLimit: 0,
      schedule: '* * * * *',
      run: (_data, signal) => desk.runSandbox(signal),
    });
  }
  return desk;
}
