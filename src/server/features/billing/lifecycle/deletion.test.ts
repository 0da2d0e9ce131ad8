import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { openLifecycle, type TestLifecycle } from '#server/testing/people/lifecycle.ts';
import { buy, makeCard, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { cancelSubscription, createSubscription } from '#shared/billing/payments.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { reconcileDue } from './reconcile-due.ts';
import { openReconcileContext } from './routes.ts';

/** The checks before a deletion. */

let server: TestServer;
let lifecycle: TestLifecycle;
beforeEach(async () => {
  // The errors that keep things from being deleted are expected.
  server = await startServer({ env: { FLUX_TRIAL_DAYS: '0' }, log: () => {} });
  lifecycle = await openLifecycle(server);
  await bringToTheLastDay();
});
afterEach(async () => {
  await lifecycle.close();
  await server.close();
});

const hour = 3_600_000;
const signInAgain = () => signIn(server, 'Ada', { plan: null });

/** A user whose plan ended, one hour before the deletion. */
async function bringToTheLastDay(): Promise<void> {
  const ada = await signInAgain();
  await buy(ada);
  await untilProcessed(server);
  await addApp(server, ada);
  const [held] = await ada.call(listSubscriptions);
  await ada.call(cancelSubscription, { body: { subscriptionId: held?.id ?? '' } });
  await untilProcessed(server);
  await lifecycle.pass(32);
  const { deletes_at: deletesAt } = await server.context.db
    .selectFrom('subscription_lifecycles')
    .select('deletes_at')
    .executeTakeFirstOrThrow();
  const left = (deletesAt?.getTime() ?? 0) - server.clock.now().getTime();
  await lifecycle.pass((left - hour) / (24 * hour));
}
const apps = async () => (await server.context.db.selectFrom('apps').select('id').execute()).length;
const wait = async (hours: number) => {
  server.clock.advance(hours * hour);
  await lifecycle.reconcileDue();
};

test('a payment service that does not know a customer, as with other keys, deletes nothing', async () => {
  const { db } = server.context;
  const known = await db.selectFrom('payment_customers').select('customer_id').executeTakeFirstOrThrow();
  const bought = await db.selectFrom('subscriptions').select('payment_id').executeTakeFirstOrThrow();
  await db.updateTable('payment_customers').set({ customer_id: 'cus_other' }).execute();
  await db.updateTable('subscriptions').set({ payment_id: 'sub_other' }).execute();
  await wait(2);
  expect(await apps()).toBe(1);
  await db.updateTable('payment_customers').set(known).execute();
  await db.updateTable('subscriptions').set(bought).execute();
  await wait(1);
  expect(await apps()).toBe(0);
});

test('a user who paid at Stripe loses nothing while Flux cannot reach it', async () => {
  const { db, config } = server.context;
  await db.updateTable('payment_customers').set({ service: 'stripe' }).execute();
  await wait(2);
  expect(await apps()).toBe(1);
  const withoutAny = {
    ...server.context,
    config: { ...config, payments: { ...config.payments, service: null } },
  };
  const payments = { payments: () => Promise.reject(new Error('Nobody is asked.')) } as never;
  const reconcile = openReconcileContext(withoutAny, {
    payments,
    ownedContent: lifecycle.reconcile.ownedContent,
  });
  const [ada] = await db.selectFrom('users').select('id').where('username', '=', 'Ada').execute();
  await expect(reconcile.syncSubscriptions(ada?.id ?? '')).rejects.toThrow('Stripe is no longer configured');
});

describe('while the payment service', () => {
  /** Two users whose deletion is due, and one whose plan has just ended. */
  const two = async () => {
    const { db } = server.context;
    const [ada, bob, cyd] = [await signInAgain(), await signIn(server, 'Bob'), await signIn(server, 'Cyd')];
    const { deletes_at, suspended_since } = await db
      .selectFrom('subscription_lifecycles')
      .selectAll()
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    await lifecycle.reconcileDue();
    await db
      .updateTable('subscription_lifecycles')
      .set({ stage: 'over', warned: 'day', deletes_at, suspended_since, due_at: deletes_at })
      .where('user_id', '=', bob.id)
      .execute();
    const ended = { status: 'cancelled', current_period_ends_at: null } as const;
    await db.updateTable('subscriptions').set(ended).where('user_id', '=', bob.id).execute();
    server.clock.advance(2 * hour);
    const updated_at = server.clock.now();
    const over = { ...ended, updated_at };
    await db.updateTable('subscriptions').set(over).where('user_id', '=', cyd.id).execute();
    return { ada, bob, cyd };
  };
  const stageOf = async (person: Person) => {
    const { db } = server.context;
    const lives = db.selectFrom('subscription_lifecycles').select('stage').where('user_id', '=', person.id);
    return (await lives.executeTakeFirstOrThrow()).stage;
  };

  test('is unreachable, other users are notified first, and it is called once per run', async () => {
    const { ada, bob, cyd } = await two();
    const asked: [string, string][] = [];
    const syncSubscriptions = async (userId: string) => {
      asked.push([userId, await stageOf(cyd)]);
      throw new FluxError('unavailable');
    };
    const round = () =>
      reconcileDue({ ...lifecycle.reconcile, syncSubscriptions }, new AbortController().signal);
    await round();
    expect(asked).toHaveLength(1);
    expect([ada.id, bob.id]).toContain(asked[0]?.[0]);
    expect(asked[0]?.[1]).toBe('over');
    await round();
    expect(asked).toHaveLength(1);
    server.clock.advance(hour / 12);
    await round();
    expect(asked).toHaveLength(2);
    expect(await apps()).toBe(1);
    await wait(1);
    expect(await apps()).toBe(0);
  });

  test('does not respond, no user is delayed', async () => {
    await two();
    let asked = 0;
    const syncSubscriptions = () => {
      asked += 1;
      return new Promise<boolean>(() => {});
    };
    await reconcileDue(
      { ...lifecycle.reconcile, syncSubscriptions, timeoutMilliseconds: 50 },
      new AbortController().signal,
    );
    expect(asked).toBe(1);
    expect(await apps()).toBe(1);
  });

  test('does not know one user, it is still asked about the other', async () => {
    const { ada, bob } = await two();
    const asked: string[] = [];
    const syncSubscriptions = (userId: string) => {
      asked.push(userId);
      return Promise.reject(new Error('It has never heard of them.'));
    };
    await reconcileDue({ ...lifecycle.reconcile, syncSubscriptions }, new AbortController().signal);
    expect(asked.toSorted()).toEqual([ada.id, bob.id].toSorted());
  });
});

test('a user in checkout loses nothing, and one who abandons it does', async () => {
  const ada = await signInAgain();
  const body = { priceId: 'price_sandbox_pro', paymentMethodId: await makeCard(ada) };
  await ada.call(createSubscription, { body });
  await wait(2);
  expect(await apps()).toBe(1);
  await wait(22);
  expect(await apps()).toBe(0);
});
