import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { request } from '#server/testing/http/request.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { endPlan } from '#server/testing/people/offline.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteMe } from '#shared/accounts/accounts.ts';
import { type Application, getApplication, updateApplication } from '#shared/apps/apps.ts';
import { deleteOrganization } from '#shared/orgs/orgs.ts';
import { removeAppsFrom } from '../of-organization/remove-apps.ts';
import { setThumbnail } from './store.ts';
import { makePicture } from './testing.ts';

/** Members of the former organization know the picture's address, which needs no session. */

let server: TestServer;
let name: string;
let ada: Person;
let bob: Person;
let kept: { small: string; large: string };
beforeAll(async () => {
  server = await startServer();
  const keeper = await signIn(server, 'Keeper');
  const { id } = await addApp(server, keeper);
  const files = { thumbnail: { name: 'cover.png', type: 'image/png', bytes: await makePicture('png') } };
  await keeper.call(updateApplication, { params: { id }, body: {}, files });
  kept = await server.context.db
    .selectFrom('thumbnails')
    .select([
      sql<string>`encode(small_sha256, 'hex')`.as('small'),
      sql<string>`encode(large_sha256, 'hex')`.as('large'),
    ])
    .executeTakeFirstOrThrow();
});
beforeEach(async () => {
  name = newId();
  [ada, bob] = await Promise.all([signIn(server, `Ada ${name}`), signIn(server, `Bob ${name}`)]);
});
afterAll(() => server.close());

const find = (who: Person, { id }: { id: string }) => who.call(getApplication, { params: { id } });
const statusOf = async ({ thumbnailUrl }: Application) =>
  (await request(server, thumbnailUrl ?? '/none')).status;

/** One of Ada's unless it is said whose, with a picture. */
async function withPicture(organizationId: string, { isPublic = false, of = ada } = {}) {
  const app = await addApp(server, of, { organizationId, isPublic });
  const { db, clock } = server.context;
  await db.transaction().execute((trx) => setThumbnail(trx, app.id, kept, clock.now()));
  return find(of, app);
}

async function expectMoved(before: Application, by: Person): Promise<void> {
  const after = await find(by, before);
  expect(after.organizationId).not.toBe(before.organizationId);
  expect(after.thumbnailUrl).not.toBe(before.thumbnailUrl);
  expect([await statusOf(before), await statusOf(after)]).toEqual([404, 200]);
}

async function expectKept(before: Application, by: Person): Promise<void> {
  const after = await find(by, before);
  expect(after.organizationId).not.toBe(before.organizationId);
  expect([after.thumbnailUrl, await statusOf(before)]).toEqual([before.thumbnailUrl, 200]);
}

test('a private app moved to another organization hides its picture from the former one', async () => {
  const { id: from } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const { id: to } = await addOrganization(server, ada);
  const [hidden, open] = [await withPicture(from), await withPicture(from, { isPublic: true })];
  for (const { id } of [hidden, open])
    await ada.call(updateApplication, { params: { id }, body: { organizationId: to } });
  await expectMoved(hidden, ada);
  // It is public before and after.
  await expectKept(open, ada);
});

test('a public app that becomes pending hides its picture from holders of its address', async () => {
  const { id: from } = await addOrganization(server, ada);
  const strict = { requireApproval: true, members: [[ada, 'member']] as const };
  const { id: to } = await addOrganization(server, bob, strict);
  const open = await withPicture(from, { isPublic: true });
  await ada.call(updateApplication, { params: { id: open.id }, body: { organizationId: to } });
  await expectMoved(open, ada);
});

test('deleting an organization changes the picture addresses of its moved private apps', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const { id: moveTo } = await addOrganization(server, ada);
  const hidden = [await withPicture(id), await withPicture(id, { of: bob })];
  const open = await withPicture(id, { isPublic: true });
  await ada.call(deleteOrganization, { params: { id }, query: { applications: 'move', moveTo } });
  for (const [index, app] of hidden.entries()) await expectMoved(app, index === 0 ? ada : bob);
  await expectKept(open, ada);
});

test('a kept app of a deleted organization shows its picture to its owner only', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const hidden = await withPicture(id, { of: bob });
  await endPlan(server, ada);
  await ada.call(deleteOrganization, { params: { id } });
  await expectMoved(hidden, bob);
});

test('and so does an app of an organization deleted after its suspension', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const [hidden, open] = [
    await withPicture(id, { of: bob }),
    await withPicture(id, { of: bob, isPublic: true }),
  ];
  await server.context.db.transaction().execute((trx) => removeAppsFrom(trx, id));
  await expectMoved(hidden, bob);
  await expectKept(open, bob);
});

test('deleting an account revokes the picture addresses it knew of organizations it owned', async () => {
  const { id } = await addOrganization(server, ada);
  const hidden = await withPicture(id, { of: bob });
  await ada.call(deleteMe, { body: { confirm: `Ada ${name}` } });
  await expectMoved(hidden, bob);
});
