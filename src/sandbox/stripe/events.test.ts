import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deliverEvents } from './events.ts';
import { insertEvent } from './store.ts';

const secret = 'whsec_of_this_test';
const minute = 60_000;
let server: TestServer;
let listener: Server;
let heard: Stripe.Event[];
/** What Flux answers next; 200 once there is nothing more. */
let answers: number[];
let context: Context;

beforeEach(async () => {
  server = await startServer();
  heard = [];
  answers = [];
  listener = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const signature = request.headers['stripe-signature'] ?? '';
    heard.push(Stripe.webhooks.constructEvent(body, signature, secret));
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  context = { ...server.context, config: { ...server.context.config, port } };
});
afterEach(async () => {
  listener.close();
  await server.close();
});

async function write(id: string): Promise<void> {
  const now = context.clock.now();
  const payload = JSON.stringify({ id, object: 'event', type: 'invoice.paid', data: { object: {} } });
  const row = { id, payload, attempts: 0, created_at: now, next_attempt_at: now };
  await context.db.transaction().execute((trx) => insertEvent(trx, row));
}
const deliver = () => deliverEvents(context, secret);
const ids = () => heard.map(({ id }) => id);

test('events are delivered signed, in order, and once if they are accepted', async () => {
  await write('evt_1');
  await write('evt_2');
  await deliver();
  await deliver();
  expect(ids()).toEqual(['evt_1', 'evt_2']);
});

test('a failed delivery is retried later and does not delay other events', async () => {
  answers = [500];
  await write('evt_1');
  await write('evt_2');
  await deliver();
  expect(ids()).toEqual(['evt_1', 'evt_2']);
  server.clock.advance(minute - 1);
  await deliver();
  expect(heard).toHaveLength(2);
  server.clock.advance(1);
  await deliver();
  expect(ids()).toEqual(['evt_1', 'evt_2', 'evt_1']);
  server.clock.advance(1_000 * minute);
  await deliver();
  expect(heard).toHaveLength(3);
});

test('an event that is never accepted is dropped after two days', async () => {
  answers = Array.from({ length: 50 }, () => 500);
  await write('evt_1');
  for (let hour = 0; hour < 100; hour += 1) {
    await deliver();
    server.clock.advance(60 * minute);
  }
  expect(heard).toHaveLength(8);
});

test('two concurrent deliveries send each event once', async () => {
  for (let count = 0; count < 10; count += 1) await write(`evt_${count}`);
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(ids().toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `evt_${index}`));
});

test('no event is lost while Flux is unavailable', async () => {
  const away = { ...context, config: { ...context.config, port: 1 } };
  await write('evt_1');
  await deliverEvents(away, secret);
  server.clock.advance(minute);
  await deliver();
  expect(ids()).toEqual(['evt_1']);
});
