import { afterEach, beforeEach, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { mailsTo, openLifecycle, subjectsTo, type TestLifecycle } from '#server/testing/people/lifecycle.ts';
import { buy, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { cancelSubscription } from '#shared/billing/payments.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { takeDueMail } from '../../mail/store.ts';
import type { Outlook } from '../stripe/port.ts';
import { reconcileDue } from './reconcile-due.ts';

let server: TestServer;
let lifecycle: TestLifecycle;
let ada: Person;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ env });
  lifecycle = await openLifecycle(server);
  ada = await signIn(server, 'Ada', { plan: null });
};
const stop = async () => {
  await lifecycle.close();
  await server.close();
};
beforeEach(() => start());
afterEach(stop);

async function buyNow(options: Parameters<typeof buy>[1] = {}): Promise<void> {
  await buy(ada, options);
  await untilProcessed(server);
  await lifecycle.reconcileDue();
  // Mails are distinguished by their time.
  server.clock.advance(1_000);
}
const lastMail = async () => (await mailsTo(server, ada)).at(-1)?.text ?? '';
const dateIn = (days: number) =>
  new Date(server.clock.now().getTime() + days * 86_400_000).toLocaleDateString('en', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
/** Changes a field of all objects of a kind, like an employee at the payment service. */
const setInSandbox = (kind: string, path: string, value: string) =>
  server.context.pool.query(
    'update payment_sandbox_objects set data = jsonb_set(data, $2::text[], $3::jsonb) where kind = $1',
    [kind, path, value],
  );

test('trial mails have the date and amount of the next charge', async () => {
  const trialEnd = dateIn(7);
  await buyNow();
  expect(await lastMail()).toContain(`On ${trialEnd} your card is charged $19.99.`);
  await lifecycle.pass(5);
  expect(await lastMail()).toContain(`On ${trialEnd} your card is charged $19.99.`);
  await lifecycle.pass(3);
  expect(await lastMail()).toMatch(
    /You paid \$19\.99\. It renews on \w+ \d+, \d+: your card is charged \$19\.99\./,
  );
});

test('they are correct with a promo code that covers the first bill, and without a card', async () => {
  const trialEnd = dateIn(7);
  await buyNow({ promoCode: 'FIRSTMONTH' });
  const free = `On ${trialEnd} the invoice is $0.00, and nothing is charged. After that, Pro costs $19.99 per month.`;
  expect(await lastMail()).toContain(free);
  await setInSandbox('subscription', '{default_payment_method}', 'null');
  await setInSandbox('customer', '{invoice_settings,default_payment_method}', 'null');
  await lifecycle.pass(5);
  expect(await lastMail()).toContain(`${free} No card is saved. Add one before the next invoice.`);
  await lifecycle.pass(3);
  expect(await lastMail()).toMatch(
    /active\. The invoice was \$0\.00, and nothing was charged\. It renews on/,
  );
  expect(await lastMail()).toContain('$19.99 is due, and no card is saved. Add a card before that day.');
});

test('mails show the remaining credit and what it paid', async () => {
  await stop();
  await start({ FLUX_TRIAL_DAYS: '0' });
  await buyNow();
  await setInSandbox('customer', '{balance}', '-2999');
  await lifecycle.pass(32);
  expect(await lastMail()).toContain(
    'Your Pro plan was renewed. The invoice of $19.99 was paid from your credit.',
  );
  expect(await lastMail()).toMatch(/your card is charged \$9\.99\. \$10\.00 more is paid from your credit\./);
  expect(await lastMail()).toContain('You have $10.00 of credit.');
  await lifecycle.pass(31);
  expect(await lastMail()).toContain('You paid $9.99, and $10.00 was paid from your credit.');
});

/** A run with another payment service. Its warnings are expected. */
function liveWith(readOutlook: () => Promise<Outlook>, askMilliseconds = 10_000): Promise<void> {
  const { log } = lifecycle.reconcile.context;
  const context = { ...lifecycle.reconcile.context, log: { ...log, warn: () => {} } } as never;
  return reconcileDue(
    { ...lifecycle.reconcile, context, readOutlook, timeoutMilliseconds: askMilliseconds },
    new AbortController().signal,
  );
}
/** The users with offline applications or with mails about a plan. */
async function readState() {
  const { db } = server.context;
  const offline = await db.selectFrom('apps').select('id').where('suspended_since', 'is not', null).execute();
  const steps = await db.selectFrom('lifecycle_notifications').select('step').orderBy('step').execute();
  return { offline: offline.length, steps: steps.map(({ step }) => step) };
}
test('an unreachable payment service delays no mail, which then has the date only', async () => {
  const trialEnd = dateIn(7);
  await buy(ada);
  await untilProcessed(server);
  await liveWith(() => Promise.reject(new FluxError('unavailable')));
  expect(await lastMail()).toContain(`On ${trialEnd} your card is charged.`);
});

test('an unresponsive payment service delays neither a restore nor the next user', async () => {
  await stop();
  await start({ FLUX_TRIAL_DAYS: '0' });
  await buyNow();
  await addApp(server, ada);
  const [held] = await ada.call(listSubscriptions);
  await ada.call(cancelSubscription, { body: { subscriptionId: held?.id ?? '' } });
  await untilProcessed(server);
  await lifecycle.pass(32);
  ada = await signIn(server, 'Ada', { plan: null });
  expect((await readState()).offline).toBe(1);
  const others: Person[] = [];
  for (const name of ['Bob', 'Cyd', 'Dan', 'Eva', 'Fay'])
    others.push(await signIn(server, name, { plan: null }));
  for (const person of [ada, ...others]) await buy(person);
  await untilProcessed(server);
  const states: Awaited<ReturnType<typeof readState>>[] = [];
  const readOutlook = async () => {
    states.push(await readState());
    return new Promise<never>(() => {});
  };
  await liveWith(readOutlook, 1_000);
  // Requested for the first four only, and by then everything is done.
  expect(states).toHaveLength(4);
  const steps = ['cancelled', 'ended', ...Array.from({ length: 6 }, () => 'plan-began'), 'returned'];
  for (const state of states) expect(state).toEqual({ offline: 0, steps });
  expect((await subjectsTo(server, ada)).at(-1)).toBe('Welcome back: everything is online again');
  const { db, clock } = server.context;
  // All of them are due, without an amount.
  for (const person of others) {
    expect(await subjectsTo(server, person)).toEqual(['Your Pro plan has started']);
    expect((await mailsTo(server, person))[0]?.text).toMatch(/It renews on \w+ \d+, \d+\.$/m);
  }
  const later = await db
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '>', clock.now())
    .execute();
  expect(later).toEqual([]);
});

test('a crash before the response leaves one mail, sent some minutes later', async () => {
  await buy(ada);
  await untilProcessed(server);
  const { db, clock } = server.context;
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Outlook>();
  const stopped = liveWith(() => {
    asked.resolve();
    return answer.promise;
  }, 60_000);
  await asked.promise;
  const in5Minutes = new Date(clock.now().getTime() + 5 * 60_000);
  await lifecycle.reconcileDue();
  await lifecycle.reconcileDue();
  expect(await subjectsTo(server, ada)).toEqual(['Your Pro trial has started']);
  expect(await takeDueMail(db, clock.now(), in5Minutes)).toBeUndefined();
  expect((await takeDueMail(db, in5Minutes, in5Minutes))?.text).toContain('your card is charged.');
  // An answer after all changes nothing in a mail that is being sent.
  const { payment_id: paymentId } = await db
    .selectFrom('subscriptions')
    .select('payment_id')
    .executeTakeFirstOrThrow();
  answer.resolve(await lifecycle.reconcile.readOutlook(paymentId ?? ''));
  await stopped;
  expect(await subjectsTo(server, ada)).toHaveLength(1);
  expect(await lastMail()).toContain('your card is charged.');
});

test('an amount read after a plan change is not in the earlier mail', async () => {
  await buy(ada);
  await untilProcessed(server);
  const { db, clock } = server.context;
  let reads = 0;
  await liveWith(async () => {
    const { payment_id: paymentId } = await db
      .selectFrom('subscriptions')
      .select('payment_id')
      .executeTakeFirstOrThrow();
    const outlook = await lifecycle.reconcile.readOutlook(paymentId ?? '');
    reads += 1;
    if (reads === 1)
      await db.updateTable('subscriptions').set({ tier: 'pro-plus', updated_at: clock.now() }).execute();
    return outlook;
  });
  const mails = await mailsTo(server, ada);
  const textOf = (words: string) => mails.find(({ subject }) => subject === words)?.text;
  expect(textOf('Your Pro trial has started')).toContain('your card is charged.');
  expect(textOf('You now have Pro+')).toContain('your card is charged $19.99.');
});
