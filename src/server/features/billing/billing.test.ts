import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/accounts/accounts.ts';
import { adminSubscription, chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import { serverTimeHeader } from '#shared/contract/server-time.ts';
import { type Person, signIn as signInWith, subscribe, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { listSubscriptionRows, type SubscriptionRow } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const day = 86_400_000;
const indie = { body: { tier: 'indie' } } as const;

function later(milliseconds: number): Date {
  return new Date(server.context.clock.now().getTime() + milliseconds);
}

/** A new user without a plan. */
const signIn = (at: TestServer, name: string, options: { role?: Role } = {}) =>
  signInWith(at, name, { ...options, plan: null });

const paid = (person: Person, fields: Partial<SubscriptionRow>) =>
  subscribe(server, person, { price_id: 'price_pro', current_period_ends_at: later(30 * day), ...fields });

test('a new user has no plan', async () => {
  const ada = await signIn(server, 'Ada');
  expect(await ada.call(listSubscriptions)).toEqual([]);
});

test('plans are shown with the server’s time', async () => {
  const answer = await (await signIn(server, 'Amy')).fetch(listSubscriptions.path);
  expect(answer.headers[serverTimeHeader]).toBe(server.clock.now().toISOString());
});

test('Indie is a subscription without an end and without a card', async () => {
  const bea = await signIn(server, 'Bea');
  const chosen = await bea.call(chooseFreePlan, indie);
  expect(chosen).toEqual({
    id: expect.any(String),
    subscriptionId: chosen.id,
    status: 'active',
    isTrialActive: false,
    trialEnd: null,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: null,
    priceId: null,
    tier: 'indie',
    planLimits: { maxApplications: 1, maxRevisionsPerApp: 3, planName: 'Indie' },
    isAdmin: false,
  });
  expect(await bea.call(listSubscriptions)).toEqual([chosen]);
});

test('choosing Indie twice, or twice at once, makes one subscription', async () => {
  const cyd = await signIn(server, 'Cyd');
  const [first, second] = await Promise.all([
    cyd.call(chooseFreePlan, indie),
    cyd.call(chooseFreePlan, indie),
  ]);
  expect(second).toEqual(first);
  expect(await cyd.call(chooseFreePlan, indie)).toEqual(first);
  expect(await cyd.call(listSubscriptions)).toEqual([first]);
});

test.each([
  ['is active', { status: 'active' }],
  ['is on trial', { status: 'trialing', is_trial_active: true }],
  ['was cancelled and goes on to the end of its period', { status: 'cancelled' }],
  ['was canceled and goes on to the end of its period', { status: 'canceled' }],
])('Indie is refused while a paid plan %s, and changes nothing', async (name, fields) => {
  const person = await signIn(server, `Payer ${name}`);
  await paid(person, fields);
  const before = await person.call(listSubscriptions);
  await expect(person.call(chooseFreePlan, indie)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You have the Pro plan. You can choose Indie after it ends.',
  });
  expect(await person.call(listSubscriptions)).toEqual(before);
});

test('Indie replaces an ended paid plan', async () => {
  const dot = await signIn(server, 'Dot');
  await paid(dot, {
    status: 'cancelled',
    cancel_at_period_end: true,
    current_period_ends_at: later(0),
    trial_ends_at: later(-day),
  });
  const chosen = await dot.call(chooseFreePlan, indie);
  expect(chosen).toMatchObject({
    status: 'active',
    tier: 'indie',
    priceId: null,
    trialEnd: null,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: null,
  });
  expect(await dot.call(listSubscriptions)).toEqual([chosen]);
});

test.each(['past_due', 'incomplete'])(
  'Indie does not replace a paid plan that is %s, which keeps its price and dates',
  async (status) => {
    const person = await signIn(server, `Late ${status}`);
    await paid(person, { status, current_period_ends_at: later(-day), trial_ends_at: later(-2 * day) });
    const before = await listSubscriptionRows(server.context.db, person.id);
    await expect(person.call(chooseFreePlan, indie)).rejects.toMatchObject({ code: 'conflict' });
    expect(await listSubscriptionRows(server.context.db, person.id)).toEqual(before);
  },
);

test('an Indie with a failed payment is not the free one', async () => {
  const person = await signIn(server, 'Late Indie');
  await paid(person, { tier: 'indie', status: 'past_due', current_period_ends_at: later(-day) });
  const before = await listSubscriptionRows(server.context.db, person.id);
  await expect(person.call(chooseFreePlan, indie)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You pay for the Indie plan. The free one can be chosen when it has ended.',
  });
  expect(await listSubscriptionRows(server.context.db, person.id)).toEqual(before);
});

test.each(['canceled', 'incomplete_expired', 'unpaid', 'paused'])(
  'Indie replaces one that is %s',
  async (status) => {
    const person = await signIn(server, `Over ${status}`);
    await paid(person, { status, current_period_ends_at: later(-day) });
    expect(await person.call(chooseFreePlan, indie)).toMatchObject({ tier: 'indie', priceId: null });
  },
);

test('the dates and the price of a paid plan are shown', async () => {
  const eve = await signIn(server, 'Eve');
  await paid(eve, { status: 'trialing', is_trial_active: true, trial_ends_at: later(7 * day) });
  expect(await eve.call(listSubscriptions)).toMatchObject([
    {
      status: 'trialing',
      isTrialActive: true,
      trialEnd: later(7 * day).toISOString(),
      currentPeriodEnd: later(30 * day).toISOString(),
      priceId: 'price_pro',
      planLimits: { maxApplications: 3, maxRevisionsPerApp: 3, planName: 'Pro' },
    },
  ]);
});

test('an administrator has Elevated exactly as long as the role', async () => {
  const admin = await signIn(server, 'Fay', { role: 'admin' });
  expect(await admin.call(listSubscriptions)).toEqual([adminSubscription]);
  await expect(admin.call(chooseFreePlan, indie)).rejects.toMatchObject({ code: 'conflict' });
  await server.context.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute();
  expect(await admin.call(listSubscriptions)).toEqual([]);
});

test('each user sees their own subscription only', async () => {
  const [gus, hal] = [await signIn(server, 'Gus'), await signIn(server, 'Hal')];
  await gus.call(chooseFreePlan, indie);
  expect(await hal.call(listSubscriptions)).toEqual([]);
});

test('a visitor sees and chooses nothing', async () => {
  await expect(visitor(server).call(listSubscriptions)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(visitor(server).call(chooseFreePlan, indie)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test.each([
  ['a plan that costs', { tier: 'pro' }],
  ['a plan of administrators', { tier: 'elevated' }],
  ['no plan', {}],
  ['more than a plan', { tier: 'indie', status: 'trialing' }],
  ['somebody else', { tier: 'indie', userId: 'aaaaaaaaaaaaaaaaaaaaaaaaaa' }],
])('%s is refused', async (_name, body) => {
  const ivy = await signIn(server, 'Ivy');
  await expect(ivy.call(chooseFreePlan, { body: body as never })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await ivy.call(listSubscriptions)).toEqual([]);
});

test('a subscription is deleted with its user', async () => {
  const jan = await signIn(server, 'Jan');
  await jan.call(chooseFreePlan, indie);
  await server.context.db.deleteFrom('users').where('id', '=', jan.id).execute();
  const left = server.context.db.selectFrom('subscriptions').select('id').where('user_id', '=', jan.id);
  expect(await left.execute()).toEqual([]);
});
