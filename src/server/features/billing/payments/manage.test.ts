import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, passDays, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import {
  cancelSubscription,
  changeSubscription,
  createBillingPortalSession,
  getPaymentDetails,
  getPaymentSettings,
  previewChange,
  previewTrialUpgrade,
  upgradeTrialSubscription,
} from '#shared/billing/payments.ts';
import { findPlan } from '../list.ts';

let server: TestServer;
let ada: Person;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ env });
  ada = await signIn(server, 'Ada', { plan: null });
};
beforeEach(() => start({ FLUX_TRIAL_DAYS: '0' }));
afterEach(() => server.close());

const mine = async (person = ada) => {
  await untilProcessed(server);
  return person.call(listSubscriptions);
};
const again = async (env: Record<string, string>) => {
  await server.close();
  await start(env);
};

/** What each bill came to, the first before the others. */
const paid = async () => {
  const rows = await server.context.db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('kind', '=', 'invoice')
    .orderBy('sequence')
    .execute();
  return rows.map(({ data }) => (data as { amount_paid: number }).amount_paid);
};

describe('a trial', () => {
  beforeEach(() => again({}));

  test('is ended and paid by Upgrade Now, and a second click changes nothing', async () => {
    await buy(ada);
    await untilProcessed(server);
    const upgraded = await ada.call(upgradeTrialSubscription);
    expect(upgraded).toMatchObject({ status: 'active', isTrialActive: false });
    expect(await ada.call(upgradeTrialSubscription)).toEqual(upgraded);
    const paid = await server.context.db
      .selectFrom('payment_sandbox_objects')
      .select('data')
      .where('kind', '=', 'payment_intent')
      .execute();
    expect(paid).toMatchObject([{ data: { amount_received: 1999 } }]);
  });

  test('is paid once, even by two windows at the same time', async () => {
    await buy(ada);
    await untilProcessed(server);
    const both = await Promise.all([ada.call(upgradeTrialSubscription), ada.call(upgradeTrialSubscription)]);
    for (const upgraded of both) expect(upgraded).toMatchObject({ status: 'active' });
    expect(await paid()).toEqual([0, 1999]);
  });

  test('previews its cost, and an upgrade withdraws a cancellation', async () => {
    await buy(ada, { promoCode: 'FIVEOFF' });
    const [subscription] = await mine();
    await ada.call(cancelSubscription, { body: { subscriptionId: subscription?.id ?? '' } });
    expect(await ada.call(previewTrialUpgrade)).toEqual({ amountDue: 1499, credit: 0, currency: 'usd' });
    expect(await mine()).toMatchObject([{ status: 'trialing' }]);
    expect(await ada.call(upgradeTrialSubscription)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
    });
    expect(await paid()).toEqual([0, 1499]);
    await expect(ada.call(previewTrialUpgrade)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('can change plans without a charge', async () => {
    await buy(ada);
    const [subscription] = await mine();
    const change = { subscriptionId: subscription?.id ?? '', priceId: 'price_sandbox_pro_plus' };
    const { proratedAt, ...bill } = await ada.call(previewChange, { query: change });
    expect(bill).toEqual({ amountDue: 0, credit: 0, currency: 'usd' });
    const changed = await ada.call(changeSubscription, { body: { ...change, proratedAt } });
    expect(changed).toMatchObject({ tier: 'pro-plus', status: 'trialing' });
    expect(await paid()).toEqual([0]);
  });

  test('continues if the card is declined', async () => {
    await buy(ada, { card: testCards.declinedLater });
    const before = await mine();
    await expect(ada.call(upgradeTrialSubscription)).rejects.toMatchObject({ code: 'CARD_DECLINED' });
    expect(await mine()).toEqual(before);
  });

  test('cannot be upgraded if there is none', async () => {
    await expect(ada.call(upgradeTrialSubscription)).rejects.toMatchObject({
      code: 'conflict',
      message: 'No active subscription found',
    });
  });
});

describe('cancelling', () => {
  test('keeps the plan until the end of its period', async () => {
    await buy(ada);
    const [subscription] = await mine();
    const body = { subscriptionId: subscription?.id ?? '' };
    expect(await ada.call(cancelSubscription, { body })).toEqual({ success: true });
    expect(await mine()).toEqual([{ ...subscription, cancelAtPeriodEnd: true }]);
    expect(await ada.call(cancelSubscription, { body })).toEqual({ success: true });
  });

  test('an unpaid plan leaves it unusable', async () => {
    await again({ FLUX_TRIAL_DAYS: '7' });
    await buy(ada, { card: testCards.declinedLater });
    const [subscription] = await mine();
    await passDays(server, 8);
    ada = await signIn(server, 'Ada', { plan: null });
    const body = { subscriptionId: subscription?.id ?? '' };
    expect(await ada.call(cancelSubscription, { body })).toEqual({ success: true });
    expect(await ada.call(listSubscriptions)).toMatchObject([
      { status: 'past_due', cancelAtPeriodEnd: true },
    ]);
    expect(await findPlan(server.context, ada.id)).toBeNull();
  });

  test('is the only action while a payment is open: others name the payment', async () => {
    await again({ FLUX_TRIAL_DAYS: '7' });
    await buy(ada, { card: testCards.declinedLater });
    const [subscription] = await mine();
    await passDays(server, 8);
    ada = await signIn(server, 'Ada', { plan: null });
    const query = { subscriptionId: subscription?.id ?? '', priceId: 'price_sandbox_pro_plus' };
    const open = {
      code: 'payment_open',
      status: 402,
      message: 'A payment of $19.99 for your Pro plan is open. Pay it in the billing portal first.',
    };
    for (const refused of [
      // This one reads from the payment service, which has not reported the failure yet.
      () => ada.call(upgradeTrialSubscription),
      () => ada.call(previewChange, { query }),
      () => ada.call(changeSubscription, { body: query }),
      () => ada.call(previewTrialUpgrade),
      () => buy(ada, { priceId: query.priceId }),
    ])
      await expect(refused()).rejects.toMatchObject(open);
    // Others' debts are not revealed.
    const bob = await signIn(server, 'Bob', { plan: null });
    await expect(bob.call(changeSubscription, { body: query })).rejects.toMatchObject({ code: 'conflict' });
    await expect(visitor(server).call(changeSubscription, { body: query })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('another user’s, a missing or an Indie plan is refused with status 200', async () => {
    await buy(ada);
    const [subscription] = await mine();
    const bob = await signIn(server, 'Bob', { plan: null });
    await buy(bob);
    await untilProcessed(server);
    const failed = { success: false, error: 'No active subscription found' };
    for (const subscriptionId of [subscription?.id ?? '', 'unknown', '']) {
      const answer = await bob.fetch('/api/cancelSubscription', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ subscriptionId }),
      });
      expect([answer.status, answer.json()]).toEqual([200, failed]);
    }
    expect(await mine()).toEqual([subscription]);
    const cyd = await signIn(server, 'Cyd', { plan: null });
    const { id } = await cyd.call(chooseFreePlan, { body: { tier: 'indie' } });
    expect(await cyd.call(cancelSubscription, { body: { subscriptionId: id } })).toEqual(failed);
  });

  test('a plan from a role is refused', async () => {
    const admin = await signIn(server, 'Eve', { role: 'admin', plan: null });
    const body = { subscriptionId: 'elevated' };
    expect(await admin.call(cancelSubscription, { body })).toMatchObject({ success: false });
  });
});

describe('a plan change', () => {
  const plus = 'price_sandbox_pro_plus';
  const change = async (priceId: string, person = ada) => {
    const [subscription] = await mine();
    return person.call(changeSubscription, { body: { subscriptionId: subscription?.id ?? '', priceId } });
  };
  test('applies immediately and charges the difference once', async () => {
    await buy(ada);
    expect(await change(plus)).toMatchObject({ tier: 'pro-plus', status: 'active', priceId: plus });
    expect(await change(plus)).toMatchObject({ tier: 'pro-plus' });
    expect(await paid()).toEqual([1999, 9999 - 1999]);
  });

  test('charges the previewed amount for half an hour', async () => {
    await buy(ada);
    server.clock.advance(6 * 86_400_000);
    const [subscription] = await mine();
    const subscribeRequest = { subscriptionId: subscription?.id ?? '', priceId: plus };
    const { amountDue, proratedAt } = await ada.call(previewChange, { query: subscribeRequest });
    expect(amountDue).toBeGreaterThan(6_300);
    expect(amountDue).toBeLessThan(6_500);
    server.clock.advance(31 * 60_000);
    const late = ada.call(changeSubscription, { body: { ...subscribeRequest, proratedAt } });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    const yetToCome = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
    const early = ada.call(changeSubscription, { body: { ...subscribeRequest, proratedAt: yetToCome } });
    await expect(early).rejects.toMatchObject({ code: 'conflict' });
    expect(await paid()).toEqual([1999]);
    const now = await ada.call(previewChange, { query: subscribeRequest });
    server.clock.advance(29 * 60_000);
    await ada.call(changeSubscription, { body: { ...subscribeRequest, proratedAt: now.proratedAt } });
    expect(await paid()).toEqual([1999, now.amountDue]);
  });

  test('to a cheaper plan credits the previewed amount', async () => {
    await buy(ada, { priceId: plus });
    const [subscription] = await mine();
    const subscribeRequest = { subscriptionId: subscription?.id ?? '', priceId: 'price_sandbox_pro' };
    const { credit, amountDue } = await ada.call(previewChange, { query: subscribeRequest });
    expect([amountDue, credit]).toEqual([0, 9999 - 1999]);
    expect(await mine()).toEqual([subscription]);
  });

  test('to a cheaper plan applies immediately without a charge', async () => {
    await buy(ada, { priceId: plus });
    expect(await change('price_sandbox_pro')).toMatchObject({ tier: 'pro', status: 'active' });
    expect(await paid()).toEqual([9999]);
  });

  test('withdraws a cancellation', async () => {
    await buy(ada);
    const [subscription] = await mine();
    await ada.call(cancelSubscription, { body: { subscriptionId: subscription?.id ?? '' } });
    expect(await change(plus)).toMatchObject({ tier: 'pro-plus', cancelAtPeriodEnd: false });
  });

  test.each(['0', '7'])(
    'to the cancelled plan withdraws the cancellation for free; trial days: %s',
    async (days) => {
      await again({ FLUX_TRIAL_DAYS: days });
      await buy(ada);
      const [subscription] = await mine();
      const before = await paid();
      await ada.call(cancelSubscription, { body: { subscriptionId: subscription?.id ?? '' } });
      const subscribeRequest = {
        subscriptionId: subscription?.id ?? '',
        priceId: subscription?.priceId ?? '',
      };
      const { proratedAt, ...bill } = await ada.call(previewChange, { query: subscribeRequest });
      expect(bill).toEqual({ amountDue: 0, credit: 0, currency: 'usd' });
      await ada.call(changeSubscription, { body: { ...subscribeRequest, proratedAt } });
      expect(await mine()).toEqual([subscription]);
      expect(await paid()).toEqual(before);
    },
  );

  test('to the same plan keeps it, and buys nothing if another window changed it', async () => {
    await buy(ada, { priceId: plus });
    const [subscription] = await mine();
    const subscriptionId = subscription?.id ?? '';
    await ada.call(cancelSubscription, { body: { subscriptionId } });
    const keep = { subscriptionId, priceId: plus, keep: true };
    expect(await ada.call(changeSubscription, { body: keep })).toEqual(subscription);
    await ada.call(cancelSubscription, { body: { subscriptionId } });
    await change('price_sandbox_pro');
    const before = [await mine(), await paid()];
    await expect(ada.call(changeSubscription, { body: keep })).rejects.toMatchObject({ code: 'conflict' });
    expect([await mine(), await paid()]).toEqual(before);
  });

  test('to a cheaper plan leaves a credit, shown with the next bill', async () => {
    await buy(ada, { priceId: plus });
    await change('price_sandbox_pro');
    const { credit, nextBill } = await ada.call(getPaymentDetails);
    expect(credit.amount).toBeGreaterThan(7_000);
    expect(nextBill).toMatchObject({ amountDue: 0, creditUsed: 1999 });
    const [{ subscriptionId = '' } = {}] = await mine();
    await ada.call(cancelSubscription, { body: { subscriptionId } });
    expect(await ada.call(getPaymentDetails)).toMatchObject({ credit, nextBill: null });
  });

  test('is refused for another user and for an unsold price', async () => {
    await buy(ada);
    const bob = await signIn(server, 'Bob', { plan: null });
    await buy(bob);
    const before = await mine();
    await expect(change(plus, bob)).rejects.toMatchObject({ message: 'No active subscription found' });
    await expect(change('price_sandbox_pro_plus_2023')).rejects.toMatchObject({ code: 'invalid_input' });
    const query = { subscriptionId: before[0]?.id ?? '', priceId: plus };
    await expect(bob.call(previewChange, { query })).rejects.toMatchObject({ code: 'conflict' });
    const old = { ...query, priceId: 'price_sandbox_pro_plus_2023' };
    await expect(ada.call(previewChange, { query: old })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await mine()).toEqual(before);
  });
});

describe('payment details', () => {
  test('show the card and its next charge to the paying user', async () => {
    await buy(ada, { promoCode: 'FIVEOFF' });
    await untilProcessed(server);
    expect(await ada.call(getPaymentDetails)).toEqual({
      paymentMethod: {
        brand: 'visa',
        last4: '4242',
        exp_month: 12,
        exp_year: new Date().getUTCFullYear() + 3,
      },
      price: { unit_amount: 1999, currency: 'usd' },
      isDiscounted: true,
      // The trial ends with a bill that the code lowers.
      nextBill: { amountDue: 1499, discount: 500, tax: 0, creditUsed: 0, currency: 'usd' },
      credit: { amount: 0, currency: 'usd' },
    });
  });

  test('are empty for users who pay nothing', async () => {
    await ada.call(chooseFreePlan, { body: { tier: 'indie' } });
    await expect(ada.call(getPaymentDetails)).rejects.toMatchObject({ code: 'not_found' });
    for (const endpoint of [getPaymentDetails, previewTrialUpgrade])
      await expect(visitor(server).call(endpoint)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

test('the billing page links back to Flux only', async () => {
  const open = (return_url: string) => ada.call(createBillingPortalSession, { body: { return_url } });
  await expect(open('/profile')).rejects.toMatchObject({ message: 'No active subscription found' });
  await buy(ada);
  const { publicUrl } = server.context.config;
  for (const own of ['/profile', `${publicUrl}/profile`])
    expect((await open(own)).url).toMatch(/\/test-billing\/bps_\w+$/);
  for (const other of ['https://evil.test/', '//evil.test', 'javascript:alert(1)', `${publicUrl}.evil.test`])
    await expect(open(other)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('the billing page opens for an ended plan before its event arrives', async () => {
  await buy(ada);
  expect(await mine()).toMatchObject([{ status: 'active' }]);
  const { db } = server.context;
  const ended = sql<string>`data || '{"status": "canceled"}'`;
  await db
    .updateTable('payment_sandbox_objects')
    .set({ data: ended })
    .where('kind', '=', 'subscription')
    .execute();
  const { url } = await ada.call(createBillingPortalSession, { body: { return_url: '/profile' } });
  expect(url).toMatch(/\/test-billing\/bps_\w+$/);
  expect(await mine()).toMatchObject([{ status: 'cancelled' }]);
});

test('the Discord invitation is shown to users of plans that include it', async () => {
  const discordInviteUrl = 'https://discord.gg/abc';
  await again({ FLUX_DISCORD_INVITE_URL: discordInviteUrl });
  const hidden = { service: 'sandbox', publishableKey: null, trialDays: 7, discordInviteUrl: null };
  expect(await visitor(server).call(getPaymentSettings)).toEqual(hidden);
  await ada.call(chooseFreePlan, { body: { tier: 'indie' } });
  expect(await ada.call(getPaymentSettings)).toEqual(hidden);
  await buy(ada);
  await untilProcessed(server);
  expect(await ada.call(getPaymentSettings)).toEqual({ ...hidden, discordInviteUrl });
});
