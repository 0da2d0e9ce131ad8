import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy, passDays, testCards, untilHeard } from '../../../testing/payments.ts';
import { type Person, signIn } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { openPaymentDesk, type PaymentDesk } from './desk.ts';
import { pruneHeard } from './prune.ts';
import { reconcile } from './reconcile.ts';

let server: TestServer;
let desk: PaymentDesk;
let ada: Person;
beforeEach(async () => {
  server = await startServer();
  desk = await openPaymentDesk(server.context);
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(async () => {
  await desk.close();
  await server.close();
});

const written = () =>
  server.context.db
    .selectFrom('subscriptions')
    .select(['status', 'current_period_ends_at'])
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
const run = () => reconcile(server.context, desk.payments(), new AbortController().signal);
const count = async (table: 'payment_events' | 'payment_sandbox_events') =>
  (await server.context.db.selectFrom(table).select('id').execute()).length;

test('a plan that ended while nothing was heard is found to have ended', async () => {
  await buy(ada, { card: testCards.declinedLater });
  await untilHeard(server);
  await passDays(server, 40);
  // Nothing was told: the clock moved in the sandbox alone.
  expect(await written()).toMatchObject({ status: 'trialing' });
  await run();
  const ended = await written();
  expect(ended.status).toBe('cancelled');
  expect(ended.current_period_ends_at?.getTime()).toBeLessThan(server.clock.now().getTime());
});

test('a plan that was renewed while nothing was heard goes on', async () => {
  await buy(ada);
  await untilHeard(server);
  await passDays(server, 40);
  await run();
  const renewed = await written();
  expect(renewed.status).toBe('active');
  expect(renewed.current_period_ends_at?.getTime()).toBeGreaterThan(server.clock.now().getTime());
});

test('nobody is asked about before the end of their period', async () => {
  await buy(ada);
  await untilHeard(server);
  const { readings_begun: before } = await server.context.db
    .selectFrom('payment_customers')
    .select('readings_begun')
    .executeTakeFirstOrThrow();
  await passDays(server, 6);
  await run();
  const after = server.context.db.selectFrom('payment_customers').select('readings_begun');
  expect(await after.executeTakeFirstOrThrow()).toEqual({ readings_begun: before });
});

test('what was told and heard is forgotten after a month, what still waits is not', async () => {
  await buy(ada);
  await untilHeard(server);
  await passDays(server, 20);
  expect(await count('payment_events')).toBeGreaterThan(0);
  const all = await count('payment_sandbox_events');
  const waiting = await server.context.db
    .selectFrom('payment_sandbox_events')
    .select('id')
    .where('next_attempt_at', 'is not', null)
    .execute();
  expect(waiting.length).toBeGreaterThan(0);
  await pruneHeard(server.context);
  expect(await count('payment_sandbox_events')).toBe(all);
  server.clock.advance(31 * 86_400_000);
  await pruneHeard(server.context);
  expect(await count('payment_events')).toBe(0);
  expect(await count('payment_sandbox_events')).toBe(waiting.length);
});
