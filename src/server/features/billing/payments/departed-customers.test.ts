import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/platform/telemetry/log.ts';
import { buy, passDays, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteDepartedCustomers } from './departed-customers.ts';
import { openPaymentGateway, type PaymentGateway } from './payment-gateway.ts';

let server: TestServer;
let gateway: PaymentGateway;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  server = await startServer();
  gateway = await openPaymentGateway(server.context);
  ada = await signIn(server, 'Ada', { plan: null });
  bob = await signIn(server, 'Bob', { plan: null });
  await buy(ada);
  await buy(bob);
  await untilProcessed(server);
});
afterEach(async () => {
  await gateway.close();
  await server.close();
});

const leave = (person: Person) => server.context.db.deleteFrom('users').where('id', '=', person.id).execute();
const say = () => deleteDepartedCustomers(server.context, gateway.payments(), new AbortController().signal);
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

test('deleted users are cancelled and deleted at the provider; others continue', async () => {
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

test('an interrupted deletion is completed in the next run', async () => {
  const { customer_id: customerId } = await server.context.db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  await leave(ada);
  await gateway.payments().forgetCustomer(customerId);
  await say();
  expect(await customers()).toEqual([{ user_id: bob.id }]);
});

test('failing deletions do not delay others', async () => {
  const { context } = server;
  const customer = (customerId: string) => ({
    user_id: null,
    service: 'sandbox' as const,
    customer_id: customerId,
    created_at: new Date(0),
  });
  const refused = Array.from({ length: 100 }, (_, index) => `cus_refused_${index}`);
  const requestCount: string[] = [];
  const payments = {
    ...gateway.payments(),
    forgetCustomer: async (customerId: string) => {
      requestCount.push(customerId);
      if (customerId.startsWith('cus_refused')) throw new Error('as the test wants it');
    },
  };
  const round = async () => {
    server.clock.advance(300_000);
    await deleteDepartedCustomers(
      { ...context, log: createLog('silent') },
      payments,
      new AbortController().signal,
    );
  };
  const left = () => customers().then((rows) => rows.filter((row) => row.user_id === null).length);
  await context.db
    .insertInto('payment_customers')
    .values(refused.map((id) => customer(id)))
    .execute();
  await round();
  await context.db.insertInto('payment_customers').values(customer('cus_z_good')).execute();
  expect(await left()).toBe(101);
  await round();
  expect(await left()).toBe(100);
  // Failed ones are retried in turn: the longest waiting first.
  requestCount.splice(0);
  await round();
  expect(requestCount.toSorted()).toEqual(refused.toSorted());
});

test('without departed customers nothing happens', async () => {
  await say();
  expect(await customers()).toHaveLength(2);
  expect(await kept('subscription')).toMatchObject([{ status: 'trialing' }, { status: 'trialing' }]);
});
