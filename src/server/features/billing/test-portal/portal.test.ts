import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy, makeCard, passDays, testCards, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import {
  createBillingPortalSession,
  getPaymentDetails,
  upgradeTrialSubscription,
} from '#shared/billing/payments.ts';
import {
  cancelTestPlan,
  keepTestCard,
  payTestBill,
  readTestBilling,
  removeTestCard,
} from '#shared/billing/test-payments.ts';

let server: TestServer;
let ada: Person;
beforeEach(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada', { plan: null });
});
afterEach(() => server.close());

async function open(person = ada): Promise<string> {
  const { url } = await person.call(createBillingPortalSession, { body: { return_url: '/profile' } });
  return url.split('/').at(-1) ?? '';
}
const read = async (session: string, person = ada) => person.call(readTestBilling, { query: { session } });

async function buyAndOpen(card: string = testCards.pays): Promise<string> {
  await buy(ada, { card });
  await untilProcessed(server);
  return open();
}

test('shows its user’s cards, bills and plan, and a link back', async () => {
  const session = await buyAndOpen();
  expect(await read(session)).toMatchObject({
    returnUrl: `${server.context.config.publicUrl}/profile`,
    cards: [{ brand: 'visa', last4: '4242', isDefault: true }],
    bills: [{ amount: 0, currency: 'usd', status: 'paid' }],
    plan: {
      tier: 'pro',
      status: 'trialing',
      cancelAtPeriodEnd: false,
      nextBill: { amountDue: 1999, creditUsed: 0 },
    },
    credit: { amount: 0, currency: 'usd' },
  });
});

test('shows the credit that the customer has', async () => {
  const session = await buyAndOpen();
  await server.context.pool.query(
    `update payment_sandbox_objects set data = jsonb_set(data, '{balance}', '-500') where kind = 'customer'`,
  );
  expect(await read(session)).toMatchObject({
    plan: { nextBill: { amountDue: 1499, creditUsed: 500 } },
    credit: { amount: 500, currency: 'usd' },
  });
});

test('a new card becomes the default, and an old one can be selected again', async () => {
  const session = await buyAndOpen();
  const paymentMethodId = await makeCard(ada, '5555555555554444');
  const defaults = ({ cards }: Awaited<ReturnType<typeof read>>) =>
    cards.map(({ last4, isDefault }) => [last4, isDefault]).toSorted();
  const kept = await ada.call(keepTestCard, { body: { session, paymentMethodId } });
  expect(defaults(kept)).toEqual([
    ['4242', false],
    ['4444', true],
  ]);
  expect(await ada.call(getPaymentDetails)).toMatchObject({
    paymentMethod: { brand: 'mastercard', last4: '4444' },
  });
  const old = kept.cards.find(({ last4 }) => last4 === '4242')?.id ?? '';
  const back = await ada.call(keepTestCard, { body: { session, paymentMethodId: old } });
  expect(defaults(back)).toEqual([
    ['4242', true],
    ['4444', false],
  ]);
});

test('a refused card is not saved', async () => {
  const session = await buyAndOpen();
  const paymentMethodId = await makeCard(ada, testCards.declined);
  const keeping = ada.call(keepTestCard, { body: { session, paymentMethodId } });
  await expect(keeping).rejects.toMatchObject({ code: 'card_declined' });
  expect((await read(session)).cards).toHaveLength(1);
});

test('without a card a trial cannot be upgraded', async () => {
  const session = await buyAndOpen();
  const [card] = (await read(session)).cards;
  const body = { session, paymentMethodId: card?.id ?? '' };
  expect(await ada.call(removeTestCard, { body })).toMatchObject({ cards: [] });
  expect(await ada.call(getPaymentDetails)).toMatchObject({ paymentMethod: null });
  await expect(ada.call(upgradeTrialSubscription)).rejects.toMatchObject({ code: 'NO_PAYMENT_METHOD' });
  await expect(ada.call(removeTestCard, { body })).rejects.toMatchObject({ code: 'not_found' });
});

test('a failed payment is paid with another card, once', async () => {
  await buy(ada, { card: testCards.declinedLater });
  await passDays(server, 5);
  // A session ends after a week without use.
  await ada.call(listSubscriptions);
  await passDays(server, 3);
  await untilProcessed(server);
  expect(await ada.call(listSubscriptions)).toMatchObject([{ status: 'past_due' }]);
  const session = await open();
  const bill = (await read(session)).bills.find(({ status }) => status === 'open');
  const pay = () => ada.call(payTestBill, { body: { session, billId: bill?.id ?? '' } });
  await expect(pay()).rejects.toMatchObject({ code: 'card_declined' });
  const paymentMethodId = await makeCard(ada);
  await ada.call(keepTestCard, { body: { session, paymentMethodId } });
  const [paid] = await Promise.all([pay(), pay()]);
  expect(paid).toMatchObject({ plan: { status: 'active' } });
  expect(paid.bills.map(({ amount, status }) => [amount, status])).toEqual([
    [1999, 'paid'],
    [0, 'paid'],
  ]);
  await untilProcessed(server);
  expect(await ada.call(listSubscriptions)).toMatchObject([{ status: 'active' }]);
});

test('the plan is cancelled at the end of its period, and Flux gets the event', async () => {
  const session = await buyAndOpen();
  expect(await ada.call(cancelTestPlan, { body: { session } })).toMatchObject({
    plan: { status: 'trialing', cancelAtPeriodEnd: true },
  });
  await untilProcessed(server);
  expect(await ada.call(listSubscriptions)).toMatchObject([{ cancelAtPeriodEnd: true }]);
});

test('requires the signed-in user who opened it, within an hour', async () => {
  const session = await buyAndOpen();
  const { cards, bills } = await read(session);
  const eve = await signIn(server, 'Eve', { plan: null });
  await buy(eve);
  await untilProcessed(server);
  const paymentMethodId = cards[0]?.id ?? '';
  const billId = bills[0]?.id ?? '';
  const callsOf = (person: Person, id: string) => [
    () => person.call(readTestBilling, { query: { session: id } }),
    () => person.call(keepTestCard, { body: { session: id, paymentMethodId } }),
    () => person.call(removeTestCard, { body: { session: id, paymentMethodId } }),
    () => person.call(payTestBill, { body: { session: id, billId } }),
    () => person.call(cancelTestPlan, { body: { session: id } }),
  ];
  const nothing = { code: 'not_found', message: 'This billing page does not exist.' };
  for (const call of [...callsOf(eve, session), ...callsOf(eve, 'bps_guessed')])
    await expect(call()).rejects.toMatchObject(nothing);
  const signedOut = visitor(server).call(readTestBilling, { query: { session } });
  await expect(signedOut).rejects.toMatchObject({ code: 'unauthenticated' });
  // Another user's session is not accessible, either.
  const own = await open(eve);
  const refusals = [{ code: 'invalid_input' }, { code: 'not_found' }, { code: 'not_found' }];
  for (const [index, call] of callsOf(eve, own).slice(1, 4).entries())
    await expect(call()).rejects.toMatchObject(refusals[index] ?? {});
  expect(await read(session)).toMatchObject({ cards, bills });
  server.clock.advance(61 * 60_000);
  for (const call of callsOf(ada, session)) await expect(call()).rejects.toMatchObject({ code: 'gone' });
});
