import { afterEach, beforeEach, expect, test } from 'vitest';
import { redeem } from '#sandbox/stripe/discounts.ts';
import { SandboxRepository } from '#sandbox/stripe/sandbox-repository.ts';
import { buy, passDays, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { cancelSubscription, createPaymentIntent, validatePromoCode } from '#shared/billing/payments.ts';

let server: TestServer;
let ada: Person;
beforeEach(async () => {
  server = await startServer({ env: { FLUX_TRIAL_DAYS: '0' } });
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(() => server.close());

const priceId = 'price_sandbox_pro';
const used = { code: 'invalid_input', message: 'You have used this promo code already.' };
const check = (who: Person, promoCode: string) =>
  who.call(validatePromoCode, { body: { promoCode, priceId } });

/** Until the current plan has ended. */
async function endPlan(): Promise<void> {
  const [held] = await ada.call(listSubscriptions);
  await ada.call(cancelSubscription, { body: { subscriptionId: held?.id ?? '' } });
  await passDays(server, 40);
  // Sessions end in that time.
  ada = await signIn(server, 'Ada', { plan: null });
}

test('a user redeems a code once, even after its discount or plan has ended', async () => {
  await buy(ada, { promoCode: 'FIRSTMONTH' });
  await endPlan();
  for (const promoCode of ['FIRSTMONTH', ' firstmonth']) {
    await expect(check(ada, promoCode)).rejects.toMatchObject(used);
    await expect(buy(ada, { promoCode })).rejects.toMatchObject(used);
    const body = { metadata: { priceId, promoCode } };
    await expect(ada.call(createPaymentIntent, { body })).rejects.toMatchObject(used);
  }
  expect(await check(ada, 'FLUX25')).toMatchObject({ finalAmount: 1499 });
});

/** As an employee of the shop does in the dashboard. */
async function applyAtService(id: string, promotionId: string): Promise<void> {
  const { db, clock } = server.context;
  await db.transaction().execute(async (trx) => {
    const repository = await SandboxRepository.open(trx, clock.now());
    const held = await repository.get('subscription', id);
    const discount = await redeem(repository, promotionId, { customer: held.customer, subscription: id });
    await repository.save({ ...held, discounts: [...held.discounts, discount.id] });
  });
}

test('a code applied to a plan later counts as used', async () => {
  await applyAtService(await buy(ada, { promoCode: 'FIRSTMONTH' }), 'promo_sandbox_flux25');
  await endPlan();
  for (const promoCode of ['FIRSTMONTH', 'FLUX25'])
    await expect(check(ada, promoCode)).rejects.toMatchObject(used);
  expect(await check(ada, 'FIVEOFF')).toMatchObject({ finalAmount: 1499 });
});

test('and so does one beyond the listed subscriptions', async () => {
  await buy(ada, { promoCode: 'FIRSTMONTH' });
  await endPlan();
  const objects = server.context.db.deleteFrom('payment_sandbox_objects');
  await objects.where('kind', '=', 'subscription').execute();
  await expect(buy(ada, { promoCode: 'FIRSTMONTH' })).rejects.toMatchObject(used);
});

test('others can still use it', async () => {
  await buy(ada, { promoCode: 'FIRSTMONTH' });
  const bea = await signIn(server, 'Bea', { plan: null });
  await buy(bea, { promoCode: 'FIRSTMONTH' });
  expect(await bea.call(listSubscriptions)).toMatchObject([{ status: 'active', tier: 'pro' }]);
});

test('an unpaid purchase uses no code', async () => {
  await ada.call(createPaymentIntent, { body: { metadata: { priceId, promoCode: 'FLUX25' } } });
  await untilProcessed(server);
  await buy(ada, { promoCode: 'FLUX25', priceId: 'price_sandbox_pro_plus' });
  await untilProcessed(server);
  expect(await ada.call(listSubscriptions)).toMatchObject([{ status: 'active', tier: 'pro-plus' }]);
});
