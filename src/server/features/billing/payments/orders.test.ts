import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LastBill } from '#server/db/schema/billing.ts';
import { newId } from '#server/platform/ids.ts';
import { countOf, seedOf } from '#server/testing/measures/trials.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { openLifecycle, type TestLifecycle } from '#server/testing/people/lifecycle.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { PaidSubscription, Payments } from '../stripe/port.ts';
import { handleEvent } from './webhook.ts';

let server: TestServer;
let steps: TestLifecycle;
beforeAll(async () => {
  server = await startServer();
  steps = await openLifecycle(server);
});
afterAll(async () => {
  await steps.close();
  await server.close();
});

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const bought: PaidSubscription = {
  id: 'sub',
  status: 'incomplete',
  priceId: 'price_sandbox_pro',
  promotionIds: [],
  trialEndsAt: at(8),
  cancelAtPeriodEnd: false,
  currentPeriodEndsAt: at(8),
  endedAt: null,
  lastBill: null,
  createdAt: at(1),
};
const paidBill: LastBill = {
  id: 'in_1',
  isPaid: true,
  paid: 1999,
  due: 1999,
  currency: 'usd',
  attempts: 1,
  nextAttemptAt: null,
};
const openBill: LastBill = { ...paidBill, id: 'in_2', isPaid: false, paid: 0 };
const renewed = { trialEndsAt: at(8), currentPeriodEndsAt: at(38), lastBill: paidBill };
/** One subscription, change by change; each has an event. */
const lifecycle: PaidSubscription[] = [
  bought,
  { ...bought, status: 'trialing' },
  { ...bought, ...renewed, status: 'active' },
  { ...bought, ...renewed, status: 'past_due', currentPeriodEndsAt: at(68), lastBill: openBill },
  { ...bought, ...renewed, status: 'active', currentPeriodEndsAt: at(68) },
  { ...bought, ...renewed, status: 'active', currentPeriodEndsAt: at(68), cancelAtPeriodEnd: true },
  {
    ...bought,
    ...renewed,
    status: 'canceled',
    currentPeriodEndsAt: at(68),
    cancelAtPeriodEnd: true,
    endedAt: at(68),
  },
];

/** A generator that gives the same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A service with delayed responses, so that an older one arrives after a newer one. */
function slowService(random: () => number, now: () => number): Payments {
  const answer = async (customerId: string) => {
    const subscription = { ...(lifecycle[now()] ?? bought), id: `sub_${customerId}` };
    for (let turns = Math.floor(random() * 8); turns > 0; turns -= 1) await turn();
    return [subscription];
  };
  return {
    service: 'sandbox',
    listSubscriptions: answer,
    readEvent: (payload: string) => JSON.parse(payload),
  } as unknown as Payments;
}

/** Applies each change and delivers its event one or more times later, several concurrently. */
async function liveThrough(customerId: string, seed: number): Promise<void> {
  const random = numbers(seed);
  let now = 0;
  const service = slowService(random, () => now);
  const type = 'customer.subscription.updated';
  const untold: { change: number; payload: string }[] = [];
  const underWay: Promise<unknown>[] = [];
  const isOver = () => now === lifecycle.length - 1 && untold.length === 0;
  while (!isOver()) {
    if (now < lifecycle.length - 1 && (untold.length === 0 || random() < 0.4)) {
      now += 1;
      const event = { id: `evt_${customerId}_${now}`, type, customerId };
      const told = { change: now, payload: JSON.stringify(event) };
      untold.push(...(random() < 0.4 ? [told, told] : [told]));
      continue;
    }
    const [next] = untold.splice(Math.floor(random() * untold.length), 1);
    if (next) underWay.push(handleEvent(server.context, service, next.payload, ''));
    if (random() < 0.5) await Promise.all(underWay.splice(0));
    // The reconciliation job runs at any time.
    if (random() < 0.2) await steps.reconcileDue();
  }
  await Promise.all(underWay);
}

const orders = countOf('orders');
/** Larger than the number of orders, so that two seeds share none. */
const firstSeed = seedOf(0) * 1_000_000;
const atOnce = 4;

test(`${orders} random event orders with duplicates and concurrency end in one state`, async () => {
  const { db, clock } = server.context;
  const now = clock.now();
  const people = Array.from({ length: orders }, (_, index) => ({
    id: newId(),
    customerId: `cus_${index}`,
    index,
  }));
  await db
    .insertInto('users')
    .values(
      people.map(({ id, index }) => ({
        id,
        email: `person${index}@example.test`,
        email_verified: true,
        username: `Person ${index}`,
        email_identity_id: null,
        created_at: now,
        last_login_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('payment_customers')
    .values(
      people.map(({ id, customerId }) => ({
        user_id: id,
        service: 'sandbox' as const,
        customer_id: customerId,
        checkout_until: null,
        created_at: now,
      })),
    )
    .execute();
  for (const person of people) await addApp(server, person, { isPublic: true });
  const waiting = [...people];
  const worker = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop())
      await liveThrough(person.customerId, firstSeed + person.index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const ends = await db
    .selectFrom('subscriptions')
    .select(['status', 'tier', 'cancel_at_period_end', 'is_trial_active', 'current_period_ends_at'])
    .select(sql<number>`count(*)::integer`.as('people'))
    .groupBy(['status', 'tier', 'cancel_at_period_end', 'is_trial_active', 'current_period_ends_at'])
    .execute();
  expect(ends).toEqual([
    {
      status: 'cancelled',
      tier: 'pro',
      cancel_at_period_end: true,
      is_trial_active: false,
      current_period_ends_at: at(68),
      people: orders,
    },
  ]);
  await steps.reconcileDue();
  expect(await told()).toEqual({
    ended: orders,
    endedLast: orders,
    mails: await count('lifecycle_notifications'),
    endedAndOffline: orders,
    online: 0,
  });
}, 600_000);

const count = async (table: 'lifecycle_notifications' | 'mails') => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
    server.context.db,
  );
  return rows[0]?.count;
};

/** The notified intermediate changes depend on the order; none is notified twice, and the end always is. */
async function told() {
  const { rows } = await sql<object>`
    select
      (select count(*) from lifecycle_notifications where step = 'ended') as ended,
      (select count(*) from subscription_lifecycles where stage = 'over' and due_at > ${server.clock.now()}) as "endedLast",
      (select count(*) from mails) as mails,
      (select count(*) from apps where suspended_since is not null and not is_public) as "endedAndOffline",
      (select count(*) from apps where suspended_since is null) as online`.execute(server.context.db);
  return rows[0];
}
