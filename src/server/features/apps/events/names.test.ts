import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { updateMe } from '#shared/accounts/accounts.ts';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import { updateOrganization } from '#shared/orgs/orgs.ts';
import { EventStream, type StreamOutput } from './stream.ts';
import { EventStreams } from './streams.ts';

let server: TestServer;
let ada: Person;
let organizationId: string;
const open: EventStreams[] = [];

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  organizationId = (await addOrganization(server, ada, { name: 'Moon', isPublic: true })).id;
  await addApp(server, ada, { isPublic: true, organizationId });
});
afterEach(() => {
  for (const streams of open.splice(0)) streams.close();
});
afterAll(() => server.close());

/** @param restMs the minimum interval between events about names */
function openStreams(restMs = 1): EventStreams {
  const streams = new EventStreams(
    server.context,
    { perPerson: 9, perAddress: 9, all: 9 },
    { events: { gatherMs: 1, restMs: 1 }, names: { gatherMs: 0, restMs }, heartbeatMs: 1e6 },
  );
  open.push(streams);
  return streams;
}

/** All later events of a visitor. */
function follow(streams: EventStreams, seenAt: number | null = null): () => ApplicationEvent[] {
  const written: string[] = [];
  const outlet: StreamOutput = {
    write: (text: string) => written.push(text) > 0,
    end: vi.fn(),
    destroy: vi.fn(),
    once: vi.fn(),
  };
  streams.add(new EventStream(null, outlet, seenAt));
  return () => (written.join('').match(/{.*}/g) ?? []).map((text) => JSON.parse(text) as ApplicationEvent);
}

const refresh = { kind: 'refresh' };

/** The events until all earlier announcements are processed. */
async function toldUntilNow(received: () => ApplicationEvent[]): Promise<ApplicationEvent[]> {
  const id = newId();
  const state = { public: true, approved: true, offline: false, organizationId: null };
  await server.context.pool.query(`select pg_notify('flux_changes', $1)`, [
    JSON.stringify({
      kind: 'listing',
      id,
      detail: { what: 'edited', ownerId: id, is: state, was: state },
    }),
  ]);
  const mark = { kind: 'edited', id };
  await vi.waitFor(() => expect(received()).toContainEqual(mark), 60_000);
  return received().filter((event) => event.kind === 'refresh' || event.id !== id);
}

const rename = (id: string, body: { name?: string; isPublic?: boolean; description?: string }) =>
  ada.call(updateOrganization, { params: { id }, body });

test.each([
  ['an organization’s new name', () => rename(organizationId, { name: 'Mars' })],
  ['an organization that hides', () => rename(organizationId, { isPublic: false })],
  ['a creator’s new name', () => ada.call(updateMe, { body: { username: 'Lovelace' } })],
  ['a creator’s name in other letters', () => ada.call(updateMe, { body: { username: 'LÖVELACE' } })],
])('%s makes all lists reload, including older ones', async (_what, change) => {
  const streams = openStreams();
  const received = follow(streams);
  expect(received()).toEqual([refresh]);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now() + 10_000);
    const seenAt = Date.now();
    expect(follow(streams, seenAt)()).toEqual([]);
    await change();
    await vi.waitFor(() => expect(received().slice(1)).toContainEqual(refresh), 60_000);
    expect(follow(streams, seenAt)()).toEqual([refresh]);
  } finally {
    vi.useRealTimers();
  }
});

test('changes that no card shows send no event: descriptions, and names without an application', async () => {
  const empty = await addOrganization(server, ada);
  const bob = await signIn(server, 'bob');
  const received = follow(openStreams());
  await rename(organizationId, { description: 'Far away' });
  await rename(empty.id, { name: 'Empty', isPublic: true });
  await bob.call(updateMe, { body: { username: 'Robert' } });
  expect(await toldUntilNow(received)).toEqual([refresh]);
});

test('a user who renames repeatedly causes reloads at a limited rate', async () => {
  const received = follow(openStreams(60_000));
  for (const name of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) await rename(organizationId, { name });
  const [first, ...rest] = await toldUntilNow(received);
  expect(first).toEqual(refresh);
  expect(rest).toEqual([refresh]);
});
