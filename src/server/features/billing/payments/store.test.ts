import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { endCheckout, insertCustomer, startCheckout } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function customer(id: string): Promise<string> {
  const { id: user_id } = await signIn(server, id, { plan: null });
  const row = { user_id, service: 'sandbox', customer_id: id, created_at: new Date() } as const;
  return (await insertCustomer(server.context.db, row)).customer_id;
}
const begin = (id: string) => startCheckout(server.context.db, id);
/** As if a purchase took longer than any may. */
const runOut = (id: string) =>
  server.context.db
    .updateTable('payment_customers')
    .set({ checkout_until: sql<Date>`now() - interval '1 second'` })
    .where('customer_id', '=', id)
    .execute();

test('one checkout at a time, for as long as a dozen calls with three attempts take', async () => {
  const id = await customer('cus_one');
  const until = await begin(id);
  expect((until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(12 * 3 * 20_000);
  expect(await begin(id)).toBeNull();
  await endCheckout(server.context.db, id, until ?? new Date(0));
  expect(await begin(id)).not.toBeNull();
});

test('an expired checkout does not end a later one', async () => {
  const id = await customer('cus_two');
  const first = await begin(id);
  // Ends differ by milliseconds, so a quarter of an hour is enough.
  await sleep(2);
  await runOut(id);
  const second = await begin(id);
  expect(second).not.toBeNull();
  await endCheckout(server.context.db, id, first ?? new Date(0));
  expect(await begin(id)).toBeNull();
  await endCheckout(server.context.db, id, second ?? new Date(0));
  expect(await begin(id)).not.toBeNull();
});
