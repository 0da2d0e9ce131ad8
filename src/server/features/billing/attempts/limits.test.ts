import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, makeCard, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  createBillingPortalSession,
  createSubscription,
  getPaymentDetails,
  previewChange,
  previewTrialUpgrade,
  upgradeTrialSubscription,
  validatePromoCode,
} from '#shared/billing/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import { attemptPoints, hourlyPoints, limitFactors } from './limits.ts';
import type { AttemptKind } from './store.ts';

let server: TestServer;
let ada: Person;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ env: { FLUX_TRIAL_DAYS: '0', ...env }, log: () => {} });
  ada = await signIn(server, 'Ada', { plan: null });
};
beforeEach(() => start());
afterEach(() => server.close());

const hour = 3_600_000;
const tooMany = { code: 'too_many_requests' };
const priceId = 'price_sandbox_pro';

/** Inserts earlier attempts of another user. */
async function already(
  points: number,
  {
    user = null,
    network = null,
    kind = 'purchase',
  }: { user?: Person | null; network?: string | null; kind?: AttemptKind },
): Promise<void> {
  const tried_at = server.context.clock.now();
  await server.context.db
    .insertInto('payment_attempts')
    .values({ kind, user_id: user?.id ?? null, network, points, tried_at })
    .execute();
}
const noted = async (): Promise<number> => {
  const rows = await server.context.db.selectFrom('payment_attempts').select('points').execute();
  return rows.reduce((sum, { points }) => sum + points, 0);
};
const post = (person: Person, path: string, body: object, headers: Record<string, string> = {}) =>
  person.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const card = { number: testCards.pays, exp_month: 12, exp_year: 2040, cvc: '123' };

describe('an account', () => {
  test('can try a few refused cards, then waits for the rest of the hour', async () => {
    const cards = await Promise.all(Array.from({ length: 10 }, () => makeCard(ada, testCards.declined)));
    // What the cards cost to make is over.
    server.clock.advance(hour + 1);
    const refused: string[] = [];
    for (const paymentMethodId of cards)
      await ada
        .call(createSubscription, { body: { priceId, paymentMethodId } })
        .catch((error) => refused.push(error.code));
    expect(refused).toEqual(Array(10).fill('card_declined'));
    expect(await noted()).toBe(10 * (attemptPoints.tried + attemptPoints.refused.purchase));
    const answer = await post(ada, createSubscription.path, { priceId, paymentMethodId: cards[0] });
    expect(answer.status).toBe(429);
    expect(answer.json()).toMatchObject({ success: false, ...tooMany });
    expect(Number(answer.headers['retry-after'])).toBe(hour / 1_000);
    // Refused attempts consume nothing, and other users are unaffected.
    expect(await noted()).toBe(hourlyPoints.account);
    await buy(await signIn(server, 'Bob', { plan: null }));
    server.clock.advance(hour);
    await buy(ada);
  });

  test.each([
    [createSubscription.path, { priceId, paymentMethodId: 'pm_1' }],
    ['/api/createPaymentIntent', { metadata: { priceId } }],
    ['/api/changeSubscription', { subscriptionId: 'a', priceId }],
    [upgradeTrialSubscription.path, {}],
    [createTestCard.path, card],
  ])('is limited at %s', async (path, body) => {
    await already(hourlyPoints.account - 1, { user: ada });
    expect((await post(ada, path, body)).status).not.toBe(429);
    for (const claimed of ['198.51.100.7', '203.0.113.9, 198.51.100.8']) {
      const answer = await post(ada, path, body, { 'x-forwarded-for': claimed, 'x-real-ip': claimed });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test.each([
    ['GET', `/api/offers/${priceId}`],
    ['GET', getPaymentDetails.path],
    ['GET', previewTrialUpgrade.path],
    ['GET', `${previewChange.path}?subscriptionId=a&priceId=${priceId}`],
    ['POST', createBillingPortalSession.path],
  ])('that reads repeatedly is limited at %s %s and can still pay', async (method, path) => {
    const readPrices = () =>
      method === 'POST' ? post(ada, path, { return_url: '/profile' }) : ada.fetch(path, { method });
    await already(hourlyPoints.account * limitFactors.look - 1, { user: ada, kind: 'look' });
    expect((await readPrices()).status).not.toBe(429);
    const answer = await readPrices();
    expect(answer.status).toBe(429);
    expect(answer.json()).toMatchObject(tooMany);
    expect(Number(answer.headers['retry-after'])).toBe(hour / 1_000);
    await buy(ada);
  });

  test('that sends a hundred at once gets as many through as in sequence', async () => {
    const left = 7;
    await already(hourlyPoints.account - left, { user: ada });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post(ada, createTestCard.path, card)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(left);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - left);
  });

  test('can guess few promo codes and still pay', async () => {
    const guess = (promoCode: string) => ada.call(validatePromoCode, { body: { promoCode, priceId } });
    let guesses = 0;
    for (; guesses < 100; guesses += 1) {
      const error = await guess(`GUESS${guesses}`).catch((failure) => failure);
      if (error.code === tooMany.code) break;
      expect(error).toMatchObject({ fields: { promoCode: 'This promo code does not exist.' } });
    }
    expect(guesses).toBe(hourlyPoints.account / (attemptPoints.tried + attemptPoints.refused.promo));
    await expect(guess('FLUX25')).rejects.toMatchObject(tooMany);
    await buy(ada);
  });

  test('that tries cards on one payment in the browser loses the payment', async () => {
    const paymentMethodId = await makeCard(ada);
    const { subscription } = await ada.call(createSubscription, { body: { priceId, paymentMethodId } });
    const client_secret = subscription.latest_invoice.payment_intent?.client_secret ?? '';
    // Stripe's script calls only Stripe; here the sandbox's calls replace it.
    const declined = await makeCard(ada, testCards.declinedLater);
    const confirm = (id: string) =>
      ada.call(confirmTestPayment, { body: { client_secret, paymentMethodId: id } });
    let tried = 0;
    for (; tried < 20; tried += 1) {
      const error = await confirm(declined).catch((failure) => failure);
      await untilProcessed(server);
      if (error.code !== 'card_declined') break;
    }
    const before = 3 * attemptPoints.tried;
    expect(tried).toBe(Math.ceil((hourlyPoints.account - before) / attemptPoints.refused.purchase));
    await expect(confirm(paymentMethodId)).rejects.toThrow();
    await expect(ada.call(createSubscription, { body: { priceId, paymentMethodId } })).rejects.toMatchObject(
      tooMany,
    );
    const kept = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('data')
      .where('kind', '=', 'subscription')
      .execute();
    expect(kept.map(({ data }) => (data as { status: string }).status)).toEqual(['incomplete_expired']);
  });

  test('that is deleted keeps its attempts counted for others', async () => {
    await makeCard(ada);
    await server.context.db.deleteFrom('users').where('id', '=', ada.id).execute();
    const rows = await server.context.db
      .selectFrom('payment_attempts')
      .select(['user_id', 'network'])
      .execute();
    expect(rows).toEqual([{ user_id: null, network: '127.0.0.' }]);
  });
});

describe('a network', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('counts as one, by the trusted proxy’s header', async () => {
    await server.close();
    await start({ FLUX_TRUSTED_PROXIES: '127.0.0.1' });
    await already(hourlyPoints.network, { network: '203.0.113.' });
    const bob = await signIn(server, 'Bob', { plan: null });
    for (const person of [ada, bob])
      for (const address of ['203.0.113.1', '203.0.113.254', '198.51.100.7, 203.0.113.5'])
        expect((await post(person, createTestCard.path, card, from(address))).status).toBe(429);
    expect((await post(ada, createTestCard.path, card, from('203.0.114.1'))).status).toBe(200);
  });

  test('of a class of thirty buys at the same time', async () => {
    for (let pupil = 0; pupil < 30; pupil += 1)
      await buy(await signIn(server, `Pupil ${pupil}`, { plan: null }));
    expect(await noted()).toBeLessThan(hourlyPoints.network / 2);
  });
});

test('the total is limited, and promo codes are counted separately', async () => {
  await already(hourlyPoints.all, {});
  await expect(makeCard(ada)).rejects.toMatchObject(tooMany);
  await ada.call(validatePromoCode, { body: { promoCode: 'FLUX25', priceId } });
});
