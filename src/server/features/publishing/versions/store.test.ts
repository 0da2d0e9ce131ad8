import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { addApp, plainReport } from '#server/testing/people/apps.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { ManifestFile } from '../builds/tree.ts';
import { findVersion, loadManifest } from './read.ts';
import { insertVersion, type NewVersion } from './store.ts';

let server: TestServer;
let ada: Person;
const sha256 = createHash('sha256').update('build').digest('hex');

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

function addVersion(appId: string, fields: Partial<NewVersion>, files: ManifestFile[] = []): Promise<void> {
  const version: NewVersion = {
    id: newId(),
    appId,
    number: '2.0',
    changelog: '',
    fileName: 'pong.zip',
    fileSize: 5,
    originalSha256: sha256,
    report: plainReport,
    uploadedBy: ada.id,
    uploadedAt: server.clock.now(),
    ...fields,
  };
  return server.context.db.transaction().execute((trx) => insertVersion(trx, version, files));
}

test('ten thousand files of a version come back as they were given', async () => {
  const app = await addApp(server, ada);
  const files = Array.from(
    { length: 10_000 },
    (_, index): ManifestFile => ({
      path: `Build/é ${String(index).padStart(5, '0')}.js`,
      sha256,
      size: 5,
      contentType: 'text/javascript; charset=utf-8',
      role: index === 7 ? 'loader' : null,
      encodable: index % 2 === 0,
    }),
  );
  const id = newId();
  await addVersion(app.id, { id }, files);
  expect(await loadManifest(server.context, id)).toEqual(files);
});

test('a report that PostgreSQL could not store is stored without what it refuses', async () => {
  const app = await addApp(server, ada);
  const id = newId();
  await addVersion(app.id, {
    id,
    report: { ...plainReport, productName: 'a\0b \\u0000 \ud800', companyName: '\udc00🎮' },
  });
  const found = await findVersion(server.context, id);
  expect(found?.report).toMatchObject({ productName: 'ab \\u0000 \ufffd', companyName: '\ufffd🎮' });
  expect(found).toMatchObject({ id, appId: app.id, number: '2.0', fileName: 'pong.zip', fileSize: 5 });
  expect(found?.originalSha256?.toString('hex')).toBe(sha256);
});

test.each([[newId()], [''], ['x'], ['\0'], ['a'.repeat(27)]])('no version is found under %j', async (id) => {
  expect(await findVersion(server.context, id)).toBeNull();
});

test('the active version cannot be another app’s, be missing, or be deleted', async () => {
  const [app, other] = [await addApp(server, ada), await addApp(server, ada)];
  const { pool } = server.context;
  for (const id of [other.activeVersionId, newId()])
    await expect(
      pool.query('update apps set active_version_id = $1 where id = $2', [id, app.id]),
    ).rejects.toThrow(/apps_active_version/);
  await expect(pool.query('delete from versions where id = $1', [app.activeVersionId])).rejects.toThrow(
    /apps_active_version/,
  );
});

test('an app has no two versions of one number', async () => {
  const app = await addApp(server, ada);
  await expect(addVersion(app.id, { number: '1.0.0' })).rejects.toThrow(/versions_app_id_number_key/);
});
