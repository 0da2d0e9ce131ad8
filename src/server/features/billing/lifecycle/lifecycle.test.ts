import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import {
  mailsTo,
  openLifecycle,
  openSecondLifecycle,
  subjectsTo,
  type TestLifecycle,
} from '#server/testing/people/lifecycle.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { buy, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import { getOffline } from '#shared/billing/offline.ts';
import {
  cancelSubscription,
  changeSubscription,
  upgradeTrialSubscription,
} from '#shared/billing/payments.ts';
import { changeRole } from '../../accounts/roles.ts';
import { type ReconcileContext, reconcileDue } from './reconcile-due.ts';

let server: TestServer;
let lifecycle: TestLifecycle;
let ada: Person;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ env });
  // The first day of a month with 31 days.
  server.clock.moveTo(new Date(Date.UTC(new Date().getUTCFullYear(), 0, 1, 12)));
  lifecycle = await openLifecycle(server);
  ada = await signInAgain();
};
const stop = () => lifecycle.close().then(() => server.close());
/** Sessions end in the time that passes here. */
const signInAgain = async () => {
  ada = await signIn(server, 'Ada', { plan: null });
  return ada;
};
const withoutTrial = { FLUX_TRIAL_DAYS: '0' };
beforeEach(() => start());
afterEach(stop);

async function buyNow(options: Parameters<typeof buy>[1] = {}): Promise<void> {
  await signInAgain();
  await buy(ada, options);
  await untilProcessed(server);
  await lifecycle.reconcileDue();
  // Mails are distinguished by their time.
  server.clock.advance(1_000);
}
async function cancel(): Promise<void> {
  await signInAgain();
  const [subscription] = await ada.call(listSubscriptions);
  const body = { subscriptionId: subscription?.id ?? '' };
  expect(await ada.call(cancelSubscription, { body })).toEqual({ success: true });
  await untilProcessed(server);
  await lifecycle.reconcileDue();
}
const subjects = () => subjectsTo(server, ada);
const lastMail = async () => (await mailsTo(server, ada)).at(-1)?.text ?? '';
const offline = async () => (await (await signInAgain()).call(getOffline)).offline;
const apps = async () => {
  const query = server.context.db.selectFrom('apps').select(['id', 'suspended_since']);
  return (await query.where('owner_id', '=', ada.id).execute()).map(({ suspended_since }) =>
    suspended_since === null ? 'online' : 'offline',
  );
};
/** Anything on its day: without years, and with the day of the month left out. */
const day = 86_400_000;
const dateIn = (days: number) =>
  new Date(server.clock.now().getTime() + days * day).toLocaleDateString('en', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });

test('a trial, its end, a renewal, a failed one and its payment: each is notified once', async () => {
  const [trialEnd] = [dateIn(7)];
  await buyNow();
  await lifecycle.pass(8);
  await lifecycle.pass(31);
  expect(await subjects()).toEqual([
    'Your Pro trial has started',
    `Your Pro trial ends on ${trialEnd}`,
    'Your Pro plan has started',
    'Pro was renewed',
  ]);
  await breakCard(true);
  // February.
  await lifecycle.pass(28);
  await breakCard(false);
  await lifecycle.pass(4);
  expect((await subjects()).slice(4)).toEqual([
    'The payment for Pro failed',
    'The payment for Pro succeeded',
  ]);
  const [failed, recovered] = (await mailsTo(server, ada)).slice(4).map(({ text }) => text);
  expect(failed).toMatch(
    /could not charge your card \$19\.99 for Pro\. This was the first attempt\. It is retried on \w+ \d+, \d+\./,
  );
  expect(recovered).toMatch(/Pro is paid\. You paid \$19\.99\./);
  expect(await offline()).toBeNull();
});

/** As when a bank stops a card for a while. */
async function breakCard(isBroken: boolean): Promise<void> {
  const behaviour = JSON.stringify(isBroken ? 'declined_later' : 'pays');
  await server.context.pool.query(
    `update payment_sandbox_objects set data = jsonb_set(data, '{_behaviour}', $1::jsonb) where kind = 'payment_method'`,
    [behaviour],
  );
}

test('a cancelled plan runs to its end; then all is offline for 30 days and deleted', async () => {
  await stop();
  await start(withoutTrial);
  await buyNow();
  const organization = await addOrganization(server, ada);
  await addApp(server, ada, { isPublic: true, organizationId: organization.id });
  await addApp(server, ada);
  await cancel();
  expect(await apps()).toEqual(['online', 'online']);
  await lifecycle.pass(31);
  expect(await apps()).toEqual(['offline', 'offline']);
  expect(await offline()).toMatchObject({ applications: 2, organizations: 1 });
  expect(await lastMail()).toContain('Your 2 applications and 1 organization are now offline');
  await lifecycle.pass(29);
  expect(await apps()).toEqual(['offline', 'offline']);
  await lifecycle.pass(2);
  expect(await apps()).toEqual([]);
  expect(await offline()).toBeNull();
  await lifecycle.pass(400);
  const [began, cancelled, ...rest] = await subjects();
  expect(began).toBe('Your Pro plan has started');
  expect(cancelled).toMatch(/^Your Pro plan ends on /);
  // Mails are kept for as long as the outbox keeps them; nothing cleared it here.
  expect(rest).toEqual([
    'Your Pro plan has ended',
    'Your content will be deleted in a week',
    'Your content will be deleted tomorrow',
    'Your content was deleted',
  ]);
});

async function endThePlan(): Promise<void> {
  await stop();
  await start(withoutTrial);
  await buyNow();
  await addOrganization(server, ada);
  await addApp(server, ada, { isPublic: true });
  await addApp(server, ada);
  await cancel();
  await lifecycle.pass(32);
}

test('a user who returns on day 29 has everything back, and later 30 more days', async () => {
  await endThePlan();
  await lifecycle.pass(28);
  await buyNow({ priceId: 'price_sandbox_pro_plus' });
  expect(await apps()).toEqual(['online', 'online']);
  expect(await offline()).toBeNull();
  expect((await subjects()).slice(2)).toEqual([
    'Your Pro plan has ended',
    'Your content will be deleted in a week',
    'Your content will be deleted tomorrow',
    'Welcome back: everything is online again',
  ]);
  expect(await lastMail()).toContain(
    'You now have Pro+. You paid $99.99. Your 2 applications and 1 organization are back',
  );
  await lifecycle.pass(5);
  expect(await apps()).toEqual(['online', 'online']);
  await cancel();
  await lifecycle.pass(32);
  expect(await apps()).toEqual(['offline', 'offline']);
  await lifecycle.pass(20);
  expect(await apps()).toEqual(['offline', 'offline']);
});

test('Indie after the end restores everything and explains its limits', async () => {
  await endThePlan();
  await signInAgain();
  await ada.call(chooseFreePlan, { body: { tier: 'indie' } });
  await lifecycle.reconcileDue();
  expect(await apps()).toEqual(['online', 'online']);
  expect(await lastMail()).toContain(
    'You can publish 1 application with 3 revisions each. You have 2 applications, which is 1 more. All of them stay online and playable. You cannot add applications or revisions until you delete 1 application or choose a larger plan.',
  );
  await lifecycle.pass(400);
  expect(await apps()).toEqual(['online', 'online']);
});

test('a downgrade deletes nothing and explains the limits', async () => {
  await stop();
  await start(withoutTrial);
  await buyNow({ priceId: 'price_sandbox_pro_plus' });
  for (let made = 0; made < 5; made += 1) await addApp(server, ada);
  const [subscription] = await ada.call(listSubscriptions);
  const body = { subscriptionId: subscription?.id ?? '', priceId: 'price_sandbox_pro' };
  await ada.call(changeSubscription, { body });
  await untilProcessed(server);
  await lifecycle.reconcileDue();
  expect(await subjects()).toEqual(['Your Pro+ plan has started', 'You now have Pro']);
  expect(await lastMail()).toContain(
    'You can publish 3 applications with 3 revisions each. You have 5 applications, which is 2 more.',
  );
  expect(await lastMail()).not.toContain('You paid');
  expect(await apps()).toEqual(Array.from({ length: 5 }, () => 'online'));
});

test('a plan ends after its last failed payment, not before', async () => {
  await buyNow({ card: testCards.declinedLater });
  await addApp(server, ada);
  await lifecycle.pass(20);
  expect(await apps()).toEqual(['online']);
  await lifecycle.pass(3);
  expect(await apps()).toEqual(['offline']);
  const written = await mailsTo(server, ada);
  expect(written.map(({ subject }) => subject).slice(2)).toEqual([
    'The payment for Pro failed',
    'The payment for Pro failed',
    'The payment for Pro failed',
    'Your Pro plan has ended',
  ]);
  expect(written.at(-1)?.text).toContain('Your card could not be charged, and Pro has ended.');
});

test('an upgrade out of the trial is notified as a new plan with its payment', async () => {
  await buyNow();
  await ada.call(upgradeTrialSubscription);
  await untilProcessed(server);
  await lifecycle.reconcileDue();
  await lifecycle.pass(10);
  expect(await subjects()).toEqual(['Your Pro trial has started', 'Your Pro plan has started']);
  expect(await lastMail()).toContain('Pro is active. You paid $19.99.');
});

test('two concurrent servers notify and act once', async () => {
  const people: Person[] = [];
  for (let made = 0; made < 6; made += 1) {
    const person = await signIn(server, `Person ${made}`, { plan: null });
    await addApp(server, person);
    await buy(person);
    people.push(person);
  }
  await untilProcessed(server);
  const second = await openSecondLifecycle(server);
  try {
    await Promise.all([lifecycle.reconcileDue(), second.reconcileDue(), lifecycle.reconcileDue()]);
    await Promise.all([lifecycle.pass(8), second.reconcileDue()]);
    for (const index of people.keys()) {
      const person = await signIn(server, `Person ${index}`, { plan: null });
      const [subscription] = await person.call(listSubscriptions);
      await person.call(cancelSubscription, { body: { subscriptionId: subscription?.id ?? '' } });
    }
    await untilProcessed(server);
    await Promise.all([lifecycle.reconcileDue(), second.reconcileDue(), lifecycle.reconcileDue()]);
    await Promise.all([lifecycle.pass(31), second.reconcileDue()]);
    for (const moved of [24, 6, 1, 1]) {
      server.clock.advance(moved * day);
      await Promise.all([lifecycle.reconcileDue(), second.reconcileDue()]);
    }
  } finally {
    await second.close();
  }
  for (const person of people) {
    const notified = await subjectsTo(server, person);
    expect(new Set(notified).size).toBe(notified.length);
    expect(notified.slice(4)).toEqual([
      'Your Pro plan has ended',
      'Your content will be deleted in a week',
      'Your content will be deleted tomorrow',
      'Your content was deleted',
    ]);
  }
});

describe('a crash in the middle', () => {
  test('rolls back the step, which is repeated without delaying others', async () => {
    await endThePlan();
    const bob = await signIn(server, 'Bob', { plan: null });
    await buy(bob);
    await untilProcessed(server);
    await signInAgain();
    await ada.call(chooseFreePlan, { body: { tier: 'indie' } });
    const { ownedContent } = lifecycle.reconcile;
    const before = (await subjects()).length;
    // All is back, and then it dies.
    const restore = async (...given: Parameters<typeof ownedContent.restore>) => {
      await ownedContent.restore(...given);
      throw new Error('Killed.');
    };
    await reconcileWith({ restore });
    expect(await apps()).toEqual(['offline', 'offline']);
    expect(await subjects()).toHaveLength(before);
    expect(await subjectsTo(server, bob)).toEqual(['Your Pro plan has started']);
    server.clock.advance(5 * 60_000);
    await lifecycle.reconcileDue();
    await lifecycle.reconcileDue();
    expect(await apps()).toEqual(['online', 'online']);
    expect(await subjects()).toHaveLength(before + 1);
  });

  test('of a deletion leaves the rest for the next run, and is notified once', async () => {
    await endThePlan();
    await lifecycle.pass(28);
    const { ownedContent } = lifecycle.reconcile;
    const deleteSuspended = async (...[context, userId]: Parameters<typeof ownedContent.deleteSuspended>) => {
      const one = context.db.selectFrom('apps').select('id').where('owner_id', '=', userId).limit(1);
      await context.db.deleteFrom('apps').where('id', '=', one).execute();
      throw new Error('Killed.');
    };
    server.clock.advance(1.5 * day);
    await reconcileWith({ deleteSuspended });
    expect(await apps()).toEqual(['offline']);
    server.clock.advance(5 * 60_000);
    await lifecycle.reconcileDue();
    await lifecycle.reconcileDue();
    expect(await apps()).toEqual([]);
    expect((await subjects()).filter((subject) => subject.includes('was deleted'))).toHaveLength(1);
  });
});

/** Reconciles with steps that fail. The errors are expected and not logged. */
function reconcileWith(broken: Partial<ReconcileContext['ownedContent']>): Promise<void> {
  const { context, ownedContent } = lifecycle.reconcile;
  const silent = { ...context, log: { ...context.log, error: () => {}, warn: () => {} } } as never;
  const reconcile = { ...lifecycle.reconcile, context: silent, ownedContent: { ...ownedContent, ...broken } };
  return reconcileDue(reconcile, new AbortController().signal);
}

test('after 100 days without Flux users get the current state and lose nothing unwarned', async () => {
  await endThePlan();
  const before = (await subjects()).length;
  const bob = await signIn(server, 'Bob', { plan: null });
  await buy(bob);
  await untilProcessed(server);
  await lifecycle.reconcileDue();
  server.clock.advance(100 * day);
  await lifecycle.pass(0.01);
  expect((await subjects()).slice(before)).toEqual(['Your content will be deleted in a week']);
  const { deletionAt = '' } = (await offline()) ?? {};
  expect(Math.round((Date.parse(deletionAt) - server.clock.now().getTime()) / day)).toBe(7);
  expect(await subjectsTo(server, bob)).toEqual(['Your Pro plan has started', 'Pro was renewed']);
  await lifecycle.pass(5);
  expect(await apps()).toEqual(['offline', 'offline']);
  await lifecycle.pass(3);
  expect(await apps()).toEqual([]);
  expect((await subjects()).slice(before + 1)).toEqual([
    'Your content will be deleted tomorrow',
    'Your content was deleted',
  ]);
});

test('a user who paid while Flux received no event loses nothing', async () => {
  await endThePlan();
  await lifecycle.pass(28);
  await signInAgain();
  await buy(ada);
  await untilProcessed(server);
  // No event arrived.
  await server.context.db
    .updateTable('subscriptions')
    .set({ status: 'cancelled', current_period_ends_at: new Date(0), payment_id: 'sub_before' })
    .execute();
  server.clock.advance(1.5 * day);
  await lifecycle.reconcileDue();
  await lifecycle.reconcileDue();
  expect(await apps()).toEqual(['online', 'online']);
});

test('no content of an administrator goes offline, nor of a former one without a plan', async () => {
  await endThePlan();
  await changeRole(server.context, ada.id, 'admin');
  await lifecycle.pass(1);
  expect(await apps()).toEqual(['online', 'online']);
  expect(await lastMail()).toMatch(/^You now have Elevated\. Your 2 applications/m);
  await signIn(server, 'Other', { role: 'admin', plan: null });
  await changeRole(server.context, ada.id, 'user');
  await lifecycle.pass(2);
  expect(await apps()).toEqual(['offline', 'offline']);
  const never = await signIn(server, 'Never', { role: 'admin', plan: null });
  await addApp(server, never);
  await changeRole(server.context, never.id, 'user');
  await lifecycle.pass(40);
  ada = never;
  expect(await apps()).toEqual(['online']);
});

test('no mail is sent to an unverified address', async () => {
  await server.context.db.updateTable('users').set({ email_verified: false }).execute();
  await buy(ada);
  await untilProcessed(server);
  await lifecycle.reconcileDue();
  expect(await subjects()).toEqual([]);
  const notified = await server.context.db.selectFrom('lifecycle_notifications').select('step').execute();
  expect(notified).toEqual([{ step: 'trial-began' }]);
});
