import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMe } from '#shared/accounts/accounts.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { offlineMessages } from '#shared/billing/offline.ts';
import { deleteOrganization, getOrganization } from '#shared/orgs/orgs.ts';
import type { Context } from '../../context.ts';
import { addVersion, makeApp } from '../../delivery/test-build.ts';
import { newId } from '../../platform/ids.ts';
import { Player } from '../../testing/http/player.ts';
import { whileDeadlocked } from '../../testing/measures/deadlock.ts';
import { addApp } from '../../testing/people/apps.ts';
import { endPlan, renewPlan } from '../../testing/people/offline.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { disableAccount } from '../accounts/disable.ts';
import { sweepBlobs } from '../storage/sweep.ts';
import { ageBlobs } from '../storage/testing.ts';
import { deleteSuspended } from './delete-suspended.ts';

const day = 86_400_000;
const never = new AbortController().signal;
let server: TestServer;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  server = await startServer({ env: { FLUX_DATABASE_POOL: '10' } });
});
let name: string;
beforeEach(async () => {
  name = newId();
  await signInAgain();
});
afterAll(() => server.close());

const page = (text: string) => ({ 'index.html': { content: `<!doctype html>${text}`, type: 'text/html' } });
const count = async (table: string, column: string, value: string) => {
  const { rows } = await server.context.pool.query(
    `select count(*)::int as count from ${table} where ${column} = $1`,
    [value],
  );
  return rows[0].count as number;
};
async function signInAgain(): Promise<void> {
  [ada, bob] = await Promise.all([signIn(server, `Ada ${name}`), signIn(server, `Bob ${name}`)]);
}
/** Longer than a session lasts. */
async function passDays(days: number): Promise<void> {
  server.clock.advance(days * day);
  await signInAgain();
}

test('after thirty days all content is deleted, with bytes and pictures, and the account stays', async () => {
  const made = await makeApp(server, ada.id, page(newId()));
  await addVersion(server, { appId: made.appId, ownerId: ada.id }, page(newId()));
  const { id: organizationId } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  await endPlan(server, ada);
  await passDays(30);
  const { rows: blobs } = await server.context.pool.query(
    'select sha256 from version_files join versions on versions.id = version_id where app_id = $1',
    [made.appId],
  );
  expect(blobs).toHaveLength(2);
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(true);
  expect(await count('apps', 'owner_id', ada.id)).toBe(0);
  expect(await count('versions', 'app_id', made.appId)).toBe(0);
  expect(await count('organizations', 'owner_id', ada.id)).toBe(0);
  expect(await count('organization_members', 'organization_id', organizationId)).toBe(0);
  expect((await ada.call(getMe)).id).toBe(ada.id);
  // Deleted blobs stay for the grace period, so that backups agree.
  await passDays(10);
  await ageBlobs(server.context);
  await sweepBlobs(server.context, never);
  for (const { sha256 } of blobs) expect(await count('blobs', 'sha256', sha256)).toBe(0);
  // Asked again there is nothing to do.
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(true);
});

test('nothing is deleted earlier', async () => {
  const { id } = await addApp(server, ada);
  await endPlan(server, ada);
  await passDays(30);
  server.clock.advance(-1);
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(false);
  expect(await count('apps', 'id', id)).toBe(1);
});

test('applications of others stay with them outside organizations; online content stays', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const others = await makeApp(server, bob.id, page('others'), { organizationId: id });
  await endPlan(server, ada);
  const { id: newer } = await addOrganization(server, ada);
  await passDays(30);
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(true);
  const app = await bob.call(getApplication, { params: { id: others.appId } });
  expect([app.organizationId, app.isPublic]).toEqual([null, true]);
  expect((await new Player(server).open(`/serve/${others.appId}`)).status).toBe(200);
  expect((await ada.call(getOrganization, { params: { id: newer } })).id).toBe(newer);
});

test('users with a plan and new administrators lose nothing', async () => {
  const app = await addApp(server, ada);
  await endPlan(server, ada);
  await passDays(31);
  await server.context.pool.query("update subscriptions set status = 'active' where user_id = $1", [ada.id]);
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(false);
  await server.context.pool.query("update subscriptions set status = 'cancelled' where user_id = $1", [
    ada.id,
  ]);
  await server.context.pool.query("update users set role = 'admin' where id = $1", [ada.id]);
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(false);
  expect(await count('apps', 'id', app.id)).toBe(1);
});

test('a disabled user loses nothing', async () => {
  const { appId } = await makeApp(server, ada.id, page('kept'));
  await endPlan(server, ada);
  await passDays(30);
  const root = await signIn(server, 'Root', { role: 'admin' });
  await disableAccount(server.context, ada.id, { actor: root, reason: 'Somebody has its password' });
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(false);
  expect(await count('apps', 'id', appId)).toBe(1);
  expect(await count('versions', 'app_id', appId)).toBe(1);
  await server.context.db.updateTable('users').set({ disabled_at: null }).where('id', '=', ada.id).execute();
  expect(await deleteSuspended(server.context, ada.id, never)).toBe(true);
});

test('after an interruption it resumes, and remaining items are whole', async () => {
  for (let index = 0; index < 4; index += 1) {
    const { appId } = await makeApp(server, ada.id, page(`one ${index}`));
    await addVersion(server, { appId, ownerId: ada.id }, page(`two ${index}`));
  }
  await endPlan(server, ada);
  await passDays(30);
  const stop = new AbortController();
  let steps = 0;
  const stopping: Context = {
    ...server.context,
    clock: {
      now: () => {
        steps += 1;
        if (steps === 3) stop.abort();
        return server.clock.now();
      },
    },
  };
  expect(await deleteSuspended(stopping, ada.id, stop.signal)).toBe(false);
  const { items } = await ada.call(listApplications, { query: { filter: 'my-apps' } });
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThan(4);
  for (const { id } of items) expect(await count('versions', 'app_id', id)).toBe(2);
  await whileDeadlocked(server.context.db, 'apps', async () => {
    expect(await deleteSuspended(server.context, ada.id, never)).toBe(true);
  });
  expect(await count('apps', 'owner_id', ada.id)).toBe(0);
});

test('a plan in the middle restores the rest whole; concurrent servers give the same result', async () => {
  for (let index = 0; index < 12; index += 1) await addApp(server, ada, { isPublic: true });
  await addOrganization(server, ada);
  await endPlan(server, ada);
  await passDays(30);
  const deletions = [1, 2].map(() => deleteSuspended(server.context, ada.id, never));
  while ((await count('apps', 'owner_id', ada.id)) === 12)
    await new Promise((resolve) => setTimeout(resolve, 1));
  await renewPlan(server, ada);
  const ended = await Promise.all(deletions);
  const { rows } = await server.context.pool.query(
    'select is_public, suspended_since from apps where owner_id = $1',
    [ada.id],
  );
  expect(rows.length).toBeLessThan(12);
  for (const row of rows) expect(row).toEqual({ is_public: true, suspended_since: null });
  const organizations = await count('organizations', 'owner_id', ada.id);
  expect(organizations).toBe(rows.length === 0 ? organizations : 1);
  expect(ended).toEqual([true, true]);
});

test('deleting an organization keeps others’ suspended applications', async () => {
  const { id } = await addOrganization(server, bob, { members: [[ada, 'member']] });
  const theirs = await addApp(server, ada, { organizationId: id });
  const own = await addApp(server, bob, { organizationId: id });
  await endPlan(server, ada);
  await expect(bob.call(deleteOrganization, { params: { id } })).rejects.toMatchObject({
    message: expect.stringContaining('1 application.'),
  });
  await bob.call(deleteOrganization, { params: { id }, query: { applications: 'delete' } });
  expect(await count('apps', 'id', own.id)).toBe(0);
  expect((await ada.call(getApplication, { params: { id: theirs.id } })).organizationId).toBeNull();
});

test('deleting a suspended organization deletes the owner’s applications only', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const theirs = await addApp(server, bob, { organizationId: id, isPublic: true });
  const own = await addApp(server, ada, { organizationId: id });
  await endPlan(server, ada);
  await ada.call(deleteOrganization, { params: { id }, query: { applications: 'delete' } });
  expect(await count('apps', 'id', own.id)).toBe(0);
  const left = await bob.call(getApplication, { params: { id: theirs.id } });
  expect([left.organizationId, left.isPublic]).toEqual([null, true]);
});

test('deleting a suspended organization cannot move the owner’s applications without a plan', async () => {
  const { id } = await addOrganization(server, ada, { members: [[bob, 'member']] });
  const { id: moveTo } = await addOrganization(server, bob, { members: [[ada, 'member']] });
  const theirs = await addApp(server, bob, { organizationId: id });
  const own = await addApp(server, ada, { organizationId: id });
  const move = (who: Person) =>
    who.call(deleteOrganization, { params: { id }, query: { applications: 'move', moveTo } });
  const organizationOf = async (app: { id: string }) =>
    (await ada.call(getApplication, { params: { id: app.id } })).organizationId;
  await endPlan(server, ada);
  await expect(move(ada)).rejects.toMatchObject({
    code: 'subscription_required',
    message: offlineMessages.noMove,
  });
  expect([await count('organizations', 'id', id), await organizationOf(own)]).toEqual([1, id]);
  expect((await bob.call(getApplication, { params: { id: theirs.id } })).organizationId).toBe(id);
  await renewPlan(server, ada);
  await move(ada);
  expect(await organizationOf(own)).toBe(moveTo);
});

test('an administrator moves suspended applications, which stay suspended', async () => {
  const administrator = await signIn(server, `Administrator ${name}`, { role: 'admin' });
  const { id } = await addOrganization(server, ada);
  const { id: moveTo } = await addOrganization(server, bob, { members: [[ada, 'member']] });
  const own = await addApp(server, ada, { organizationId: id, isPublic: true });
  await endPlan(server, ada);
  await administrator.call(deleteOrganization, {
    params: { id },
    query: { applications: 'move', moveTo },
  });
  const moved = await ada.call(getApplication, { params: { id: own.id } });
  expect([moved.organizationId, moved.isOffline, moved.isPublic]).toEqual([moveTo, true, false]);
});
