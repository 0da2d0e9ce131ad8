import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defaultRateLimits } from '#server/platform/http/guards/rate-limits.ts';
import { newId } from '#server/platform/ids.ts';
import { type Following, follow } from '#server/testing/http/event-stream.ts';
import { request } from '#server/testing/http/request.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteApplication, updateApplication } from '#shared/apps/apps.ts';
import { EventStream, type StreamOutput } from './stream.ts';
import { EventStreams, type StreamTimes } from './streams.ts';

let server: TestServer;
let ada: Person;
const open: Following[] = [];
/** Ids of missing apps, announced as markers after all earlier events. */
const marks = new Set<string>();

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => server.close());

/** Follows from now on, ignoring earlier announcements and the initial event. */
async function watch(who?: Person, headers?: Record<string, string>): Promise<Following> {
  const stream = await follow(server, who?.cookie, headers);
  open.push(stream);
  if (stream.status !== 200) return stream;
  await vi.waitFor(() => expect(stream.events[0]).toEqual({ kind: 'refresh' }), 60_000);
  const mark = newId();
  marks.add(mark);
  const state = { public: true, approved: true, offline: false, organizationId: null };
  const detail = { what: 'edited', ownerId: mark, is: state, was: state };
  await server.context.pool.query(`select pg_notify('flux_changes', $1)`, [
    JSON.stringify({ kind: 'listing', id: mark, detail }),
  ]);
  await vi.waitFor(() => expect(stream.events).toContainEqual({ kind: 'edited', id: mark }), 60_000);
  stream.events.splice(0);
  return stream;
}

const received = (stream: Following, expected: unknown[]) =>
  vi.waitFor(() => {
    const news = stream.events.filter((event) => event.kind === 'refresh' || !marks.has(event.id));
    expect(news).toEqual(expected);
  }, 60_000);

test('a stream has its content type, is not cached, and starts with a reload event', async () => {
  const stream = await watch();
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'x-accel-buffering': 'no',
  });
});

test('an event of a public app is sent to all', async () => {
  const bob = await signIn(server, 'bob');
  const streams = await Promise.all([watch(), watch(bob), watch(ada)]);
  const app = await addApp(server, ada, { isPublic: true });
  for (const stream of streams) await received(stream, [{ kind: 'published', id: app.id }]);
  await ada.call(updateApplication, { params: { id: app.id }, body: { name: 'Other' } });
  for (const stream of streams) await received(stream, [expect.anything(), { kind: 'edited', id: app.id }]);
  await ada.call(deleteApplication, { params: { id: app.id } });
  for (const stream of streams)
    await received(stream, [expect.anything(), expect.anything(), { kind: 'removed', id: app.id }]);
});

test('an event of a private app is sent to its owner and admins only', async () => {
  const admin = await signIn(server, 'admin', { role: 'admin' });
  const bob = await signIn(server, 'bob');
  const [visitors, bobs, ...own] = await Promise.all([watch(), watch(bob), watch(ada), watch(admin)]);
  const app = await addApp(server, ada);
  for (const stream of own) await received(stream, [{ kind: 'published', id: app.id }]);
  await ada.call(updateApplication, { params: { id: app.id }, body: { name: 'Other' } });
  for (const stream of own) await received(stream, [expect.anything(), { kind: 'edited', id: app.id }]);
  await ada.call(deleteApplication, { params: { id: app.id } });
  for (const stream of own)
    await received(stream, [expect.anything(), expect.anything(), { kind: 'removed', id: app.id }]);
  // Events are ordered: after the next public app there is no event of this one.
  const next = await addApp(server, ada, { isPublic: true });
  for (const stream of [visitors, bobs]) {
    await received(stream, [{ kind: 'published', id: next.id }]);
    expect(stream.text()).not.toContain(app.id);
  }
});

test('an app made private is removed for others, and one made public is added', async () => {
  const app = await addApp(server, ada, { isPublic: true });
  const bob = await signIn(server, 'bob');
  const [stranger, owner] = await Promise.all([watch(bob), watch(ada)]);
  const set = (isPublic: boolean) =>
    ada.call(updateApplication, { params: { id: app.id }, body: { isPublic } });
  await set(false);
  await received(stranger, [{ kind: 'removed', id: app.id }]);
  await set(true);
  await received(stranger, [expect.anything(), { kind: 'published', id: app.id }]);
  await received(owner, [
    { kind: 'edited', id: app.id },
    { kind: 'edited', id: app.id },
  ]);
});

test('a renewed share link sends no event to others', async () => {
  const cleo = await signIn(server, 'cleo');
  const app = await addApp(server, cleo, { isPublic: true });
  const stream = await watch();
  await server.context.db.updateTable('apps').set({ share_key: 'k' }).where('id', '=', app.id).execute();
  await server.context.db.updateTable('apps').set({ description: 'New' }).where('id', '=', app.id).execute();
  await received(stream, [{ kind: 'edited', id: app.id }]);
});

test('simultaneous changes are merged into one event', async () => {
  const hal = await signIn(server, 'hal');
  for (let count = 0; count < 25; count += 1) await addApp(server, hal, { isPublic: true });
  const stream = await watch();
  await server.context.db
    .updateTable('apps')
    .set({ description: 'all' })
    .where('owner_id', '=', hal.id)
    .execute();
  await received(stream, [{ kind: 'refresh' }]);
});

test('a stream ends with its session, and others stay open', async () => {
  const dora = await signIn(server, 'dora');
  const again = await signIn(server, 'dora');
  const [first, second] = await Promise.all([watch(dora), watch(again)]);
  await dora.fetch('/api/session/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await first.ended;
  const app = await addApp(server, dora);
  await received(second, [{ kind: 'published', id: app.id }]);
});

test('streams are limited per user and per address, and a closed one frees its slot', async () => {
  const eve = await signIn(server, 'eve');
  const streams = await Promise.all(Array.from({ length: 10 }, () => watch(eve)));
  expect((await watch(eve)).status).toBe(429);
  expect((await watch(ada)).status).toBe(200);
  streams[0]?.close();
  await vi.waitFor(async () => expect((await watch(eve)).status).toBe(200), 60_000);
});

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a build on a neighbouring host', { 'sec-fetch-site': 'same-site' }, 403],
  ['a reader of something else', { accept: 'application/json' }, 400],
])('%s is refused', async (_who, headers, status) => {
  expect((await watch(ada, headers)).status).toBe(status);
});

test('streams count as requests and do not delay the shutdown', async () => {
  const rateLimits = { ...defaultRateLimits, apiPerAddress: 3 };
  const other = await startServer({ rateLimits });
  const streams = await Promise.all([follow(other), follow(other), follow(other)]);
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await request(other, '/api/applications')).status).toBe(429);
  const before = performance.now();
  await other.close();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(performance.now() - before).toBeLessThan(5_000);
});

const hasty: StreamTimes = {
  events: { gatherMs: 1, restMs: 1 },
  names: { gatherMs: 0, restMs: 1 },
  heartbeatMs: 1e6,
};

/** An output whose connection accepts a number of writes and then no more. */
function outletFor(writes: number) {
  const written: string[] = [];
  const outlet = {
    write: (text: string) => written.push(text) <= writes,
    end: vi.fn(),
    destroy: vi.fn(),
    once: vi.fn(),
  };
  return { outlet: outlet as unknown as StreamOutput, written, cut: outlet.destroy, ended: outlet.end };
}

test('merging keeps an edit beside a version event, and a new app over its edit', () => {
  const { outlet, written } = outletFor(5);
  const stream = new EventStream(null, outlet);
  for (const kind of ['activated', 'edited', 'activated'] as const) stream.add({ kind, id: 'a' });
  for (const kind of ['published', 'edited'] as const) stream.add({ kind, id: 'b' });
  for (const kind of ['edited', 'removed'] as const) stream.add({ kind, id: 'c' });
  stream.flush();
  const told = written
    .join('')
    .match(/{.*}/g)
    ?.map((text) => JSON.parse(text));
  expect(told).toEqual([
    { kind: 'edited', id: 'a' },
    { kind: 'published', id: 'b' },
    { kind: 'removed', id: 'c' },
  ]);
});

test('a slow reader is disconnected instead of buffered for', () => {
  const { outlet, cut } = outletFor(2);
  const stream = new EventStream(null, outlet);
  for (let count = 0; count < 2; count += 1) stream.sendHeartbeat();
  expect(cut).not.toHaveBeenCalled();
  stream.add({ kind: 'edited', id: 'a' });
  stream.flush();
  expect(cut).toHaveBeenCalledTimes(1);
});

test('a heartbeat keeps a stream open, and ends one with an expired session or a changed role', async () => {
  const streams = new EventStreams(server.context, { perPerson: 5, perAddress: 5, all: 5 }, hasty);
  const fay = await signIn(server, 'fay');
  const gus = await signIn(server, 'gus');
  const sessionOf = async ({ id }: Person) =>
    (
      await server.context.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).id;
  const openFor = async (who: Person) => {
    const outlet = outletFor(100);
    const viewer = { id: who.id, role: 'user' as const, sessionId: await sessionOf(who), memberships: [] };
    streams.add(new EventStream(viewer, outlet.outlet));
    return outlet;
  };
  const [faysStream, gussStream] = [await openFor(fay), await openFor(gus)];
  await streams.checkAll();
  expect(faysStream.written.at(-1)).toBe(':\n\n');
  await server.context.db.updateTable('users').set({ role: 'admin' }).where('id', '=', fay.id).execute();
  await streams.checkAll();
  expect([faysStream.ended.mock.calls.length, gussStream.ended.mock.calls.length]).toEqual([1, 0]);
  server.clock.advance(8 * 86_400_000);
  await streams.checkAll();
  expect(gussStream.ended).toHaveBeenCalledTimes(1);
  streams.close();
});

test('a visitor who sends the time of their list gets no older changes', async () => {
  // The user may have been signed in before.
  const vera = await signIn(server, 'vera');
  vi.useFakeTimers({ toFake: ['Date'] });
  const limits = { perPerson: 5, perAddress: 5, all: 5 };
  const streams = new EventStreams(server.context, limits, hasty);
  try {
    const pass = () => vi.setSystemTime(Date.now() + 10_000);
    const begin = (seenAt: number | null, viewer: EventStream['viewer'] = null) => {
      const { outlet, written } = outletFor(100);
      streams.add(new EventStream(viewer, outlet, seenAt));
      return written.join('');
    };
    const told = 'data: {"kind":"refresh"}\n\n';
    const seenAt = Date.now() + 6_000;
    pass();
    expect(begin(seenAt)).toBe(':\n\n');
    // The time before this server's start, and the future, are unknown.
    for (const moment of [null, seenAt - 2_000, Date.now() + 1]) expect(begin(moment)).toBe(told);
    const person = { id: vera.id, role: 'user' as const, sessionId: 's', memberships: [] };
    expect(begin(seenAt, person)).toBe(told);

    /** Resolves when the streams have received the announcement of a change. */
    const nextListing = () =>
      new Promise<string>((resolve) => {
        const stop = server.context.changes.subscribe({
          onChange: ({ kind, id }) => {
            if (kind !== 'listing') return;
            stop();
            resolve(id);
          },
          onGap: () => {},
        });
      });
    pass();
    const now = Date.now();
    let announced = nextListing();
    const app = await addApp(server, vera);
    expect(await announced).toBe(app.id);
    expect(begin(now), 'a private app is nobody’s news').toBe(':\n\n');
    announced = nextListing();
    await vera.call(updateApplication, { params: { id: app.id }, body: { isPublic: true } });
    expect(await announced).toBe(app.id);
    expect(begin(now)).toBe(told);
    pass();
    expect(begin(Date.now())).toBe(':\n\n');
  } finally {
    streams.close();
    vi.useRealTimers();
  }
});

test('a reader who stops reading is disconnected once the socket is full', async () => {
  const megabyte = 'x'.repeat(1_000_000);
  let written = 0;
  const sender = createServer(async (_request, response) => {
    const stream = new EventStream(null, response);
    while (!response.destroyed && written < 100) {
      stream.add({ kind: 'edited', id: megabyte });
      stream.flush();
      written += 1;
      await sleep(1);
    }
    response.end();
  });
  sender.listen(0, '127.0.0.1');
  await once(sender, 'listening');
  const reader = connect((sender.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => {});
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  reader.pause();
  await vi.waitFor(() => expect(reader.connecting).toBe(false));
  await sleep(500);
  reader.resume();
  await once(reader, 'close');
  expect(written).toBeLessThan(100);
  await new Promise((resolve) => sender.close(resolve));
});

test('a stream that was reserved before the shutdown is not waited for', () => {
  const streams = new EventStreams(server.context);
  const outlet: StreamOutput = { write: vi.fn(() => true), end: vi.fn(), destroy: vi.fn(), once: vi.fn() };
  streams.close();
  streams.add(new EventStream(null, outlet));
  expect(outlet.end).toHaveBeenCalledOnce();
  expect(outlet.write).not.toHaveBeenCalled();
});
