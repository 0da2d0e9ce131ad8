import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCard, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createSubscription } from '#shared/billing/payments.ts';
import { confirmTestPayment } from '#shared/billing/test-payments.ts';
import { hourlyPoints, recordRefusal } from '../attempts/limits.ts';
import type { Buyer, Payments } from '../stripe/port.ts';
import { openPaymentGateway, type PaymentGateway } from './payment-gateway.ts';
import { subscribe } from './subscribe.ts';
import { handleEvent } from './webhook.ts';

let server: TestServer;
let gateway: PaymentGateway;
let ada: Person;
beforeEach(async () => {
  server = await startServer({ env: { FLUX_TRIAL_DAYS: '0' }, log: () => {} });
  gateway = await openPaymentGateway(server.context);
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(async () => {
  await gateway.close();
  await server.close();
});

const mine = async () => {
  await untilProcessed(server);
  return ada.call(listSubscriptions);
};

/** Begins to buy Pro in a tab. @returns what pays for it there */
async function beginPro(): Promise<() => Promise<unknown>> {
  const paymentMethodId = await makeCard(ada);
  const body = { priceId: 'price_sandbox_pro', paymentMethodId };
  const { subscription } = await ada.call(createSubscription, { body });
  await untilProcessed(server);
  const client_secret = subscription.latest_invoice.payment_intent?.client_secret ?? '';
  return () => ada.call(confirmTestPayment, { body: { client_secret, paymentMethodId } });
}

/** A service at which something happens right after the first listing. */
function afterListing(happens: () => Promise<unknown>): Payments {
  const payments = gateway.payments();
  let left: typeof happens | null = happens;
  return {
    ...payments,
    listSubscriptions: async (customerId) => {
      const listed = await payments.listSubscriptions(customerId);
      const now = left;
      left = null;
      await now?.();
      return listed;
    },
  };
}

test('a plan paid in one tab stays, and the purchase in another tab is refused', async () => {
  const payments = afterListing(await beginPro());
  const buyer: Buyer = { id: ada.id, email: null, username: 'Ada', role: 'user' };
  const subscribeRequest = { priceId: 'price_sandbox_pro_plus', promoCode: null, trialDays: 0 };
  const paymentMethodId = await makeCard(ada);
  await expect(
    subscribe(server.context, payments, buyer, { ...subscribeRequest, paymentMethodId }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: 'You already have the Pro plan. You can change it in your account.',
  });
  expect(await mine()).toMatchObject([{ status: 'active', tier: 'pro' }]);
});

test('an unpaid purchase is replaced by another plan and cannot be paid any more', async () => {
  const payPro = await beginPro();
  const body = { priceId: 'price_sandbox_pro_plus', paymentMethodId: await makeCard(ada) };
  const { subscription } = await ada.call(createSubscription, { body });
  expect(subscription.status).toBe('incomplete');
  await expect(payPro()).rejects.toThrow();
  expect(await mine()).toEqual([]);
});

test('a plan paid while its last refusal is processed stays', async () => {
  const pay = await beginPro();
  const { db } = server.context;
  const { data } = await db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  const event = {
    id: 'evt_refused',
    type: 'invoice.payment_failed',
    customerId: (data as { customer: string }).customer,
    isCardRefused: true,
  };
  for (let points = 0; points < hourlyPoints.account; points += 5)
    await recordRefusal(server.context, 'purchase', { userId: ada.id, network: null });
  const payments = { ...afterListing(pay), readEvent: () => event };
  await handleEvent(server.context, payments, '', '');
  expect(await mine()).toMatchObject([{ status: 'active', tier: 'pro' }]);
});
