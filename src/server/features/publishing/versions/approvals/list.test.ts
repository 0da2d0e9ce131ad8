import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { Application } from '#shared/apps/apps.ts';
import { getOrganization } from '#shared/orgs/orgs.ts';
import { listApprovals, maxListedApprovals } from '#shared/versions/approvals.ts';
import {
  approveVersion,
  createVersion,
  listVersions,
  sendVersionBack,
  type Version,
} from '#shared/versions/versions.ts';

let server: TestServer;
/** Owner, admin, plain member and viewer of one organization that asks for approval, and a stranger. */
let ada: Person;
let abe: Person;
let bob: Person;
let vic: Person;
let eve: Person;
let organizationId: string;

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
  organizationId = (await addOrganization(server, ada, { members, requireApproval: true })).id;
});
afterAll(() => server.close());

const build = () => ({ name: 'game.html', bytes: `<!doctype html><title>${newId()}</title>` });

const create = (who: Person, body: object = {}): Promise<Application> =>
  publishApp(who, { body: { organizationId, ...body }, files: { build: build() } });

async function update(who: Person, { id }: { id: string }): Promise<Version> {
  // The order of the versions is that of their upload.
  server.clock.advance(1000);
  const input = { params: { id }, body: { changelog: 'New' }, files: { build: build() } };
  return (await who.call(createVersion, input)).version;
}

async function firstOf(who: Person, { id }: { id: string }): Promise<{ id: string; versionId: string }> {
  const { versions } = await who.call(listVersions, { params: { id } });
  return { id, versionId: versions.at(-1)?.id ?? '' };
}

const pending = (who: Visitor) => who.call(listApprovals, {});
const countIn = async (who: Person) =>
  (await who.call(getOrganization, { params: { id: organizationId } })).awaitingApproval;

test('the list has each version for those who may approve it, oldest first, and for nobody else', async () => {
  const app = await create(bob, { name: 'Pong' });
  const first = await firstOf(ada, app);
  const second = await update(bob, app);
  const entry = {
    application: { id: app.id, name: 'Pong' },
    organization: { id: organizationId, _id: organizationId, name: expect.any(String) },
    uploadedByUsername: expect.stringMatching(/^bob /),
  };
  for (const who of [ada, abe]) {
    expect(await pending(who)).toMatchObject({
      count: 2,
      versions: [
        { ...entry, id: first.versionId, version: '1.0.0' },
        { ...entry, id: second.id, version: '1.1' },
      ],
    });
    expect(await countIn(who)).toBe(2);
  }
  const root = await signIn(server, 'root', { role: 'admin' });
  for (const who of [bob, vic, eve, root]) expect(await pending(who)).toEqual({ count: 0, versions: [] });
  for (const who of [bob, vic]) expect(await countIn(who)).toBe(0);
  expect(await countIn(root)).toBe(2);
  await expect(pending(visitor(server))).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('the list loses what was decided, and what is offline', async () => {
  const app = await create(bob);
  const params = await firstOf(ada, app);
  await ada.call(sendVersionBack, { params, body: { note: 'Louder, please.' } });
  await abe.call(approveVersion, { params: { id: app.id, versionId: (await update(bob, app)).id } });
  expect(await pending(ada)).toEqual({ count: 0, versions: [] });
  expect(await countIn(ada)).toBe(0);
  await update(bob, app);
  expect(await pending(ada)).toMatchObject({ count: 1 });
  await server.context.db
    .updateTable('apps')
    .set({ taken_down_at: server.clock.now(), taken_down_reason: 'No.', is_public: false })
    .where('id', '=', app.id)
    .execute();
  expect(await pending(ada)).toEqual({ count: 0, versions: [] });
  expect(await countIn(ada)).toBe(0);
});

test('the list counts all where it lists no more than fifty', async () => {
  const app = await create(bob);
  const { db } = server.context;
  const row = await db
    .selectFrom('versions')
    .selectAll()
    .where('app_id', '=', app.id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: maxListedApprovals }, (_, index) => ({
    ...row,
    id: newId(),
    number: `2.${index}`,
    report: JSON.stringify(row.report),
  }));
  await db.insertInto('versions').values(copies).execute();
  const { count, versions } = await pending(ada);
  expect([count, versions.length]).toEqual([maxListedApprovals + 1, maxListedApprovals]);
});
