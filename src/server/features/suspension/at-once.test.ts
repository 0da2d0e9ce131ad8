import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getApplication, updateApplication } from '#shared/apps/apps.ts';
import type { FluxError } from '#shared/contract/errors.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { activateVersion, createVersion } from '#shared/versions/versions.ts';
import type { Context } from '../../context.ts';
import { addVersion, makeApp } from '../../delivery/test-build.ts';
import { newId } from '../../platform/ids.ts';
import { somethingWaits } from '../../testing/measures/waiting.ts';
import { addApp } from '../../testing/people/apps.ts';
import { endPlan, renewPlan } from '../../testing/people/offline.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, viewerOf } from '../../testing/people/people.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import { createKeptPublisher } from '../../testing/servers/kept-publisher.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { createApp } from '../publishing/versions/create-app.ts';
import type { Publisher } from '../publishing/versions/publish.ts';
import { publishVersion } from '../publishing/versions/publish-version.ts';

let server: TestServer;
/** A second server's own connections to the same database. */
let other: Context;
let publisher: (context: Context) => Publisher;
let person: Person;
let ada: Viewer;
let organizationId: string;

beforeAll(async () => {
  server = await startServer({ env: { FLUX_DATABASE_POOL: '10' } });
  other = secondServer(server, 10);
  publisher = await createKeptPublisher(server, await signIn(server, 'keeper'));
});
beforeEach(async () => {
  person = await signIn(server, `Ada ${newId()}`);
  ada = await viewerOf(server, person);
  organizationId = (await addOrganization(server, person)).id;
});
afterAll(async () => {
  await other.db.destroy();
  await server.close();
});

const page = (text: string) => ({ 'index.html': { content: `<!doctype html>${text}`, type: 'text/html' } });

const newApp = (context: Context) =>
  createApp(
    context,
    publisher(context),
    ada,
    { uploadId: newId(), name: 'Pong', description: '', organizationId, isPublic: true, theme: 'vanilla' },
    {},
  );

async function appsOf(owner: { id: string }) {
  const { rows } = await server.context.pool.query<{
    id: string;
    is_public: boolean;
    wants_public: boolean;
    suspended_since: Date | null;
  }>('select id, is_public, wants_public, suspended_since from apps where owner_id = $1', [owner.id]);
  return rows;
}

/**
 * Ends the plan during actions on two servers.
 * @returns the reasons of refusals
 */
async function endPlanDuring(attempt: (context: Context, index: number) => Promise<unknown>) {
  const attempts = Array.from({ length: 12 }, (_, index) =>
    attempt(index % 2 === 0 ? server.context : other, index),
  );
  const ended = endPlan({ context: other }, person);
  const outcomes = await Promise.allSettled(attempts);
  await ended;
  return new Set(
    outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as FluxError).code] : [],
    ),
  );
}

test('of concurrently published applications none stays online', async () => {
  for (let round = 0; round < 5; round += 1) {
    const reasons = await endPlanDuring(newApp);
    for (const reason of reasons) expect(reason).toBe('subscription_required');
    for (const app of await appsOf(ada)) {
      expect(app.suspended_since).not.toBeNull();
      expect([app.is_public, app.wants_public]).toEqual([false, true]);
    }
    await renewPlan(server, person);
    expect((await appsOf(ada)).every((app) => app.is_public && app.suspended_since === null)).toBe(true);
  }
  expect((await appsOf(ada)).length).toBeGreaterThan(0);
});

test('concurrent versions, activations and edits restore nothing', async () => {
  const { appId, versionId } = await makeApp(server, ada.id, page('one'), { organizationId });
  const second = await addVersion(server, { appId, ownerId: ada.id }, page('two'));
  const attempts: ((context: Context, index: number) => Promise<unknown>)[] = [
    (context) =>
      publishVersion(
        context,
        publisher(context),
        ada,
        appId,
        { version: '', changelog: 'x' },
        { uploadId: newId() },
      ),
    (_, index) =>
      person.call(activateVersion, { body: { appId, versionId: index % 4 < 2 ? versionId : second } }),
    (_, index) =>
      person.call(updateApplication, { params: { id: appId }, body: { isPublic: index % 3 > 0 } }),
  ];
  for (const attempt of attempts) {
    const reasons = await endPlanDuring(attempt);
    for (const reason of reasons) expect(reason).toBe('subscription_required');
    const [app] = await appsOf(ada);
    expect([app?.suspended_since === null, app?.is_public]).toEqual([false, false]);
    await renewPlan(server, person);
  }
});

test('a transaction that locked the application first is waited for, later ones are refused', async () => {
  const { appId } = await makeApp(server, ada.id, page('one'), { organizationId });
  let ending: Promise<void> | undefined;
  await other.db.transaction().execute(async (trx) => {
    await trx.selectFrom('apps').select('id').where('id', '=', appId).forUpdate().execute();
    ending = endPlan(server, person);
    await somethingWaits(other.db);
    await trx.updateTable('apps').set({ name: 'Meanwhile' }).where('id', '=', appId).execute();
  });
  await ending;
  const seen = await person.call(getApplication, { params: { id: appId } });
  expect([seen.name, seen.isOffline]).toEqual(['Meanwhile', true]);
  await renewPlan(server, person);
  let editing: Promise<unknown> | undefined;
  await other.db.transaction().execute(async (trx) => {
    await trx.selectFrom('apps').select('id').where('id', '=', appId).forUpdate().execute();
    editing = person
      .call(updateApplication, { params: { id: appId }, body: { name: 'Too late' } })
      .catch((error: FluxError) => error.code);
    await somethingWaits(other.db);
    await trx
      .updateTable('apps')
      .set({ suspended_since: server.clock.now(), is_public: false })
      .where('id', '=', appId)
      .execute();
  });
  expect(await editing).toBe('subscription_required');
});

test('an upload continues, is not published, and is once there is a plan again', async () => {
  const { id } = await addApp(server, person, { organizationId });
  const bytes = Buffer.from('<!doctype html><title>Next</title>');
  const uploadId = await sendUpload(person, 'next.html', bytes, 10);
  await endPlan(server, person);
  const rest = await person.fetch(`${uploadsPath}/${uploadId}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '10',
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes.subarray(10),
  });
  expect(rest.status).toBe(204);
  const publish = () => person.call(createVersion, { params: { id }, body: { changelog: 'Next', uploadId } });
  await expect(publish()).rejects.toMatchObject({ code: 'subscription_required' });
  const another = sendUpload(person, 'next.html', bytes);
  await expect(another).rejects.toMatchObject({ message: expect.stringContaining('choose a plan') });
  await renewPlan(server, person);
  expect((await publish()).version.isActive).toBe(true);
});

test('concurrent ends and starts leave one consistent state', async () => {
  for (let index = 0; index < 4; index += 1) await addApp(server, person, { isPublic: true });
  for (let round = 0; round < 5; round += 1) {
    const changes = Array.from({ length: 8 }, (_, index) => {
      const where = { context: index % 4 < 2 ? server.context : other };
      return index % 2 === 0 ? endPlan(where, person) : renewPlan(where, person);
    });
    await Promise.all(changes);
    const states = new Set(
      (await appsOf(ada)).map((app) => `${app.is_public} ${app.suspended_since === null}`),
    );
    expect(states.size).toBe(1);
    const { rows } = await server.context.pool.query('select status from subscriptions where user_id = $1', [
      ada.id,
    ]);
    expect([...states]).toEqual([rows[0].status === 'active' ? 'true true' : 'false false']);
  }
});
