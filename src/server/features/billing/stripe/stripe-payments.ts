import Stripe from 'stripe';
import type { Clock } from '#server/platform/time/clock.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { Catalogue, readCatalogue } from './catalogue.ts';
import { createCustomer, findCustomerState, ifThere } from './customers.ts';
import { withFluxErrors } from './errors.ts';
import { giveUp } from './give-up.ts';
import { orderKey } from './keys.ts';
import type { Payments } from './port.ts';
import { changePrice, previewPrice } from './prices.ts';
import { readBill, readPromotion, readPurchase, readSubscription, removeScheduledEnd } from './read.ts';
import { readOutlook, readTerms } from './terms.ts';

export interface StripeConnection {
  service: Payments['service'];
  secretKey: string;
  webhookSecret: string;
  /** Another place than Stripe's own, that speaks its wire. */
  address?: { protocol: 'http' | 'https'; host: string; port: number };
}

/** The API version that `read.ts` parses; Stripe supports it permanently. */
const apiVersion = '2026-10-28.endive';
const timeoutMilliseconds = 20_000;
/** More than any customer has, and Stripe's maximum per page. */
const maxListed = 100;

export function connectStripe({ secretKey, address }: StripeConnection): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMilliseconds,
    maxNetworkRetries: 2,
    telemetry: false,
    ...address,
  });
}

/** Payments by the official SDK. */
export function createStripePayments(connection: StripeConnection, clock: Clock): Payments {
  const { service, webhookSecret } = connection;
  const stripe = connectStripe(connection);
  const catalogue = new Catalogue(() => readCatalogue(stripe), clock);
  const trialEnd = { trial_end: 'now', proration_behavior: 'none' } as const;
  /** What `readSubscription` reads whole. */
  const shape = ['discounts', 'latest_invoice'];
  const secrets = ['latest_invoice.confirmation_secret', 'pending_setup_intent'];
  const ask = withFluxErrors;
  const update = (id: string, change: Stripe.SubscriptionUpdateParams) =>
    ask(async () => {
      await stripe.subscriptions.update(id, change);
    });

  return {
    service,

    createCustomer: (buyer, instead) => ask(() => createCustomer(stripe, buyer, instead)),

    findCustomerState: (id) => ask(() => findCustomerState(stripe, id)),

    forgetCustomer: (customerId) =>
      ask(async () => {
        const customer = await stripe.customers.retrieve(customerId);
        if (!customer.deleted) await stripe.customers.del(customerId);
      }),

    listProducts: (freshness) => ask(() => catalogue.read(freshness)),

    forgetProducts: () => catalogue.forget(),

    findPromotion: (code) =>
      ask(async () => {
        const expand = ['data.promotion.coupon.applies_to'];
        const { data } = await stripe.promotionCodes.list({ code, limit: maxListed, expand });
        // Of several codes with one name at most one is active; the others explain why they are not.
        const found = data.find(({ active }) => active) ?? data[0];
        return found ? readPromotion(found) : null;
      }),

    listSubscriptions: (customer) =>
      ask(async () => {
        const limit = maxListed;
        const expand = shape.map((field) => `data.${field}`);
        const asked = { customer, status: 'all', limit, expand } as const;
        const page = await ifThere(() => stripe.subscriptions.list(asked));
        return page?.data.map(readSubscription) ?? [];
      }),

    findSubscription: (id) =>
      ask(async () => {
        const subscription = await ifThere(() => stripe.subscriptions.retrieve(id, { expand: shape }));
        return subscription && readSubscription(subscription);
      }),

    saveCard: (customer, method) =>
      ask(async () => {
        await stripe.paymentMethods.attach(method, { customer });
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
      }),

    readTerms: (id) => ask(() => readTerms(stripe, id)),

    readOutlook: (id) => ask(() => readOutlook(stripe, id)),

    subscribe: (order) =>
      ask(async () => {
        const { customerId, priceId, paymentMethodId, promotionId, trialDays, userId } = order;
        const fields: Stripe.SubscriptionCreateParams = {
          customer: customerId,
          items: [{ price: priceId }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          // The discount object is deleted with its last discounted payment.
          metadata: { userId, ...(promotionId === null ? {} : { promotionId }) },
          expand: secrets,
          ...(paymentMethodId === null ? {} : { default_payment_method: paymentMethodId }),
          ...(promotionId === null ? {} : { discounts: [{ promotion_code: promotionId }] }),
          ...(trialDays === 0 ? {} : { trial_period_days: trialDays }),
        };
        const idempotencyKey = orderKey(order, clock.now());
        return readPurchase(await stripe.subscriptions.create(fields, { idempotencyKey }));
      }),

    readPurchase: (id) =>
      ask(async () => readPurchase(await stripe.subscriptions.retrieve(id, { expand: secrets }))),

    setCard: (id, method) => update(id, { default_payment_method: method }),

    followCustomersCard: (id) =>
      ask(async () => {
        const { customer, default_payment_method: own } = await stripe.subscriptions.retrieve(id);
        if (typeof customer !== 'string' || typeof own !== 'string') return;
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: own } });
        await stripe.subscriptions.update(id, { default_payment_method: '' });
      }),

    endTrial: (id) =>
      ask(async () => {
        const common = { ...trialEnd, payment_behavior: 'error_if_incomplete' } as const;
        await stripe.subscriptions.update(id, {
          ...common,
          ...removeScheduledEnd(await stripe.subscriptions.retrieve(id)),
        });
      }),

    previewEndOfTrial: (subscription) =>
      ask(async () => {
        const details = { subscription, subscription_details: trialEnd };
        return readBill(await stripe.invoices.createPreview(details));
      }),

    cancelAtPeriodEnd: (id) => update(id, { cancel_at_period_end: true }),

    giveUp: (id) => ask(() => giveUp(stripe, id)),

    cancelNow: (id) =>
      ask(async () => {
        await stripe.subscriptions.cancel(id);
      }),

    changePrice: (id, change) => ask(() => changePrice(stripe, id, change)),

    previewPrice: (id, change) => ask(() => previewPrice(stripe, id, change)),

    createPortalSession: (customer, returnUrl) =>
      ask(async () => {
        const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return session.url;
      }),

    readEvent: (payload, signature) => {
      try {
        const { id, type, data } = stripe.webhooks.constructEvent(payload, signature, webhookSecret);
        return {
          id,
          type,
          customerId: customerOf(data.object),
          isCardRefused:
            type === 'setup_intent.setup_failed' ||
            (type === 'invoice.payment_failed' && isFirstBill(data.object)),
        };
      } catch (error) {
        throw new FluxError('invalid_input', 'The signature of the payment service is invalid.', {
          cause: error,
        });
      }
    },
  };
}

/** The customer of an event. */
function customerOf(object: object): string | null {
  const { customer } = object as { customer?: unknown };
  return typeof customer === 'string' ? customer : null;
}

function isFirstBill(object: object): boolean {
  return (object as { billing_reason?: unknown }).billing_reason === 'subscription_create';
}
