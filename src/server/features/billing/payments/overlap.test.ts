import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { PaidSubscription, Payments } from '../stripe/port.ts';
import { syncCustomer } from './sync.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const paid = (customerId: string, status: PaidSubscription['status']): PaidSubscription => ({
  id: `sub_${customerId}`,
  status,
  priceId: 'price_sandbox_pro',
  promotionIds: [],
  trialEndsAt: null,
  cancelAtPeriodEnd: false,
  currentPeriodEndsAt: at(38),
  endedAt: status === 'canceled' ? at(20) : null,
  lastBill: null,
  createdAt: at(1),
});

/** A service whose responses the test provides, in the order of the requests. */
class Service {
  readonly #asked: PromiseWithResolvers<PaidSubscription[]>[] = [];
  #next = 0;

  readonly payments = {
    service: 'sandbox',
    listSubscriptions: () => {
      const asked = Promise.withResolvers<PaidSubscription[]>();
      this.#asked.push(asked);
      return asked.promise;
    },
  } as unknown as Payments;

  /**
   * Waits for the next request.
   * @returns the function that responds
   */
  async nextAsker(): Promise<(answer: PaidSubscription) => void> {
    const index = this.#next++;
    const asked = await expect
      .poll(() => this.#asked[index])
      .toBeDefined()
      .then(() => this.#asked[index]);
    return (answer) => asked?.resolve([answer]);
  }

  get asks(): number {
    return this.#asked.length;
  }
}

/** A user with an active plan. */
async function customer(name: string): Promise<{ userId: string; customerId: string }> {
  const { id: userId } = await signIn(server, name);
  const row = { user_id: userId, service: 'sandbox' as const, customer_id: name, checkout_until: null };
  await server.context.db
    .insertInto('payment_customers')
    .values({ ...row, created_at: server.clock.now() })
    .execute();
  const of = { userId, customerId: name };
  const payments = { listSubscriptions: async () => [paid(name, 'active')] } as unknown as Payments;
  await syncCustomer(server.context, payments, of);
  expect(await statusOf(userId)).toBe('active');
  return of;
}

const statusOf = async (userId: string) => {
  const { db } = server.context;
  const row = await db.selectFrom('subscriptions').select('status').where('user_id', '=', userId);
  return (await row.executeTakeFirst())?.status;
};

test('a later read with an older response reads again', async () => {
  const of = await customer('ada');
  const service = new Service();
  const first = syncCustomer(server.context, service.payments, of);
  const answerFirst = await service.nextAsker();
  const second = syncCustomer(server.context, service.payments, of);
  const answerSecond = await service.nextAsker();
  // The first reaches the service when all is over, though it began before.
  answerFirst(paid('ada', 'canceled'));
  await first;
  expect(await statusOf(of.userId)).toBe('cancelled');
  answerSecond(paid('ada', 'active'));
  (await service.nextAsker())(paid('ada', 'canceled'));
  expect(await second).toMatchObject([{ status: 'canceled' }]);
  expect(await statusOf(of.userId)).toBe('cancelled');
  expect(service.asks).toBe(3);
});

test('an earlier read is dropped without another request', async () => {
  const of = await customer('bob');
  const service = new Service();
  const first = syncCustomer(server.context, service.payments, of);
  const answerFirst = await service.nextAsker();
  const second = syncCustomer(server.context, service.payments, of);
  (await service.nextAsker())(paid('bob', 'canceled'));
  await second;
  answerFirst(paid('bob', 'active'));
  await first;
  expect(await statusOf(of.userId)).toBe('cancelled');
  expect(service.asks).toBe(2);
});
