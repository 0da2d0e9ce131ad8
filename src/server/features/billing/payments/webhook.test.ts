import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey } from '#server/platform/secrets/secret-key.ts';
import { buy, passDays, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import { cancelSubscription } from '#shared/billing/payments.ts';
import { webhookPath } from '../webhook-path.ts';

let server: TestServer;
let ada: Person;
beforeEach(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(() => server.close());

const secret = () => `whsec_${deriveKey(server.context.secretKey, 'payment sandbox').toString('hex')}`;
const sign = (payload: string, by = secret(), timestamp = Math.floor(Date.now() / 1000)) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp });

/** As another server sends it: from no page, with no cookie. */
async function tell(payload: string, signature: string | undefined = sign(payload)): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signature,
    origin: undefined,
    'sec-fetch-site': undefined,
    cookie: undefined,
  };
  return (await ada.fetch(webhookPath, { method: 'POST', headers, body: payload })).status;
}

async function payloads(): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('payment_sandbox_events')
    .select('payload')
    .orderBy('sequence')
    .execute();
  return rows.map(({ payload }) => payload);
}

const rows = () =>
  server.context.db.selectFrom('subscriptions').selectAll().where('user_id', '=', ada.id).execute();
const heard = () => server.context.db.selectFrom('processed_events').select('id').execute();

test('an unsigned, forged, altered or old event is refused', async () => {
  await buy(ada);
  await untilProcessed(server);
  const [payload = ''] = await payloads();
  await server.context.db.deleteFrom('processed_events').execute();
  const long = Math.floor(Date.now() / 1000) - 3_600;
  for (const signature of [
    '',
    'nonsense',
    sign(payload, 'whsec_other'),
    sign(`${payload} `),
    sign(payload, secret(), long),
  ])
    expect([signature, await tell(payload, signature)]).toEqual([signature, 400]);
  expect(await heard()).toEqual([]);
  expect(await tell(payload)).toBe(200);
  expect(await heard()).toHaveLength(1);
});

test('a processed event changes nothing when replayed', async () => {
  await buy(ada);
  await untilProcessed(server);
  const before = await rows();
  const all = await payloads();
  const { length } = await heard();
  expect(length).toBe(all.length);
  server.clock.advance(1_000);
  for (const payload of all) expect(await tell(payload)).toBe(200);
  expect(await rows()).toEqual(before);
  expect(await heard()).toHaveLength(length);
});

test('an event of an unknown customer changes nothing', async () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { customer: 'cus_elsewhere', status: 'active' } },
  };
  expect(await tell(JSON.stringify(event))).toBe(200);
  expect(await rows()).toEqual([]);
});

test('an event’s content is not trusted: the state is read from the provider', async () => {
  await buy(ada);
  await untilProcessed(server);
  const before = await rows();
  const text = (await payloads()).findLast((each) => each.includes('customer.subscription')) ?? '';
  const event = JSON.parse(text);
  event.id = 'evt_forged';
  event.data.object.status = 'canceled';
  event.data.object.items.data[0].price.id = 'price_sandbox_pro_plus';
  server.clock.advance(1_000);
  expect(await tell(JSON.stringify(event))).toBe(200);
  expect(await rows()).toMatchObject([{ status: 'trialing', tier: 'pro', id: before[0]?.id }]);
});

/** A life with a trial, renewals, a cancellation and its end. */
async function deliverAll(): Promise<string[]> {
  await buy(ada, { card: testCards.pays });
  await untilProcessed(server);
  await passDays(server, 40);
  // Sessions end in that time.
  ada = await signIn(server, 'Ada', { plan: null });
  const [held] = await ada.call(listSubscriptions);
  await ada.call(cancelSubscription, { body: { subscriptionId: held?.id ?? '' } });
  await passDays(server, 35);
  ada = await signIn(server, 'Ada', { plan: null });
  return payloads();
}

test('duplicate events in reverse order give the final state', async () => {
  const all = await deliverAll();
  expect(all.map((payload) => JSON.parse(payload).type)).toContain('customer.subscription.deleted');
  const forget = async () => {
    await server.context.db.deleteFrom('processed_events').execute();
    await server.context.db.deleteFrom('subscriptions').execute();
  };
  await forget();
  for (const payload of all) expect(await tell(payload)).toBe(200);
  const before = await rows();
  await forget();
  for (const payload of all.toReversed())
    expect(await Promise.all([tell(payload), tell(payload)])).toEqual([200, 200]);
  const stateOf = (written: typeof before) =>
    written.map(({ id: _id, created_at: _created, updated_at: _updated, ...state }) => state);
  expect(stateOf(await rows())).toEqual(stateOf(before));
  expect(before).toMatchObject([{ status: 'cancelled', tier: 'pro', is_trial_active: false }]);
});

test('Indie chosen after the end is not overwritten by late events', async () => {
  const all = await deliverAll();
  for (const payload of all) expect(await tell(payload)).toBe(200);
  await ada.call(chooseFreePlan, { body: { tier: 'indie' } });
  await server.context.db.deleteFrom('processed_events').execute();
  for (const payload of all) expect(await tell(payload)).toBe(200);
  expect(await ada.call(listSubscriptions)).toMatchObject([{ tier: 'indie', status: 'active' }]);
});
