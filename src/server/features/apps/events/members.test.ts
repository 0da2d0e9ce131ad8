import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { type Following, follow } from '#server/testing/http/event-stream.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { updateApplication } from '#shared/apps/apps.ts';
import { activateVersion, sendVersionBack } from '#shared/versions/versions.ts';

let server: TestServer;
let ada: Person;
let abe: Person;
let bob: Person;
let vic: Person;
let eve: Person;
let organizationId: string;
const open: Following[] = [];

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  const names = ['ada', 'abe', 'bob', 'vic', 'eve'].map((name) => `${name} ${newId()}`);
  const people = await Promise.all(names.map((name) => signIn(server, name)));
  [ada, abe, bob, vic, eve] = people as [Person, Person, Person, Person, Person];
  const members = [
    [abe, 'admin'],
    [bob, 'member'],
    [vic, 'viewer'],
  ] as const;
  organizationId = (await addOrganization(server, ada, { members })).id;
  // Streams open after the memberships exist.
  await announced();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => server.close());

/** Waits for all earlier announcements: the event of a public app follows them. */
async function announced(): Promise<string> {
  const stream = await watch(eve);
  const { id } = await addApp(server, eve, { isPublic: true });
  await vi.waitFor(() => expect(stream.events).toContainEqual({ kind: 'published', id }), 60_000);
  return id;
}

async function watch(who: Person): Promise<Following> {
  const stream = await follow(server, who.cookie);
  open.push(stream);
  await vi.waitFor(() => expect(stream.events[0]).toEqual({ kind: 'refresh' }), 60_000);
  return stream;
}

/** The events that each user received for an app. */
async function heardOf(streams: Following[], id: string): Promise<string[][]> {
  const last = await announced();
  for (const stream of streams)
    await vi.waitFor(() => expect(stream.events).toContainEqual({ kind: 'published', id: last }), 60_000);
  return streams.map(({ events }) =>
    events.flatMap((event) => (event.kind !== 'refresh' && event.id === id ? [event.kind] : [])),
  );
}

test('an event of a private app is sent to the members of its organization only', async () => {
  const streams = [await watch(ada), await watch(vic), await watch(eve)];
  const app = await addApp(server, bob, { organizationId });
  expect(await heardOf(streams, app.id)).toEqual([['published'], ['published'], []]);
  await bob.call(updateApplication, { params: { id: app.id }, body: { name: 'New' } });
  expect(await heardOf(streams, app.id)).toEqual([['published', 'edited'], ['published', 'edited'], []]);
  const elsewhere = await addOrganization(server, bob);
  await bob.call(updateApplication, { params: { id: app.id }, body: { organizationId: elsewhere.id } });
  const gone = ['published', 'edited', 'removed'];
  expect(await heardOf(streams, app.id)).toEqual([gone, gone, []]);
});

test('a pending app is announced to approvers and its owner, and to others after approval', async () => {
  const streams = [await watch(abe), await watch(bob), await watch(vic), await watch(eve)];
  const app = await addApp(server, bob, { organizationId, isApproved: false, wantsPublic: true });
  expect(await heardOf(streams, app.id)).toEqual([['published'], ['published'], [], []]);
  const params = { id: app.id, versionId: app.activeVersionId };
  await ada.call(sendVersionBack, { params, body: { note: 'Louder' } });
  const sentBack = ['published', 'edited'];
  expect(await heardOf(streams, app.id)).toEqual([sentBack, sentBack, [], []]);
  // As is to approve it, for those who decide.
  await ada.call(activateVersion, { body: { appId: app.id, versionId: app.activeVersionId } });
  const approved = [...sentBack, 'edited'];
  expect(await heardOf(streams, app.id)).toEqual([approved, approved, ['published'], ['published']]);
});

test('a pending version is announced to them only', async () => {
  const app = await addApp(server, bob, { organizationId, isPublic: true });
  await announced();
  const streams = [await watch(abe), await watch(bob), await watch(vic), await watch(eve)];
  const { db } = server.context;
  const row = await db
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', app.activeVersionId)
    .executeTakeFirstOrThrow();
  const waiting = { ...row, id: newId(), number: '2', report: JSON.stringify(row.report) };
  await db
    .insertInto('versions')
    .values({ ...waiting, approval: 'pending' })
    .execute();
  expect(await heardOf(streams, app.id)).toEqual([['edited'], ['edited'], [], []]);
  await db.deleteFrom('versions').where('id', '=', waiting.id).execute();
  expect(await heardOf(streams, app.id)).toEqual([['edited', 'edited'], ['edited', 'edited'], [], []]);
});

test('a stream ends when its user’s role in an organization changes or ends', async () => {
  const [bobs, vics] = [await watch(bob), await watch(vic)];
  const { db } = server.context;
  await db
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', bob.id)
    .execute();
  await bobs.ended;
  const app = await addApp(server, ada, { organizationId });
  // He reconnects, as a browser does.
  expect(await heardOf([vics, await watch(bob)], app.id)).toEqual([['published'], []]);
  await db.updateTable('organization_members').set({ role: 'admin' }).where('user_id', '=', vic.id).execute();
  await vics.ended;
});
