import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addVersion, heard, makeApp, visit } from '#server/delivery/test-build.ts';
import { unzip } from '#server/testing/http/unzip.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { checkExport, exportPath } from '#shared/accounts/personal-data.ts';
import { getApplication } from '#shared/apps/apps.ts';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { activateVersion, listVersions } from '#shared/versions/versions.ts';
import { dropOldOriginals } from './retention.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  ada = await signIn(server, `ada ${Math.random()}`);
});
afterAll(() => server.close());

const never = new AbortController().signal;
const build = (text: string) => ({ 'index.html': { content: `<!doctype html>${text}`, type: 'text/html' } });
const days = (count: number) => server.clock.advance(count * 86_400_000);

async function keepFor(retentionDays: number | null): Promise<void> {
  await server.context.db
    .updateTable('storage_configs')
    .set({ retention_days: retentionDays })
    .where('id', '=', builtinStorageId)
    .execute();
}

/** An app with an older and an active version, and perhaps one that waits. */
async function appWithVersions({ pending = false } = {}) {
  const { appId, versionId: oldId } = await makeApp(server, ada.id, build('old'));
  const activeId = await addVersion(server, { appId, ownerId: ada.id }, build('active'));
  const pendingId = pending
    ? await addVersion(server, { appId, ownerId: ada.id }, build('pending'), { isApproved: false })
    : null;
  return { appId, oldId, activeId, pendingId };
}

async function withOriginal(appId: string): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('versions')
    .select('id')
    .where('app_id', '=', appId)
    .where('original_sha256', 'is not', null)
    .execute();
  return rows.map(({ id }) => id).sort();
}

async function drop(appId: string): Promise<void> {
  await dropOldOriginals(server.context, never);
  await heard(server.context, appId);
}

test('uploads of inactive versions go once they are too old, never an active one or one that waits', async () => {
  const { appId, oldId, activeId, pendingId } = await appWithVersions({ pending: true });
  await keepFor(30);
  days(29);
  await drop(appId);
  expect(await withOriginal(appId)).toHaveLength(3);
  days(2);
  await drop(appId);
  expect(await withOriginal(appId)).toEqual([activeId, pendingId ?? ''].sort());
  expect(oldId).not.toBe(activeId);
});

test('where nothing is said, everything is kept', async () => {
  const { appId } = await appWithVersions();
  await keepFor(null);
  days(5_000);
  await drop(appId);
  expect(await withOriginal(appId)).toHaveLength(2);
});

test('a dropped upload is no longer offered, its download says so, and its version can be played and activated', async () => {
  const { appId, oldId, activeId } = await appWithVersions();
  await keepFor(10);
  ada = await signIn(server, 'ada of old uploads');
  await server.context.db.updateTable('apps').set({ owner_id: ada.id }).where('id', '=', appId).execute();
  const before = await ada.fetch(`/api/applications/${appId}/download?version=${oldId}`);
  const address = new URL(String(before.headers.location));
  days(11);
  ada = await signIn(server, 'ada of old uploads');
  const ticket = new URL(
    String((await ada.fetch(`/api/applications/${appId}/download?version=${oldId}`)).headers.location),
  );
  await drop(appId);
  const { versions } = await ada.call(listVersions, { params: { id: appId } });
  const urls = new Map(versions.map((version) => [version.id, version.fileUrl]));
  expect(urls.get(oldId)).toBeNull();
  expect(urls.get(activeId)).toContain('/download');
  const door = await ada.fetch(`/api/applications/${appId}/download?version=${oldId}`);
  expect([door.status, JSON.parse(door.body.toString()).code]).toEqual([410, 'gone']);
  const late = await visit(server, appId, ticket.pathname + ticket.search);
  expect([late.status, late.headers['cache-control']]).toEqual([410, 'no-store']);
  expect(late.body.toString()).toContain('not kept any more');
  expect(address.pathname).toBe(ticket.pathname);

  await ada.call(activateVersion, { body: { appId, versionId: oldId } });
  await heard(server.context, appId);
  const app = await ada.call(getApplication, { params: { id: appId } });
  expect([app.fileUrl, app.fileName]).toEqual([null, 'build.zip']);
  expect((await visit(server, appId, '/')).body.toString()).toContain('old');
});

test('a download of one’s data leaves out what is not kept, and says so', async () => {
  const { appId, oldId } = await appWithVersions();
  await keepFor(10);
  days(11);
  await drop(appId);
  const person = await signIn(server, 'ada who leaves');
  await server.context.db.updateTable('apps').set({ owner_id: person.id }).where('id', '=', appId).execute();
  await person.call(checkExport, {});
  const answer = await person.fetch(exportPath);
  expect(answer.status).toBe(200);
  const files = await unzip(answer.body);
  const { applications } = JSON.parse(files.get('data.json')?.toString() ?? '');
  const version = applications[0].versions.find(({ id }: { id: string }) => id === oldId);
  expect([version.file, version.sha256]).toEqual([null, null]);
  expect(files.size).toBe(2);
});

test('a version that was made active while it was about to be dropped keeps its upload', async () => {
  const { appId, oldId } = await appWithVersions();
  await keepFor(10);
  days(11);
  const { db } = server.context;
  const dropping = await db.transaction().execute(async (trx) => {
    await trx.updateTable('apps').set({ active_version_id: oldId }).where('id', '=', appId).execute();
    const running = dropOldOriginals(server.context, never);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { running };
  });
  await dropping.running;
  expect(await withOriginal(appId)).toContain(oldId);
});
