import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy, passDays, testCards } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { cancelSubscription } from '#shared/billing/payments.ts';
import type { Kinds } from './objects.ts';

let server: TestServer;
let ada: Person;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ env });
  ada = await signIn(server, 'Ada', { plan: null });
};
beforeEach(() => start());
afterEach(() => server.close());

async function all<K extends keyof Kinds>(kind: K): Promise<Kinds[K][]> {
  const rows = await server.context.db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('kind', '=', kind)
    .orderBy('sequence')
    .execute();
  return rows.map(({ data }) => data as Kinds[K]);
}
const subscription = async () => {
  const [only] = await all('subscription');
  if (!only) throw new Error('Nothing was bought.');
  return only;
};
const paid = async () => (await all('invoice')).map(({ status, amount_paid }) => [status, amount_paid]);

async function eventTypes(): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('payment_sandbox_events')
    .select('payload')
    .orderBy('sequence')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload).type as string);
}

test('a trial end is announced and charged, and the plan renews each month', async () => {
  await buy(ada);
  expect(await paid()).toEqual([['paid', 0]]);
  await passDays(server, 3);
  expect(await eventTypes()).not.toContain('customer.subscription.trial_will_end');
  await passDays(server, 2);
  expect(await eventTypes()).toContain('customer.subscription.trial_will_end');
  expect((await subscription()).status).toBe('trialing');
  await passDays(server, 3);
  expect((await subscription()).status).toBe('active');
  expect(await paid()).toEqual([
    ['paid', 0],
    ['paid', 1999],
  ]);
  await passDays(server, 62);
  expect(await paid()).toEqual([
    ['paid', 0],
    ['paid', 1999],
    ['paid', 1999],
    ['paid', 1999],
  ]);
});

test('after a jump of half a year, each event has its own time', async () => {
  await buy(ada);
  await passDays(server, 1);
  server.clock.advance(180 * 86_400_000);
  await passDays(server, 0);
  await passDays(server, 1);
  const invoices = await all('invoice');
  expect(invoices.length).toBeGreaterThan(6);
  const [, ...months] = invoices;
  for (const [index, invoice] of months.entries()) {
    expect(invoice.created).toBe(invoice.period_start);
    if (index > 0) expect(invoice.period_start).toBe(months[index - 1]?.period_end);
  }
});

test('a failed renewal is retried three times, then the subscription ends', async () => {
  await buy(ada, { card: testCards.declinedLater });
  await passDays(server, 8);
  expect((await subscription()).status).toBe('past_due');
  await passDays(server, 3);
  await passDays(server, 5);
  expect(await subscription()).toMatchObject({ status: 'past_due' });
  expect((await all('invoice')).at(-1)).toMatchObject({ attempt_count: 3, status: 'open' });
  await passDays(server, 7);
  expect(await subscription()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  expect((await all('invoice')).at(-1)).toMatchObject({ attempt_count: 4, status: 'uncollectible' });
  await passDays(server, 60);
  expect(await all('invoice')).toHaveLength(2);
});

test('a cancelled subscription runs to the end of its period without another charge', async () => {
  await server.close();
  await start({ FLUX_TRIAL_DAYS: '0' });
  await buy(ada);
  for (let waited = 0; (await ada.call(listSubscriptions)).length === 0 && waited < 200; waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  const [held] = await ada.call(listSubscriptions);
  await ada.call(cancelSubscription, { body: { subscriptionId: held?.id ?? '' } });
  await passDays(server, 27);
  expect(await subscription()).toMatchObject({ status: 'active', cancel_at_period_end: true });
  await passDays(server, 5);
  const ended = await subscription();
  expect(ended.status).toBe('canceled');
  expect(ended.ended_at).toBe(ended.items.data[0]?.current_period_end);
  expect(await paid()).toEqual([['paid', 1999]]);
});

test('an unconfirmed first payment expires within a day', async () => {
  await server.close();
  await start({ FLUX_TRIAL_DAYS: '0' });
  await buy(ada, { card: testCards.declinedLater }).catch(() => {});
  await passDays(server, 1);
  expect(await subscription()).toMatchObject({ status: 'incomplete_expired' });
  expect(await paid()).toEqual([['void', 0]]);
});

test('a discount for the first month ends with it; a permanent one stays', async () => {
  await server.close();
  await start({ FLUX_TRIAL_DAYS: '0' });
  await buy(ada, { promoCode: 'FIRSTMONTH' });
  const bea = await signIn(server, 'Bea', { plan: null });
  await buy(bea, { promoCode: 'FIVEOFF' });
  await passDays(server, 32);
  const amounts = async (index: number) => {
    const customer = (await all('customer'))[index]?.id;
    return (await all('invoice'))
      .filter((each) => each.customer === customer)
      .map(({ amount_paid }) => amount_paid);
  };
  expect(await amounts(0)).toEqual([0, 1999]);
  expect(await amounts(1)).toEqual([1499, 1499]);
});
