import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { newId } from '#server/platform/ids.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, viewerOf } from '#server/testing/people/people.ts';
import { ownOrganization, publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { secondServer } from '#server/testing/servers/second-server.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { listUploads, uploadsPath } from '#shared/versions/uploads.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { markPublished } from '../uploads/take.ts';
import { commitPublication, type PublishTarget } from './commit.ts';
import { createApp } from './create-app.ts';
import { createPublisher, type Publisher } from './publish.ts';

let server: TestServer;
/** Another one for each test, since a person has few uploads open at a time. */
let ada: Person;
const build = makeZip([{ name: 'index.html', data: '<!doctype html><title>Pong</title>' }]);

beforeAll(async () => {
  // Failures are made on purpose here; the log would tell of each.
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
});
beforeEach(async () => {
  ada = await signIn(server, `ada ${newId()}`);
});
afterAll(() => server.close());

const upload = (who: Person, bytes: Buffer, sent?: number) => sendUpload(who, 'pong.zip', bytes, sent);

const create = (who: Person, uploadId: string, name = 'Pong') =>
  publishApp(who, { body: { name, uploadId } });

/** Creates an application as another server would. */
async function createThrough(publisher: Publisher, uploadId: string) {
  const viewer = await viewerOf(server, ada);
  const organizationId = await ownOrganization(ada);
  const { application } = newApplication(organizationId);
  return createApp(server.context, publisher, viewer, { ...application, uploadId });
}

const newApplication = (organizationId: string) =>
  ({
    kind: 'application',
    application: {
      name: 'Pong',
      description: '',
      isPublic: false,
      theme: 'vanilla',
      organizationId,
      thumbnail: null,
    },
  }) satisfies PublishTarget;

async function countApps(): Promise<number> {
  const { rows } = await server.context.pool.query<{ count: number }>('select count(*) as count from apps');
  return rows[0]?.count ?? 0;
}

const stateOf = async (uploadId: string) =>
  (await ada.call(listUploads)).find(({ id }) => id === uploadId)?.state;

const giveUp = (uploadId: string) =>
  ada.fetch(`${uploadsPath}/${uploadId}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });

/** Every deletion of uploads that begins meanwhile waits until `work` is done. */
async function whileDeletionsWait<Result>(work: () => Promise<Result>): Promise<Result> {
  const { db, pool } = server.context;
  await pool.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
    create trigger wait_for_test before delete on uploads for each statement execute function wait_for_test()`);
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx);
      return work();
    });
  } finally {
    await pool.query('drop function wait_for_test cascade');
  }
}

const staged = () => readdir(server.context.folders.staging);

test('a finished upload is published, and its file is given up afterwards', async () => {
  const app = await create(ada, await upload(ada, build));
  expect(app).toMatchObject({ name: 'Pong', fileName: 'pong.zip', fileSize: build.length, version: '1.0.0' });
  expect(await staged()).toEqual([]);
  const files = await readdir(server.context.folders.uploads, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile()).map((file) => file.name)).toEqual([]);
});

test('the same upload asked for again answers the same application', async () => {
  const uploadId = await upload(ada, build);
  const first = await create(ada, uploadId, 'First');
  const before = await countApps();
  expect(await create(ada, uploadId, 'Second')).toEqual(first);
  expect(await countApps()).toBe(before);
});

test('the same upload asked for eight times at once makes one application', async () => {
  const uploadId = await upload(ada, build);
  const before = await countApps();
  const apps = await Promise.all(Array.from({ length: 8 }, () => create(ada, uploadId)));
  expect(new Set(apps.map((app) => app.id)).size).toBe(1);
  expect(await countApps()).toBe(before + 1);
});

test('two servers that publish the same upload at once publish it once', async () => {
  const uploadId = await upload(ada, build);
  const before = await countApps();
  const servers = [createPublisher(server.context), createPublisher(server.context)];
  const published = await Promise.all(servers.map((publisher) => createThrough(publisher, uploadId)));
  expect(published[0]).toEqual(published[1]);
  expect(await countApps()).toBe(before + 1);
});

test('a server that lost its lock makes no second application of what another one published', async () => {
  const uploadId = await upload(ada, build);
  const theirs = await addApp(server, ada);
  const before = await countApps();
  const overtaken = createPublisher(server.context, {
    commit: async (...publication) => {
      const made = { appId: theirs.id, versionId: theirs.activeVersionId, madeApp: true };
      await server.context.db.transaction().execute((trx) => markPublished(trx, uploadId, made));
      return commitPublication(...publication);
    },
  });
  expect(await createThrough(overtaken, uploadId)).toMatchObject({ id: theirs.id });
  expect(await countApps()).toBe(before);
});

test('what is being published is said to be checked and cannot be given up, until it failed', async () => {
  const uploadId = await upload(ada, build);
  const failing = createPublisher(server.context, {
    commit: async () => {
      expect(await stateOf(uploadId)).toBe('checking');
      expect((await giveUp(uploadId)).json<ErrorBody>()).toMatchObject({ code: 'conflict' });
      throw new Error('Not this time.');
    },
  });
  await expect(createThrough(failing, uploadId)).rejects.toThrow('Not this time.');
  expect(await stateOf(uploadId)).toBe('waiting');
  expect((await giveUp(uploadId)).status).toBe(204);
});

test('what waits for its turn is said to be checked and cannot be given up, and is published then', async () => {
  const uploadId = await upload(ada, build);
  const release = await server.context.sharedLimits.acquire({ name: `publications of ${ada.id}`, most: 1 });
  const published = create(ada, uploadId);
  try {
    await expect.poll(() => stateOf(uploadId)).toBe('checking');
    expect((await giveUp(uploadId)).json<ErrorBody>()).toMatchObject({ code: 'conflict' });
  } finally {
    release();
  }
  expect(await published).toMatchObject({ fileSize: build.length });
});

test('a publication that begins while its upload is being given up reads nothing in vain', async () => {
  const uploadId = await upload(ada, build);
  const viewer = await viewerOf(server, ada);
  const elsewhere = secondServer(server, 3);
  const looks = vi.spyOn(elsewhere.pool, 'connect');
  const check = vi.fn(async () => {});
  const commit = () => Promise.reject(new Error('It was read.'));
  try {
    const { given, published } = await whileDeletionsWait(async () => {
      const given = giveUp(uploadId);
      await somethingWaits(server.context.db);
      const published = createPublisher(elsewhere, { check, commit })
        .publish(viewer, { uploadId }, newApplication(newId()))
        .catch((error: unknown) => error);
      // It looks again and again, or goes on at once.
      const goesOn = () => check.mock.calls.length > 0 || looks.mock.calls.length > 10;
      await expect.poll(goesOn).toBe(true);
      return { given, published };
    });
    expect((await given).status).toBe(204);
    expect(await published).toMatchObject({ code: 'upload_not_found' });
    expect(check).not.toHaveBeenCalled();
  } finally {
    await elsewhere.db.destroy();
  }
});

test('an upload that became a version of an app makes no application, and the other way round', async () => {
  const { id } = await create(ada, await upload(ada, build));
  const asVersion = (uploadId: string) =>
    ada.call(createVersion, { params: { id }, body: { changelog: 'Two', uploadId } });
  const uploadId = await upload(ada, build);
  await asVersion(uploadId);
  const before = await countApps();
  await expect(create(ada, uploadId)).rejects.toMatchObject({ code: 'conflict' });
  expect(await countApps()).toBe(before);
  const both = await upload(ada, build);
  const results = await Promise.allSettled([asVersion(both), create(ada, both)]);
  // Whichever comes first, the other is told.
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'conflict' } }]);
  const first = await upload(ada, build);
  const app = await create(ada, first);
  const again = { params: { id: app.id }, body: { changelog: 'Again', uploadId: first } };
  await expect(ada.call(createVersion, again)).rejects.toMatchObject({ code: 'conflict' });
});

test('a publication that fails leaves the upload, so that it can be tried again', async () => {
  const uploadId = await upload(ada, build);
  const broken = 'alter table versions add constraint broken check (number is null) not valid';
  await server.context.pool.query(broken);
  try {
    await expect(create(ada, uploadId)).rejects.toMatchObject({ code: 'internal' });
  } finally {
    await server.context.pool.query('alter table versions drop constraint broken');
  }
  expect(await staged()).toEqual([]);
  expect(await create(ada, uploadId)).toMatchObject({ fileSize: build.length });
});

test('a refused build takes its upload along', async () => {
  const uploadId = await upload(ada, Buffer.from('no archive at all, only words'));
  const before = await countApps();
  await expect(create(ada, uploadId)).rejects.toMatchObject({ code: 'build_refused' });
  await expect(create(ada, uploadId)).rejects.toMatchObject({ code: 'upload_not_found' });
  expect(await countApps()).toBe(before);
  expect(await staged()).toEqual([]);
});

test('somebody else’s upload is not found, before and after it was published', async () => {
  const bob = await signIn(server, 'bob');
  const uploadId = await upload(ada, build);
  await expect(create(bob, uploadId)).rejects.toMatchObject({ code: 'upload_not_found' });
  const [mine, theirs] = await Promise.allSettled([create(ada, uploadId), create(bob, uploadId)]);
  expect(mine.status).toBe('fulfilled');
  expect(theirs).toMatchObject({ status: 'rejected', reason: { code: 'upload_not_found' } });
  await expect(create(bob, uploadId)).rejects.toMatchObject({ code: 'upload_not_found' });
});

test('an upload that is not complete, and one that does not exist, are refused in words', async () => {
  const uploadId = await upload(ada, build, 10);
  await expect(create(ada, uploadId)).rejects.toMatchObject({ code: 'upload_incomplete' });
  await expect(create(ada, newId())).rejects.toMatchObject({ code: 'upload_not_found' });
});

test('what a killed server left in the staging folder is gone after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-killed-'));
  await mkdir(join(folder, 'staging', 'build-half'), { recursive: true });
  await writeFile(join(folder, 'staging', 'build-half', '0'), 'half');
  await writeFile(join(folder, 'staging', 'original-half'), 'half');
  const next = await startServer({ env: { FLUX_DATA: folder } });
  try {
    expect(await readdir(next.context.folders.staging)).toEqual([]);
  } finally {
    await next.close();
    await rm(folder, { recursive: true, force: true });
  }
});
