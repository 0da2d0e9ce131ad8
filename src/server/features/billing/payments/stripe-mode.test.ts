import { afterEach, beforeEach, expect, test } from 'vitest';
import { StripeStandIn } from '#server/testing/fakes/stripe.ts';
import { testCards } from '#server/testing/people/payments.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { createTestDatabase } from '#server/testing/servers/database.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import {
  changeSubscription,
  createSubscription,
  getOffer,
  listProducts,
  previewChange,
  validatePromoCode,
} from '#shared/billing/payments.ts';
import { connectStripe } from '../stripe/stripe-payments.ts';

/** A server in Stripe mode, for cases the sandbox's other tests cannot cover, such as lost responses. */
let stripe: StripeStandIn;
let server: TestServer;
let ada: Person;
let dropStripe: () => Promise<void>;
beforeEach(async () => {
  stripe = await StripeStandIn.create();
  server = await startServer({ env: { ...stripe.env, FLUX_TRIAL_DAYS: '0' }, log: () => {} });
  const { target, drop } = await createTestDatabase();
  dropStripe = drop;
  await stripe.open(server, target, server.clock);
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(async () => {
  await server.close();
  await stripe.close();
  await dropStripe();
});

/** Stripe as its dashboard and its script reach it. */
const sdk = () =>
  connectStripe({
    service: 'stripe',
    secretKey: 'sk_test_standin',
    webhookSecret: '',
    address: { protocol: 'http', host: '127.0.0.1', port: stripe.port },
  });
const makeCard = async (number: string = testCards.pays) => {
  const card = { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 3, cvc: '123' };
  return (await sdk().paymentMethods.create({ type: 'card', card })).id;
};
const priceId = 'price_sandbox_pro';
const begin = async (paymentMethodId: string) =>
  (await ada.call(createSubscription, { body: { priceId, paymentMethodId } })).subscription;
const confirm = async (secret: string, payment_method: string) => {
  const [id = ''] = secret.split('_secret_');
  return sdk().paymentIntents.confirm(id, { payment_method });
};
async function buy(): Promise<string> {
  const card = await makeCard();
  const { id, latest_invoice: invoice } = await begin(card);
  await confirm(invoice.payment_intent?.client_secret ?? '', card);
  await untilTold();
  return id;
}
const mine = () => ada.call(listSubscriptions);

/** Waits until all events are processed. */
async function untilTold(): Promise<void> {
  await expect
    .poll(
      () =>
        stripe.context.db
          .selectFrom('payment_sandbox_events')
          .select('id')
          .where('next_attempt_at', 'is not', null)
          .executeTakeFirst(),
      { timeout: 10_000 },
    )
    .toBeUndefined();
}
const subscriptionsAtStripe = async () =>
  (await sdk().subscriptions.list({ status: 'all', limit: 100 })).data.map(({ status }) => status);
const customersAtStripe = () =>
  stripe.context.db
    .selectFrom('payment_sandbox_objects')
    .select('id')
    .where('kind', '=', 'customer')
    .execute();

test('a plan is bought at Stripe at any API address, and its events are processed', async () => {
  await buy();
  expect(await mine()).toMatchObject([{ status: 'active', tier: 'pro', priceId }]);
  const row = await server.context.db
    .selectFrom('payment_customers')
    .select('service')
    .executeTakeFirstOrThrow();
  expect(row.service).toBe('stripe');
});

test('if each first response is lost, the SDK retries without duplicates', async () => {
  const card = await makeCard();
  stripe.loses = ({ method }, before) => method === 'POST' && before === 0;
  await begin(card);
  for (const path of ['/v1/customers', '/v1/subscriptions', `/v1/payment_methods/${card}/attach`]) {
    const keys = stripe.callsTo('POST', path).map(({ idempotencyKey }) => idempotencyKey);
    expect([path, keys.length, new Set(keys).size]).toEqual([path, 2, 1]);
  }
  expect(await customersAtStripe()).toHaveLength(1);
  expect(await subscriptionsAtStripe()).toEqual(['incomplete']);
});

test('a click after lost responses resumes the former purchase', async () => {
  stripe.loses = ({ method, path }) => method === 'POST' && path === '/v1/subscriptions';
  await expect(begin(await makeCard())).rejects.toMatchObject({ code: 'unavailable' });
  stripe.loses = () => false;
  const { status, latest_invoice: invoice } = await begin(await makeCard());
  expect([status, invoice.payment_intent?.client_secret]).toEqual(['incomplete', expect.any(String)]);
  expect(await subscriptionsAtStripe()).toEqual(['incomplete']);
});

test('a customer deleted in Stripe’s dashboard can buy again without a second trial', async () => {
  await buy();
  const [customer] = await customersAtStripe();
  await sdk().customers.del(customer?.id ?? '');
  await untilTold();
  expect(await mine()).toMatchObject([{ status: 'cancelled' }]);
  server.clock.advance(60_000);
  await buy();
  expect(await mine()).toMatchObject([{ status: 'active', tier: 'pro' }]);
  expect(await customersAtStripe()).toHaveLength(2);
});

test('a plan of a customer unknown to other keys is unchanged', async () => {
  await buy();
  await server.context.db.updateTable('payment_customers').set({ customer_id: 'cus_other' }).execute();
  await server.context.db.updateTable('subscriptions').set({ payment_id: 'sub_other' }).execute();
  expect(await ada.call(getOffer, { params: { priceId } })).toMatchObject({ amount: 1999 });
  expect(await mine()).toMatchObject([{ status: 'active' }]);
});

test('with other keys purchases fail and customer ids are kept', async () => {
  await buy();
  const { db } = server.context;
  const customer = db.selectFrom('payment_customers').select('customer_id');
  await db.updateTable('payment_customers').set({ customer_id: 'cus_other' }).execute();
  await expect(begin(await makeCard())).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Subscription service is temporarily unavailable. Please try again later.',
  });
  expect(await customer.execute()).toEqual([{ customer_id: 'cus_other' }]);
  expect(await customersAtStripe()).toHaveLength(1);
});

test('the catalogue is read once for concurrent readers, and again after a change event', async () => {
  const anyone = visitor(server);
  const looks = () => Promise.all(Array.from({ length: 40 }, () => anyone.call(listProducts)));
  await looks();
  await looks();
  expect(stripe.callsTo('GET', '/v1/products')).toHaveLength(1);
  expect(stripe.callsTo('GET', '/v1/prices')).toHaveLength(1);
  await tellOf('price.updated', { id: priceId, object: 'price' });
  await untilTold();
  await looks();
  expect(stripe.callsTo('GET', '/v1/prices')).toHaveLength(2);
});

test('while Stripe is unreachable plans are shown without offers', async () => {
  const anyone = visitor(server);
  const shown = await anyone.call(listProducts);
  expect(shown.map(({ name }) => name).sort()).toEqual(['Pro', 'Pro+']);
  const card = await makeCard();
  stripe.isDown = true;
  server.clock.advance(10 * 60_000);
  expect(await anyone.call(listProducts)).toEqual(shown);
  await expect(begin(card)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Subscription service is temporarily unavailable. Please try again later.',
  });
  stripe.isDown = false;
  expect((await begin(card)).status).toBe('incomplete');
});

test('a withdrawn price is shown, but not sold, half a minute later', async () => {
  const anyone = visitor(server);
  await anyone.call(listProducts);
  await setObject(priceId, { active: false });
  server.clock.advance(30_000);
  await expect(begin(await makeCard())).rejects.toMatchObject({
    fields: { priceId: 'This plan is not for sale.' },
  });
});

test('a promo code that is expired or for another plan says so before payment', async () => {
  await setObject('coupon_sandbox_five', { _products: ['prod_sandbox_pro_plus'] });
  const check = (promoCode: string, price: string) =>
    ada.call(validatePromoCode, { body: { promoCode, priceId: price } });
  await expect(check('FIVEOFF', priceId)).rejects.toMatchObject({
    fields: { promoCode: 'This promo code is not for this plan.' },
  });
  expect(await check('fiveoff', 'price_sandbox_pro_plus')).toMatchObject({ discountAmount: 500 });
  await expect(check('EXPIRED', priceId)).rejects.toMatchObject({
    fields: { promoCode: 'This promo code has expired.' },
  });
});

async function setObject(id: string, change: object): Promise<void> {
  const { db } = stripe.context;
  const row = await db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const data = JSON.stringify({ ...(row.data as object), ...change });
  await db.updateTable('payment_sandbox_objects').set({ data }).where('id', '=', id).execute();
}

/** As if something happened that the sandbox has no call for. */
async function tellOf(type: string, object: object): Promise<void> {
  const now = server.clock.now();
  const id = `evt_${type.replace('.', '_')}`;
  const event = { id, object: 'event', created: 0, data: { object }, livemode: false, type };
  await stripe.context.db
    .insertInto('payment_sandbox_events')
    .values({ id, payload: JSON.stringify(event), attempts: 0, created_at: now, next_attempt_at: now })
    .execute();
  await makeCard();
}

test('a plan cancelled in the portal is shown as ending and can be resumed', async () => {
  const id = await buy();
  const [held] = await mine();
  await sdk().subscriptions.update(id, { cancel_at: 'min_period_end' });
  await untilTold();
  expect(await mine()).toEqual([{ ...held, cancelAtPeriodEnd: true }]);

  const subscribeRequest = { subscriptionId: held?.id ?? '', priceId };
  const { proratedAt, amountDue } = await ada.call(previewChange, { query: subscribeRequest });
  expect(amountDue).toBe(0);
  await ada.call(changeSubscription, { body: { ...subscribeRequest, proratedAt } });
  expect(await mine()).toEqual([held]);
  const { cancel_at: endsAt, cancel_at_period_end: ends } = await sdk().subscriptions.retrieve(id);
  expect([endsAt, ends]).toEqual([null, false]);
});
