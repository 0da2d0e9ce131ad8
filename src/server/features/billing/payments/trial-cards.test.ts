import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCard, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createSubscription } from '#shared/billing/payments.ts';
import { confirmTestPayment } from '#shared/billing/test-payments.ts';
import { attemptPoints, hourlyPoints } from '../attempts/limits.ts';

let server: TestServer;
let ada: Person;
beforeEach(async () => {
  server = await startServer({ log: () => {} });
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(() => server.close());

const most = Math.ceil(hourlyPoints.account / attemptPoints.refused.purchase);

/** Begins a trial. @returns what tries a card for its end, and says how that came out */
async function beginTrial(): Promise<(card: string) => Promise<string>> {
  const body = { priceId: 'price_sandbox_pro', paymentMethodId: await makeCard(ada) };
  const { subscription } = await ada.call(createSubscription, { body });
  const client_secret = subscription.pending_setup_intent?.client_secret ?? '';
  return async (paymentMethodId) => {
    const trying = ada.call(confirmTestPayment, { body: { client_secret, paymentMethodId } });
    const came = await trying.then(({ status }) => status).catch(({ code }) => String(code));
    await untilProcessed(server);
    return came;
  };
}
const states = async () => (await ada.call(listSubscriptions)).map(({ status }) => status);

test('a trial used to test cards is cancelled, and no further card is tried', async () => {
  const confirm = await beginTrial();
  const [declined, pays] = [await makeCard(ada, testCards.declined), await makeCard(ada)];
  let tried = 0;
  while (tried < 2 * most && (await confirm(declined)) === 'card_declined') tried += 1;
  expect(tried).toBeGreaterThan(5);
  expect(tried).toBeLessThanOrEqual(most);
  expect(await confirm(pays)).not.toBe('succeeded');
  expect(await states()).toEqual(['cancelled']);
});

test('a trial with a valid card stays after later refusals', async () => {
  const confirm = await beginTrial();
  const declined = await makeCard(ada, testCards.declined);
  expect(await confirm(declined)).toBe('card_declined');
  expect(await confirm(await makeCard(ada))).toBe('succeeded');
  // Delivers the refusals again as new events.
  const { db } = server.context;
  const now = server.clock.now();
  const [row] = await db
    .selectFrom('payment_sandbox_events')
    .select('payload')
    .where('payload', 'like', '%setup_intent.setup_failed%')
    .execute();
  for (let again = 0; again < most; again += 1) {
    const id = `evt_again_${again}`;
    const payload = JSON.stringify({ ...JSON.parse(row?.payload ?? '{}'), id });
    await db
      .insertInto('payment_sandbox_events')
      .values({ id, payload, attempts: 0, created_at: now, next_attempt_at: now })
      .execute();
  }
  await confirm(declined);
  expect(await states()).toEqual(['trialing']);
});
