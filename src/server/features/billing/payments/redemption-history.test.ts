import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { rowsWith } from '#server/testing/measures/rows-with.ts';
import { buy, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn as signInWith } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteMe, listIdentities, removeIdentity } from '#shared/accounts/accounts.ts';
import { deleteUser } from '#shared/admin/admin.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { createPaymentIntent, getOffer, validatePromoCode } from '#shared/billing/payments.ts';
import { deleteDepartedCustomers } from './departed-customers.ts';
import { openPaymentGateway } from './payment-gateway.ts';

let server: TestServer;
let ada: Person;
beforeEach(async () => {
  server = await startServer();
  ada = await signIn('Ada');
});
afterEach(() => server.close());

/** By the provider of all these tests, which knows each by their name. */
const signIn = (name: string) => signInWith(server, name, { plan: null });
const priceId = 'price_sandbox_pro';
const leave = (person: Person, name: string) => person.call(deleteMe, { body: { confirm: name } });
const trialOf = async (person: Person) => (await person.call(getOffer, { params: { priceId } })).trialDays;
const check = (person: Person, promoCode: string) =>
  person.call(validatePromoCode, { body: { promoCode, priceId } });
const used = { code: 'invalid_input', message: 'You have used this promo code already.' };
const pasts = () => server.context.db.selectFrom('redemption_history').selectAll().execute();

/** Another way to sign in, by the same provider or another one. */
async function link(person: Person, subject: string, issuer = 'https://issuer.test'): Promise<void> {
  const { db, clock } = server.context;
  const provider = 'google.com';
  // So that it is not the first.
  server.clock.advance(1);
  const identity = { id: newId(), issuer, subject, provider, user_id: person.id, email: null };
  await db
    .insertInto('identities')
    .values({ ...identity, created_at: clock.now() })
    .execute();
}

async function unlinkFirst(person: Person): Promise<void> {
  const [first] = await person.call(listIdentities);
  await person.call(removeIdentity, { params: { id: first?.id ?? '' } });
}

/** A user with a plan whose events are all processed. */
async function havePlan(person: Person, promoCode: string): Promise<void> {
  await buy(person, { promoCode });
  await untilProcessed(server);
}

/** Runs the background work after a deletion. */
async function forgetCustomers(): Promise<void> {
  const gateway = await openPaymentGateway(server.context);
  await deleteDepartedCustomers(server.context, gateway.payments(), new AbortController().signal);
  await gateway.close();
  const gone = server.context.db.selectFrom('payment_customers').selectAll().where('user_id', 'is', null);
  expect(await gone.execute()).toEqual([]);
}

test('a deleted and recreated account has no second trial and no used code', async () => {
  await havePlan(ada, 'FIRSTMONTH');
  await leave(ada, 'Ada');
  for (const isForgotten of [false, true]) {
    if (isForgotten) await forgetCustomers();
    const again = await signIn('Ada');
    expect(again.id).not.toBe(ada.id);
    expect(await trialOf(again)).toBe(0);
    await expect(check(again, 'FIRSTMONTH')).rejects.toMatchObject(used);
    const body = { metadata: { priceId, promoCode: 'FIRSTMONTH' } };
    await expect(again.call(createPaymentIntent, { body })).rejects.toMatchObject(used);
    expect(await check(again, 'FLUX25')).toMatchObject({ finalAmount: 1499 });
  }
  const again = await signIn('Ada');
  await havePlan(again, 'FLUX25');
  expect(await again.call(listSubscriptions)).toMatchObject([{ status: 'active', trialEnd: null }]);
  // Deleting this one records both accounts, too.
  await leave(again, 'Ada');
  await forgetCustomers();
  const last = await signIn('Ada');
  for (const promoCode of ['FIRSTMONTH', 'FLUX25'])
    await expect(check(last, promoCode)).rejects.toMatchObject(used);
});

test('and so has one deleted by an administrator', async () => {
  await havePlan(ada, 'FLUX25');
  const root = await signInWith(server, 'Root', { role: 'admin' });
  await root.call(deleteUser, { body: { uid: ada.id } });
  expect(await trialOf(await signIn('Ada'))).toBe(0);
});

test('a deleted account is recognised by each of its identities', async () => {
  await link(ada, 'Ada at work');
  await havePlan(ada, 'FLUX25');
  await link(ada, 'Ada at home');
  await leave(ada, 'Ada');
  for (const name of ['Ada', 'Ada at work', 'Ada at home']) {
    const again = await signIn(name);
    expect(await trialOf(again), name).toBe(0);
    await expect(check(again, 'FLUX25'), name).rejects.toMatchObject(used);
  }
});

test('an identity removed from an account starts another one without a trial', async () => {
  await havePlan(ada, 'FLUX25');
  await link(ada, 'Ada at work');
  await unlinkFirst(ada);
  const again = await signIn('Ada');
  expect(again.id).not.toBe(ada.id);
  expect(await trialOf(again)).toBe(0);
  await expect(check(again, 'FLUX25')).rejects.toMatchObject(used);
});

test('the history applies to an account that links a known identity', async () => {
  await havePlan(ada, 'FLUX25');
  await leave(ada, 'Ada');
  const bea = await signIn('Bea');
  expect(await trialOf(bea)).toBe(7);
  await link(bea, 'Ada');
  expect(await trialOf(bea)).toBe(0);
});

test('a plan from before the history is recorded at the deletion', async () => {
  await havePlan(ada, 'FLUX25');
  await server.context.db.deleteFrom('redemption_history').execute();
  await leave(ada, 'Ada');
  const again = await signIn('Ada');
  expect(await trialOf(again)).toBe(0);
  await expect(check(again, 'FLUX25')).rejects.toMatchObject(used);
});

test('other users are unaffected, including the same subject at another provider', async () => {
  await havePlan(ada, 'FLUX25');
  const bea = await signIn('Bea');
  await bea.call(createPaymentIntent, { body: { metadata: { priceId, promoCode: 'FIVEOFF' } } });
  await untilProcessed(server);
  await leave(ada, 'Ada');
  await leave(bea, 'Bea');
  const cyd = await signIn('Cyd');
  await link(cyd, 'Ada', 'https://another.test');
  await unlinkFirst(cyd);
  for (const person of [await signIn('Bea'), cyd]) {
    expect(await trialOf(person)).toBe(7);
    for (const promoCode of ['FLUX25', 'FIVEOFF'])
      expect(await check(person, promoCode)).toMatchObject({ finalAmount: 1499 });
  }
});

test('only a keyed hash and the ids of codes remain of a deleted user', async () => {
  const marker = 'Zzyzx';
  const leaver = await signIn(marker);
  await havePlan(leaver, 'FLUX25');
  await leave(leaver, marker);
  await forgetCustomers();
  expect(await pasts()).toEqual([
    { identity_hash: expect.any(Buffer), service: 'sandbox', used_promotions: ['promo_sandbox_flux25'] },
  ]);
  expect((await pasts())[0]?.identity_hash).toHaveLength(32);
  for (const text of [marker, leaver.email]) {
    const tables = Object.keys(await rowsWith(server, text));
    // The sandbox stores its requests and events for a while.
    expect(tables.filter((table) => !table.startsWith('public.payment_sandbox_'))).toEqual([]);
  }
});
