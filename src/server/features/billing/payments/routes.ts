import { confirmAt, createTestCardAt } from '#sandbox/stripe/browser.ts';
import type { Context } from '#server/context.ts';
import type { Http } from '#server/platform/http/http.ts';
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
} from '#shared/billing/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { findRole } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { type AttemptInput, rateLimited } from '../attempts/limits.ts';
import { subscriptionsOf } from '../list.ts';
import { connectStripe } from '../stripe/stripe-payments.ts';
import { bindTestPortal } from '../test-portal/routes.ts';
import { deleteDepartedCustomers } from './departed-customers.ts';
import { discountFor } from './discount.ts';
import { cancelPlan, changePlan, openPortal, upgradeTrial } from './manage.ts';
import { offerFor } from './offer.ts';
import { openPaymentGateway, type PaymentGateway } from './payment-gateway.ts';
import { presentPurchase } from './present.ts';
import { changeBill, paymentDetailsOf, trialUpgradeBill } from './preview.ts';
import { productsOf } from './products.ts';
import { prunePaymentRecords } from './prune.ts';
import { reconcile } from './reconcile.ts';
import { settingsFor } from './settings.ts';
import { nothingToPayMessage, type SubscribeRequest, subscribe } from './subscribe.ts';
import { bindWebhook, handleEvent } from './webhook.ts';

export async function registerPayments(http: Http<Viewer>, context: Context): Promise<PaymentGateway> {
  const { config, jobs } = context;
  const gateway = await openPaymentGateway(context);
  http.fastify.addHook('onClose', () => gateway.close());

  http.bind(listProducts, async () =>
    config.payments.service === null ? [] : productsOf(config.payments, gateway.payments()),
  );
  http.bind(getPaymentSettings, ({ viewer }) => settingsFor(context, viewer));
  const limitRead = <Result>(input: AttemptInput, work: () => Promise<Result>) =>
    rateLimited(context, 'look', input, work);
  http.bindSignedIn(getOffer, ({ params: { priceId }, ...input }) =>
    limitRead(input, () => offerFor(context, gateway.payments(), input.viewer, priceId)),
  );
  http.bindSignedIn(listCustomerSubscriptions, async ({ params: { uid }, viewer }) => {
    const role = uid === viewer.id ? viewer.role : await findRole(context.db, uid);
    if (role === undefined || (uid !== viewer.id && viewer.role !== 'admin'))
      throw new FluxError('not_found', 'There is no user with this id whose subscriptions you may see.');
    return subscriptionsOf(context, { id: uid, role });
  });
  const buy = (input: AttemptInput, subscribeRequest: SubscribeRequest) =>
    rateLimited(context, 'purchase', input, () =>
      subscribe(context, gateway.payments(), input.viewer, subscribeRequest),
    );
  http.bindSignedIn(createSubscription, async ({ body, ...input }) => {
    const { priceId, paymentMethodId, promoCode = null } = body;
    const { trialDays } = config.payments;
    return presentPurchase(await buy(input, { priceId, paymentMethodId, promoCode, trialDays }));
  });
  http.bindSignedIn(createPaymentIntent, async ({ body: { metadata }, ...input }) => {
    const { priceId, promoCode = null } = metadata;
    // A trial would begin before there is any card.
    const subscribeRequest = { priceId, paymentMethodId: null, promoCode, trialDays: 0 };
    const { paymentSecret } = await buy(input, subscribeRequest);
    if (paymentSecret === null) throw new FluxError('conflict', nothingToPayMessage);
    return { client_secret: paymentSecret };
  });
  http.bindSignedIn(validatePromoCode, ({ body, ...input }) =>
    rateLimited(context, 'promo', input, () => discountFor(context, gateway.payments(), input.viewer, body)),
  );
  http.bindSignedIn(getPaymentDetails, (input) =>
    limitRead(input, () => paymentDetailsOf(context, gateway.payments(), input.viewer)),
  );
  http.bindSignedIn(previewTrialUpgrade, (input) =>
    limitRead(input, () => trialUpgradeBill(context, gateway.payments(), input.viewer)),
  );
  http.bindSignedIn(upgradeTrialSubscription, (input) =>
    rateLimited(context, 'purchase', input, () => upgradeTrial(context, gateway.payments(), input.viewer)),
  );
  http.bindSignedIn(cancelSubscription, ({ viewer, body }) =>
    cancelPlan(context, gateway.payments, viewer, body.subscriptionId),
  );
  http.bindSignedIn(previewChange, ({ query, ...input }) =>
    limitRead(input, () => changeBill(context, gateway.payments(), input.viewer, query)),
  );
  http.bindSignedIn(changeSubscription, ({ body, ...input }) =>
    rateLimited(context, 'purchase', input, () =>
      changePlan(context, gateway.payments(), input.viewer, body),
    ),
  );
  http.bindSignedIn(createBillingPortalSession, async ({ body, ...input }) => ({
    url: await limitRead(input, () => openPortal(context, gateway.payments(), input.viewer, body.return_url)),
  }));
  bindWebhook(http.fastify, (payload, signature) =>
    handleEvent(context, gateway.payments(), payload, signature),
  );

  jobs.register({
    name: 'payments-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '17 4 * * *',
    followsClock: true,
    run: () => prunePaymentRecords(context),
  });
  if (config.payments.service !== null)
    jobs.register({
      name: 'payments-reconcile',
      concurrency: 1,
      retryLimit: 2,
      schedule: '23 * * * *',
      run: (_data, signal) => reconcile(context, gateway.payments(), signal),
    });
  if (config.payments.service !== null)
    jobs.register({
      name: 'payments-delete-departed',
      concurrency: 1,
      retryLimit: 2,
      schedule: '*/5 * * * *',
      run: (_data, signal) => deleteDepartedCustomers(context, gateway.payments(), signal),
    });
  if (gateway.sandbox !== null) {
    const stripe = connectStripe(gateway.sandbox);
    http.bindSignedIn(createTestCard, ({ body, ...input }) =>
      rateLimited(context, 'purchase', input, () => createTestCardAt(stripe, body)),
    );
    http.bindSignedIn(confirmTestPayment, ({ body }) =>
      confirmAt(stripe, body.client_secret, body.paymentMethodId),
    );
    bindTestPortal(http, context, { config, stripe, payments: gateway.payments() });
    jobs.register({
      name: 'payments-sandbox',
      concurrency: 1,
      retryLimit: 0,
      schedule: '* * * * *',
      run: (_data, signal) => gateway.runSandbox(signal),
    });
  }
  return gateway;
}
