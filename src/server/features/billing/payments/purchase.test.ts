import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, makeCard, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import {
  createPaymentIntent,
  createSubscription,
  getOffer,
  listCustomerSubscriptions,
  listProducts,
  validatePromoCode,
} from '#shared/billing/payments.ts';
import { confirmTestPayment, createTestCard } from '#shared/billing/test-payments.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';

let server: TestServer;
let ada: Person;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ env });
  ada = await signIn(server, 'Ada', { plan: null });
};
const withoutTrial = { FLUX_TRIAL_DAYS: '0' };
beforeEach(() => start(withoutTrial));
afterEach(() => server.close());

const pro = 'price_sandbox_pro';
const mine = async (person = ada) => {
  await untilProcessed(server);
  return person.call(listSubscriptions);
};
const day = 86_400_000;
const again = async (env: Record<string, string>) => {
  await server.close();
  await start(env);
};

describe('buying', () => {
  test('the browser confirms the first payment, and only then there is a plan', async () => {
    const paymentMethodId = await makeCard(ada);
    const { subscription } = await ada.call(createSubscription, { body: { priceId: pro, paymentMethodId } });
    expect(subscription).toMatchObject({ status: 'incomplete', pending_setup_intent: null });
    expect(await mine()).toEqual([]);
    const client_secret = subscription.latest_invoice.payment_intent?.client_secret ?? '';
    expect(client_secret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(await ada.call(confirmTestPayment, { body: { client_secret } })).toEqual({ status: 'succeeded' });
    expect(await mine()).toMatchObject([
      { status: 'active', tier: 'pro', priceId: pro, cancelAtPeriodEnd: false, isTrialActive: false },
    ]);
  });

  test('a first plan has a trial with a card; a second has none', async () => {
    await again({});
    const paymentMethodId = await makeCard(ada);
    const body = { priceId: pro, paymentMethodId };
    const { subscription } = await ada.call(createSubscription, { body });
    expect(subscription).toMatchObject({
      status: 'trialing',
      latest_invoice: { payment_intent: null },
      pending_setup_intent: { client_secret: expect.stringMatching(/^seti_/) },
    });
    const trialEnd = new Date(server.clock.now().getTime() + 7 * day).getTime();
    const [held] = await mine();
    expect(held).toMatchObject({ status: 'trialing', isTrialActive: true, tier: 'pro' });
    expect(Math.abs(new Date(held?.trialEnd ?? 0).getTime() - trialEnd)).toBeLessThan(1_000);
  });

  test.each([
    ['declined', 'card_declined'],
    ['insufficientFunds', 'insufficient_funds'],
    ['expired', 'expired_card'],
    ['incorrectCvc', 'incorrect_cvc'],
    ['processingError', 'processing_error'],
  ] as const)('a card that is %s buys nothing', async (card, code) => {
    await expect(buy(ada, { card: testCards[card] })).rejects.toMatchObject({ code });
    expect(await mine()).toEqual([]);
  });

  test('a failed payment can be paid with another card', async () => {
    await expect(buy(ada, { card: testCards.declinedLater })).rejects.toMatchObject({
      code: 'card_declined',
    });
    expect(await mine()).toEqual([]);
    const first = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('id')
      .where('kind', '=', 'subscription')
      .execute();
    expect(await buy(ada)).toBe(first[0]?.id);
    expect(await mine()).toMatchObject([{ status: 'active' }]);
  });

  test('a double click and two tabs at once buy one plan', async () => {
    const paymentMethodId = await makeCard(ada);
    const body = { priceId: pro, paymentMethodId };
    const [first, second, third] = await Promise.all([
      ada.call(createSubscription, { body }),
      ada.call(createSubscription, { body }),
      ada.call(createSubscription, { body }),
    ]);
    expect([second, third]).toEqual([first, first]);
    const kept = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('kind')
      .where('kind', 'in', ['customer', 'subscription', 'payment_intent'])
      .execute();
    expect(kept.filter(({ kind }) => kind === 'subscription')).toHaveLength(1);
    expect(kept.filter(({ kind }) => kind === 'payment_intent')).toHaveLength(1);
  });

  test('with a plan no other can be bought', async () => {
    await buy(ada);
    await untilProcessed(server);
    server.clock.advance(2 * 60_000);
    await expect(buy(ada, { priceId: 'price_sandbox_pro_plus' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'You already have the Pro plan. You can change it in your account.',
    });
    await expect(ada.call(chooseFreePlan, { body: { tier: 'indie' } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('a paid plan replaces Indie once it is paid', async () => {
    await ada.call(chooseFreePlan, { body: { tier: 'indie' } });
    await ada.call(createSubscription, {
      body: { priceId: pro, paymentMethodId: await makeCard(ada) },
    });
    expect(await mine()).toMatchObject([{ tier: 'indie' }]);
    await buy(ada);
    expect(await mine()).toMatchObject([{ tier: 'pro', status: 'active' }]);
  });

  test.each(['price_sandbox_pro_plus_2023', 'price_unknown', 'prod_sandbox_pro'])(
    'the price %s cannot be bought',
    async (priceId) => {
      await expect(buy(ada, { priceId })).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { priceId: 'This plan is not for sale.' },
      });
    },
  );

  test('another user’s card is refused', async () => {
    const bob = await signIn(server, 'Bob', { plan: null });
    await buy(bob);
    const taken = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('id')
      .where('kind', '=', 'payment_method')
      .executeTakeFirstOrThrow();
    await expect(
      ada.call(createSubscription, { body: { priceId: pro, paymentMethodId: taken.id } }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('a wallet pays the price without a trial, whatever the browser sends', async () => {
    await again({});
    const body = {
      amount: 1,
      currency: 'jpy',
      customer_email: 'x@y.z',
      metadata: { priceId: pro, userId: 'x' },
    };
    const { client_secret } = await ada.call(createPaymentIntent, { body });
    const paymentMethodId = await makeCard(ada);
    await ada.call(confirmTestPayment, { body: { client_secret, paymentMethodId } });
    expect(await mine()).toMatchObject([{ status: 'active', tier: 'pro' }]);
    const { data } = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('data')
      .where('kind', '=', 'payment_intent')
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({ amount: 1999, amount_received: 1999, currency: 'usd' });
  });

  test('a wallet pays the discounted price', async () => {
    const body = { metadata: { priceId: pro, promoCode: 'FLUX25' } };
    const { client_secret } = await ada.call(createPaymentIntent, { body });
    const paymentMethodId = await makeCard(ada);
    await ada.call(confirmTestPayment, { body: { client_secret, paymentMethodId } });
    const { data } = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('data')
      .where('kind', '=', 'payment_intent')
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({ amount_received: 1499 });
    const wrong = { metadata: { priceId: pro, promoCode: 'NOSUCH' } };
    const bob = await signIn(server, 'Bob', { plan: null });
    await expect(bob.call(createPaymentIntent, { body: wrong })).rejects.toMatchObject({
      fields: { promoCode: 'This promo code does not exist.' },
    });
  });

  test('a wallet with a full discount is refused, because it saves no card', async () => {
    const body = { metadata: { priceId: pro, promoCode: 'FIRSTMONTH' } };
    await expect(ada.call(createPaymentIntent, { body })).rejects.toMatchObject({ code: 'conflict' });
    expect(await mine()).toEqual([]);
  });

  test('a closed wallet keeps the trial for a purchase by card', async () => {
    await again({});
    await ada.call(createPaymentIntent, { body: { metadata: { priceId: pro } } });
    const body = { priceId: pro, paymentMethodId: await makeCard(ada) };
    const { subscription } = await ada.call(createSubscription, { body });
    expect(subscription).toMatchObject({
      status: 'trialing',
      latest_invoice: { payment_intent: null },
    });
    expect(await mine()).toMatchObject([{ status: 'trialing' }]);
  });

  test.each<[AnyEndpoint, object]>([
    [createSubscription, { priceId: pro, paymentMethodId: 'pm_1' }],
    [createPaymentIntent, { metadata: { priceId: pro } }],
    [validatePromoCode, { priceId: pro, promoCode: 'FLUX25' }],
    [createTestCard, { number: testCards.pays, exp_month: 1, exp_year: 2099, cvc: '123' }],
    [confirmTestPayment, { client_secret: 'pi_1_secret_1' }],
  ])('signed out, each step responds with 401: $path', async (endpoint, body) => {
    await expect(visitor(server).call(endpoint, { body })).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'User not authenticated',
    });
  });

  test('an administrator needs no plan', async () => {
    const admin = await signIn(server, 'Eve', { role: 'admin', plan: null });
    await expect(buy(admin)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('only the last four digits of a card are stored', async () => {
    await makeCard(ada);
    for (const table of ['payment_sandbox_objects', 'payment_sandbox_events', 'payment_sandbox_requests']) {
      const { rows } = await server.context.pool.query<{ text: string }>(
        `select row::text as text from ${table} as row`,
      );
      expect(rows.filter(({ text }) => /42424242|"123"|cvc/.test(text))).toEqual([]);
    }
  });
});

describe('promo codes', () => {
  test.each([
    ['FLUX25', pro, { discountAmount: 500, finalAmount: 1499, discountedPayments: null }],
    [
      'flux25',
      'price_sandbox_pro_plus',
      { discountAmount: 2500, finalAmount: 7499, discountedPayments: null },
    ],
    ['FIVEOFF', pro, { discountAmount: 500, finalAmount: 1499, discountedPayments: null }],
    ['FIRSTMONTH', pro, { discountAmount: 1999, finalAmount: 0, discountedPayments: 1 }],
    ['', pro, { discountAmount: 0, finalAmount: 1999, discountedPayments: null }],
  ])('%s for %s', async (promoCode, priceId, expected) => {
    expect(await ada.call(validatePromoCode, { body: { promoCode, priceId } })).toEqual(expected);
  });

  test.each([
    ['EXPIRED', 'This promo code has expired.'],
    ['NOSUCH', 'This promo code does not exist.'],
  ])('%s cannot be used', async (promoCode, message) => {
    const body = { promoCode, priceId: pro };
    await expect(ada.call(validatePromoCode, { body })).rejects.toMatchObject({
      code: 'invalid_input',
      message,
    });
    await expect(buy(ada, { promoCode })).rejects.toMatchObject({ code: 'invalid_input', message });
    expect(await mine()).toEqual([]);
  });

  test('the charge equals the offer', async () => {
    await buy(ada, { promoCode: 'FLUX25' });
    const { data } = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('data')
      .where('kind', '=', 'payment_intent')
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({ amount_received: 1499 });
  });

  test('a free first month starts without a payment', async () => {
    await buy(ada, { promoCode: 'FIRSTMONTH' });
    expect(await mine()).toMatchObject([{ status: 'active', tier: 'pro' }]);
  });
});

describe('an offer', () => {
  test('has the price, with a trial for users without a former plan', async () => {
    await again({});
    const offer = (priceId = pro) => ada.call(getOffer, { params: { priceId } });
    expect(await offer()).toEqual({ amount: 1999, currency: 'usd', trialDays: 7 });
    expect(await offer('price_sandbox_pro_plus')).toEqual({ amount: 9999, currency: 'usd', trialDays: 7 });
    // Begun and not paid is nothing yet.
    await ada.call(createPaymentIntent, { body: { metadata: { priceId: pro } } });
    expect(await offer()).toMatchObject({ trialDays: 7 });
    await buy(ada);
    expect(await offer()).toEqual({ amount: 1999, currency: 'usd', trialDays: 0 });
  });

  test('has no second trial, even if the first is beyond the listed subscriptions', async () => {
    await again({});
    await buy(ada);
    await untilProcessed(server);
    // A hundred that were begun and never paid came after it.
    await server.context.db
      .deleteFrom('payment_sandbox_objects')
      .where('kind', '=', 'subscription')
      .execute();
    expect(await ada.call(getOffer, { params: { priceId: pro } })).toMatchObject({ trialDays: 0 });
    const body = { priceId: pro, paymentMethodId: await makeCard(ada) };
    const { subscription } = await ada.call(createSubscription, { body });
    expect(subscription.status).toBe('incomplete');
  });

  test('requires a signed-in user and a sold price', async () => {
    const params = { priceId: 'price_sandbox_pro_plus_2023' };
    await expect(ada.call(getOffer, { params })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This plan is not for sale.',
    });
    await expect(visitor(server).call(getOffer, { params: { priceId: pro } })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});

test('the products are for anybody to see, with the prices that are sold now', async () => {
  expect(await visitor(server).call(listProducts)).toEqual([
    {
      id: 'prod_sandbox_pro_plus',
      name: 'Pro+',
      prices: [{ id: 'price_sandbox_pro_plus', unit_amount: 9999, currency: 'usd', tier: 'pro-plus' }],
    },
    {
      id: 'prod_sandbox_pro',
      name: 'Pro',
      prices: [{ id: pro, unit_amount: 1999, currency: 'usd', tier: 'pro' }],
    },
  ]);
});

test('users read their own subscriptions by id; admins read others’', async () => {
  await buy(ada);
  const own = await mine();
  const params = { uid: ada.id };
  expect(await ada.call(listCustomerSubscriptions, { params })).toEqual(own);
  const admin = await signIn(server, 'Eve', { role: 'admin', plan: null });
  expect(await admin.call(listCustomerSubscriptions, { params })).toEqual(own);
  const bob = await signIn(server, 'Bob', { plan: null });
  const strange = await bob.call(listCustomerSubscriptions, { params }).catch((error: unknown) => error);
  const unknown = await bob
    .call(listCustomerSubscriptions, { params: { uid: 'a'.repeat(26) } })
    .catch((error: unknown) => error);
  expect(strange).toEqual(unknown);
  expect(strange).toMatchObject({ code: 'not_found' });
});

test('an unknown card number is refused', async () => {
  const card = { exp_month: 12, exp_year: 2099, cvc: '123' };
  for (const number of ['4111111111111111', '4242424242424241', 'abc'])
    await expect(ada.call(createTestCard, { body: { ...card, number } })).rejects.toMatchObject({
      code: 'card_declined',
    });
});

test('an unknown secret confirms nothing', async () => {
  const client_secret = 'pi_unknown_secret_unknown';
  await expect(ada.call(confirmTestPayment, { body: { client_secret } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('without payments nothing is sold', async () => {
  await again({ FLUX_PAYMENTS_SANDBOX: 'off' });
  expect(await ada.call(listProducts)).toEqual([]);
  const body = { priceId: pro, paymentMethodId: 'pm_1' };
  await expect(ada.call(createSubscription, { body })).rejects.toMatchObject({
    code: 'not_implemented',
    message: 'Subscription service is temporarily unavailable. Please try again later.',
  });
  expect((await ada.fetch('/api/test-payments/cards', { method: 'POST' })).status).toBe(404);
});
