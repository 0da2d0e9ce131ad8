import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy, passDays, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { openPaymentGateway, type PaymentGateway } from './payment-gateway.ts';
import { prunePaymentRecords } from './prune.ts';
import { reconcile } from './reconcile.ts';

let server: TestServer;
let gateway: PaymentGateway;
let ada: Person;
beforeEach(async () => {
  server = await startServer();
  gateway = await openPaymentGateway(server.context);
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(async () => {
  await gateway.close();
  await server.close();
});

const written = () =>
  server.context.db
    .selectFrom('subscriptions')
    .select(['status', 'current_period_ends_at'])
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
const run = () => reconcile(server.context, gateway.payments(), new AbortController().signal);
const count = async (table: 'processed_events' | 'payment_sandbox_events') =>
  (await server.context.db.selectFrom(table).select('id').execute()).length;

test('a plan that ended without an event is ended', async () => {
  await buy(ada, { card: testCards.declinedLater });
  await untilProcessed(server);
  await passDays(server, 40);
  // No event: the clock moved in the sandbox only.
  expect(await written()).toMatchObject({ status: 'trialing' });
  await run();
  const ended = await written();
  expect(ended.status).toBe('cancelled');
  expect(ended.current_period_ends_at?.getTime()).toBeLessThan(server.clock.now().getTime());
});

test('a plan that renewed without an event continues', async () => {
  await buy(ada);
  await untilProcessed(server);
  await passDays(server, 40);
  await run();
  const renewed = await written();
  expect(renewed.status).toBe('active');
  expect(renewed.current_period_ends_at?.getTime()).toBeGreaterThan(server.clock.now().getTime());
});

test('of two ended plans, the stored one has ended', async () => {
  await buy(ada);
  await untilProcessed(server);
  const { db } = server.context;
  const { data } = await db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('kind', '=', 'subscription')
    .executeTakeFirstOrThrow();
  // Made in the dashboard, later than the first, and ended there before it.
  const first = data as { id: string; customer: string; created: number };
  const ended = { status: 'canceled', ended_at: Math.floor(server.clock.now().getTime() / 1000) };
  const second = { ...first, ...ended, id: 'sub_second', created: first.created + 60 };
  const { customer } = first;
  await db
    .insertInto('payment_sandbox_objects')
    .values({ id: second.id, kind: 'subscription', customer, data: JSON.stringify(second), due_at: null })
    .execute();
  await db
    .updateTable('payment_sandbox_objects')
    .set({ data: JSON.stringify({ ...first, ...ended }), due_at: null })
    .where('id', '=', first.id)
    .execute();
  server.clock.advance(10 * 86_400_000);
  await run();
  expect(await written()).toMatchObject({ status: 'cancelled' });
});

test('recently ended plans are read before long overdue ones', async () => {
  await buy(ada);
  await untilProcessed(server);
  const { db, clock } = server.context;
  const now = clock.now();
  const people = Array.from({ length: 500 }, (_, index) => `stuck${index}`);
  await db
    .insertInto('users')
    .values(
      people.map((id) => ({
        id,
        email: null,
        email_verified: false,
        username: id,
        email_identity_id: null,
        created_at: now,
        last_login_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const longAgo = new Date(now.getTime() - 86_400_000);
  await db
    .insertInto('payment_customers')
    .values(
      people.map((id) => ({
        user_id: id,
        service: 'sandbox' as const,
        customer_id: `cus_${id}`,
        checkout_until: null,
        created_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('subscriptions')
    .values(
      people.map((id) => ({
        id,
        user_id: id,
        payment_id: `sub_${id}`,
        status: 'active',
        tier: 'pro' as const,
        price_id: null,
        last_bill: null,
        trial_ends_at: null,
        current_period_ends_at: longAgo,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await passDays(server, 8);
  await run();
  expect(await written()).toMatchObject({ status: 'active' });
});

test('no plan is read before the end of its period', async () => {
  await buy(ada);
  await untilProcessed(server);
  const { reads_started: before } = await server.context.db
    .selectFrom('payment_customers')
    .select('reads_started')
    .executeTakeFirstOrThrow();
  await passDays(server, 6);
  await run();
  const after = server.context.db.selectFrom('payment_customers').select('reads_started');
  expect(await after.executeTakeFirstOrThrow()).toEqual({ reads_started: before });
});

test('processed events and attempts are deleted after a month, pending ones stay', async () => {
  await buy(ada);
  await untilProcessed(server);
  await passDays(server, 20);
  expect(await count('processed_events')).toBeGreaterThan(0);
  const all = await count('payment_sandbox_events');
  const waiting = await server.context.db
    .selectFrom('payment_sandbox_events')
    .select('id')
    .where('next_attempt_at', 'is not', null)
    .execute();
  expect(waiting.length).toBeGreaterThan(0);
  await prunePaymentRecords(server.context);
  expect(await count('payment_sandbox_events')).toBe(all);
  server.clock.advance(31 * 86_400_000);
  await prunePaymentRecords(server.context);
  expect(await count('processed_events')).toBe(0);
  expect(await count('payment_sandbox_events')).toBe(waiting.length);
});
