import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy, passDays, untilHeard } from '../../../testing/payments.ts';
import { type Person, signIn } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { openPaymentDesk, type PaymentDesk } from './desk.ts';
import { sayFarewell } from './farewell.ts';

let server: TestServer;
let desk: PaymentDesk;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  server = await startServer();
  desk = await openPaymentDesk(server.context);
  ada = await signIn(server, 'Ada', { plan: null });
  bob = await signIn(server, 'Bob', { plan: null });
  await buy(ada);
  await buy(bob);
  await untilHeard(server);
});
afterEach(async () => {
  await desk.close();
  await server.close();
});

const leave = (person: Person) => server.context.db.deleteFrom('users').where('id', '=', person.id).execute();
const say = () => sayFarewell(server.context, desk.payments(), new AbortController().signal);
const customers = () => server.context.db.selectFrom('payment_customers').select('user_id').execute();

async function kept(kind: string): Promise<object[]> {
  const rows = await server.context.db
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('kind', '=', kind)
    .orderBy('sequence')
    .execute();
  return rows.map(({ data }) => data as object);
}

test('whoever has left pays nothing more and is forgotten; others go on', async () => {
  await leave(ada);
  expect(await customers()).toHaveLength(2);
  await say();
  expect(await customers()).toEqual([{ user_id: bob.id }]);
  expect(await kept('subscription')).toMatchObject([{ status: 'canceled' }, { status: 'trialing' }]);
  expect(await kept('customer')).toMatchObject([
    { email: null, name: null, metadata: {} },
    { email: 'bob@example.test' },
  ]);
  await passDays(server, 40);
  const [first] = (await kept('customer')) as { id: string }[];
  const bills = (await kept('invoice')) as { customer: string; amount_paid: number }[];
  expect(bills.filter(({ customer }) => customer === first?.id)).toMatchObject([{ amount_paid: 0 }]);
});

test('a farewell that broke off is said to its end with the next round', async () => {
  const { customer_id: customerId } = await server.context.db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  await leave(ada);
  await desk.payments().forgetCustomer(customerId);
  await say();
  expect(await customers()).toEqual([{ user_id: bob.id }]);
});

test('where nobody has left there is nothing to say', async () => {
  await say();
  expect(await customers()).toHaveLength(2);
  expect(await kept('subscription')).toMatchObject([{ status: 'trialing' }, { status: 'trialing' }]);
});
