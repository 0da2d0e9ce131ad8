import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy, makeCard, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import {
  cancelSubscription,
  changeSubscription,
  createPaymentIntent,
  createSubscription,
  validatePromoCode,
} from '#shared/billing/payments.ts';
import { confirmTestPayment } from '#shared/billing/test-payments.ts';

/** All money cases in one table: actions, responses and final payments. */

let server: TestServer;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  server = await startServer({ env: { FLUX_TRIAL_DAYS: '0' } });
  [ada, bob] = [await signIn(server, 'Ada', { plan: null }), await signIn(server, 'Bob', { plan: null })];
});
afterEach(() => server.close());

const pro = 'price_sandbox_pro';
const plus = 'price_sandbox_pro_plus';
const held = async (person: Person) => {
  await untilProcessed(server);
  return (await person.call(listSubscriptions))[0]?.id ?? '';
};
const order = async (person: Person, fields: object = {}) => ({
  body: { priceId: pro, paymentMethodId: await makeCard(person), ...fields },
});
const confirm = (person: Person, secret: string | undefined, paymentMethodId?: string) =>
  person.call(confirmTestPayment, {
    body: { client_secret: secret ?? '', ...(paymentMethodId ? { paymentMethodId } : {}) },
  });
const replay = async () => {
  await untilProcessed(server);
  // Delivers all events again.
  await server.context.db.deleteFrom('processed_events').execute();
  await server.context.db
    .updateTable('payment_sandbox_events')
    .set({ next_attempt_at: server.clock.now() })
    .execute();
  // Whatever is asked of the sandbox has it tell.
  await makeCard(bob);
  await untilProcessed(server);
};

/** @returns the result of each promise: the code of its error or `done` */
const answers = async (...calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) => (call.status === 'fulfilled' ? 'done' : call.reason.code));

test.each<[string, () => Promise<unknown>, unknown, { paid: number[]; plans: string[] }]>([
  [
    'a double click',
    async () => {
      const subscribeRequest = await order(ada);
      const [one, two] = await Promise.all([
        ada.call(createSubscription, subscribeRequest),
        ada.call(createSubscription, subscribeRequest),
      ]);
      const secrets = [one, two].map(
        ({ subscription }) => subscription.latest_invoice.payment_intent?.client_secret,
      );
      return answers(...secrets.map((secret) => confirm(ada, secret)));
    },
    ['done', 'done'],
    { paid: [1999], plans: ['pro'] },
  ],
  [
    'two tabs, each with a card of its own',
    async () => {
      const [one, two] = [await order(ada), await order(ada)];
      const made = await Promise.all([ada.call(createSubscription, one), ada.call(createSubscription, two)]);
      const secrets = made.map(
        ({ subscription }) => subscription.latest_invoice.payment_intent?.client_secret,
      );
      return answers(...secrets.map((secret) => confirm(ada, secret)));
    },
    ['done', 'done'],
    { paid: [1999], plans: ['pro'] },
  ],
  [
    'two tabs, each with another plan',
    async () => {
      await buy(ada);
      await untilProcessed(server);
      return answers(buy(ada, { priceId: plus }));
    },
    ['conflict'],
    { paid: [1999], plans: ['pro'] },
  ],
  [
    'a double click on another plan',
    async () => {
      await buy(ada);
      const body = { subscriptionId: await held(ada), priceId: plus };
      return answers(ada.call(changeSubscription, { body }), ada.call(changeSubscription, { body }));
    },
    expect.arrayContaining(['done']),
    { paid: [1999, 8000], plans: ['pro-plus'] },
  ],
  [
    'webhooks that are told again',
    async () => {
      await buy(ada);
      await replay();
      await replay();
    },
    undefined,
    { paid: [1999], plans: ['pro'] },
  ],
  [
    'an amount and a currency that the browser made up',
    async () => {
      const body = { amount: 1, currency: 'jpy', metadata: { priceId: pro, userId: bob.id } };
      const { client_secret } = await ada.call(createPaymentIntent, { body });
      return answers(confirm(ada, client_secret, await makeCard(ada)));
    },
    ['done'],
    { paid: [1999], plans: ['pro'] },
  ],
  [
    'an amount where none is asked for',
    async () => answers(ada.call(createSubscription, await order(ada, { amount: 1 }))),
    ['invalid_input'],
    { paid: [], plans: [] },
  ],
  [
    'the subscription of somebody else, to be changed and cancelled',
    async () => {
      await buy(ada);
      await buy(bob);
      const subscriptionId = await held(ada);
      const { success } = await bob.call(cancelSubscription, { body: { subscriptionId } });
      const changed = await answers(
        bob.call(changeSubscription, { body: { subscriptionId, priceId: plus } }),
      );
      return { success, changed };
    },
    { success: false, changed: ['conflict'] },
    { paid: [1999, 1999], plans: ['pro', 'pro'] },
  ],
  [
    'the card of somebody else',
    async () => {
      const subscribeRequest = await order(bob);
      await bob.call(createSubscription, subscribeRequest);
      return answers(ada.call(createSubscription, subscribeRequest));
    },
    ['invalid_input'],
    { paid: [], plans: [] },
  ],
  [
    'a promo code that has expired',
    async () =>
      answers(
        ada.call(validatePromoCode, { body: { promoCode: 'EXPIRED', priceId: pro } }),
        buy(ada, { promoCode: 'EXPIRED' }),
      ),
    ['invalid_input', 'invalid_input'],
    { paid: [], plans: [] },
  ],
  [
    'a price that is not sold any more',
    async () => answers(buy(ada, { priceId: 'price_sandbox_pro_plus_2023' })),
    ['invalid_input'],
    { paid: [], plans: [] },
  ],
])('%s', async (_name, attempt, answer, { paid, plans }) => {
  expect(await attempt()).toEqual(answer);
  await untilProcessed(server);
  const objects = await server.context.db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('kind', '=', 'payment_intent')
    .orderBy('sequence')
    .execute();
  const payments = objects.map(({ data }) => data as { amount_received: number; currency: string });
  const received = payments.filter(({ amount_received: amount }) => amount > 0);
  expect(received.map(({ amount_received: amount }) => amount)).toEqual(paid);
  expect(payments.every(({ currency }) => currency === 'usd')).toBe(true);
  const rows = await server.context.db.selectFrom('subscriptions').select(['tier', 'status']).execute();
  expect(rows).toEqual(plans.map((tier) => ({ tier, status: 'active' })));
});
