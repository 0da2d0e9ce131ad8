import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listVersions } from '#shared/versions/versions.ts';
import { addVersion, heard, makeApp, originalUpload } from '../../delivery/test-build.ts';
import { type Following, follow } from '../../testing/http/event-stream.ts';
import { Player } from '../../testing/http/player.ts';
import { endPlan, renewPlan } from '../../testing/people/offline.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
const streams: Following[] = [];

const page = { content: '<!doctype html><title>Game</title>', type: 'text/html' };
const build = {
  'index.html': page,
  'level.json': { content: '{}' },
  'big.data': { content: Buffer.alloc(70_000, 'x'), role: 'data' },
} as const;
const otherBuild = { ...build, 'level.json': { content: '{"other":true}' } };

beforeEach(() => {
  streams.length = 0;
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

describe.each([
  ['on an origin of its own', {}],
  ['below Flux’s own host', { FLUX_CONTENT_ORIGIN: 'same-host' }],
])('%s', (_where, env) => {
  beforeEach(async () => {
    server = await startServer({ env });
    [ada, bob] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bob')]);
  });

  test('players get no further file, by any access', async () => {
    const { id: organizationId } = await addOrganization(server, ada, { members: [[bob, 'member']] });
    const open = await makeApp(server, ada.id, build, { organizationId });
    const shut = await makeApp(server, ada.id, build, { organizationId, isPublic: false });
    const ways: [address: string, cookie?: string][] = [
      [`/serve/${open.appId}`],
      [`/serve/${shut.appId}?key=${shut.shareKey}`],
      [`/serve/${shut.appId}`, bob.cookie],
      [`/serve/${shut.appId}`, ada.cookie],
    ];
    const pages = await Promise.all(
      ways.map(([address, cookie]) => new Player(server).open(address, cookie)),
    );
    const statuses = () =>
      Promise.all(pages.map(async (shown) => (await shown.load(`level.json?${Math.random()}`)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect((await pages[0]?.load('big.data'))?.status).toBe(200);
    const before = performance.now();
    await endPlan(server, ada);
    await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404, 404, 404]), 60_000);
    expect(performance.now() - before).toBeLessThan(5_000);
    const again = await Promise.all(
      ways.map(async ([address, cookie]) => (await new Player(server).open(address, cookie)).status),
    );
    expect(again).toEqual([404, 404, 404, 404]);
    await renewPlan(server, ada);
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200, 200]), 60_000);
  });

  test('the owner downloads each version, pending ones too', async () => {
    const { appId } = await makeApp(server, ada.id, build);
    await addVersion(server, { appId, ownerId: ada.id }, otherBuild);
    await addVersion(server, { appId, ownerId: ada.id }, otherBuild, { isApproved: false });
    const { versions } = await ada.call(listVersions, { params: { id: appId } });
    expect(versions).toHaveLength(3);
    const [first] = versions;
    // A public download is aborted.
    const begun = await bob.fetch(`/api/applications/${appId}/download`);
    await endPlan(server, ada);
    await heard(server.context, appId);
    for (const version of versions) {
      const file = await new Player(server).open(version.fileUrl ?? '', ada.cookie);
      expect([file.status, file.body]).toEqual([200, originalUpload]);
    }
    for (const cookie of [bob.cookie, undefined])
      expect((await new Player(server).open(first?.fileUrl ?? '', cookie)).status).toBe(404);
    const address = String(begun.headers.location);
    expect((await new Player(server).open(address)).status).toBe(404);
  });
});

test('open pages are notified: removed for strangers and members, edited for the owner', async () => {
  server = await startServer();
  [ada, bob] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bob')]);
  const { id: organizationId } = await addOrganization(server, bob, { members: [[ada, 'member']] });
  const { appId: id } = await makeApp(server, ada.id, build, { organizationId });
  const secret = await makeApp(server, ada.id, build, { organizationId, isPublic: false });
  for (const cookie of [undefined, bob.cookie, ada.cookie]) streams.push(await follow(server, cookie));
  const [visitor, member, owner] = streams;
  await vi.waitFor(() => expect(streams.every(({ events }) => events.length > 0)).toBe(true), 60_000);
  await endPlan(server, ada);
  await vi.waitFor(() => expect(visitor?.events).toContainEqual({ kind: 'removed', id }), 60_000);
  await vi.waitFor(
    () => expect(member?.events).toContainEqual({ kind: 'removed', id: secret.appId }),
    60_000,
  );
  await vi.waitFor(() => expect(owner?.events).toContainEqual({ kind: 'edited', id }), 60_000);
  expect(JSON.stringify(visitor?.events)).not.toContain(secret.appId);
  await renewPlan(server, ada);
  // Lists get one event per second for an application.
  await vi.waitFor(() => expect(visitor?.events).toContainEqual({ kind: 'published', id }), 60_000);
});

test('a member’s stream ends when their organization is suspended, and reconnects', async () => {
  server = await startServer();
  [ada, bob] = await Promise.all([signIn(server, 'ada'), signIn(server, 'bob')]);
  await addOrganization(server, ada, { members: [[bob, 'admin']] });
  const stream = await follow(server, bob.cookie);
  streams.push(stream);
  await vi.waitFor(() => expect(stream.events).toHaveLength(1), 60_000);
  await endPlan(server, ada);
  await stream.ended;
});
