import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { newId } from '../../platform/ids.ts';
import { request } from '../http/request.ts';
import {
  contents,
  keptFile,
  makeChanges,
  originalOf,
  publishVersionOf,
  sendChanges,
} from '../measures/changes.ts';
import { hasSmallDisks, mebibyte, SmallDisk } from '../measures/small-disk.ts';
import { type Person, signIn } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { sendUpload } from '../people/uploads.ts';
import { startServer, type TestServer } from '../servers/server.ts';

/** The data folder is a small disk; PostgreSQL keeps its files elsewhere. */
describe.runIf(hasSmallDisks)('while the disk is full', () => {
  let server: TestServer;
  let disk: SmallDisk;
  let ada: Person;
  const page = `<!doctype html><title>Full</title>${'<p>play</p>'.repeat(50)}`;
  const noise = Buffer.from(
    Array.from({ length: 3 * mebibyte }, (_, at) => (at * at * 31 + (at >> 7)) % 256),
  );
  const build = makeZip([
    { name: 'index.html', data: page },
    { name: 'level.bin', data: noise, method: 'store' },
  ]);

  beforeAll(async () => {
    disk = await SmallDisk.mount(100);
    server = await startServer({ env: { FLUX_DATA: disk.folder, FLUX_LOG_LEVEL: 'silent' } });
  });
  afterEach(() => disk.clear());
  afterAll(async () => {
    await server?.close();
    await disk.unmount();
  });

  const publish = (uploadId: string) => publishApp(ada, { body: { name: 'Full', isPublic: true, uploadId } });

  const patch = (id: string, offset: number, body: Buffer) =>
    ada.fetch(`${uploadsPath}/${id}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body,
    });

  test('nothing starts with only the reserve left, and everything works later without a restart', async () => {
    ada = await signIn(server, `ada ${newId()}`);
    const uploadId = await sendUpload(ada, 'full.zip', build);
    await disk.fill(40 * mebibyte);
    await expect(sendUpload(ada, 'full.zip', build)).rejects.toThrow(/enough free space/);
    await expect(publish(uploadId)).rejects.toMatchObject({ code: 'storage_full', status: 507 });
    const form = { name: 'full.zip', bytes: build, type: 'application/zip' };
    const sent = publishApp(ada, { body: { name: 'Full' }, files: { build: form } });
    await expect(sent).rejects.toMatchObject({ code: 'storage_full' });
    await disk.clear();
    expect(await publish(uploadId)).toMatchObject({ version: '1.0.0' });
  });

  test('a chunk without disk space is refused with 507, and the upload resumes', async () => {
    ada = await signIn(server, `ada ${newId()}`);
    const sent = mebibyte;
    const uploadId = await sendUpload(ada, 'full.zip', build, sent);
    await disk.fill(mebibyte / 2);
    const refused = await patch(uploadId, sent, build.subarray(sent));
    expect(refused.status).toBe(507);
    expect(refused.json()).toMatchObject({
      code: 'storage_full',
      error: expect.stringContaining('Nothing was lost'),
    });
    await disk.clear();
    const head = await ada.fetch(`${uploadsPath}/${uploadId}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    const offset = Number(head.headers['upload-offset']);
    expect(offset).toBeGreaterThanOrEqual(sent);
    expect((await patch(uploadId, offset, build.subarray(offset))).status).toBe(204);
    expect(await publish(uploadId)).toMatchObject({ version: '1.0.0', fileSize: build.length });
  });

  test('a partial upload needs space for the whole build: without it 507, and kept until there is space', async () => {
    ada = await signIn(server, `ada ${newId()}`);
    const app = await publish(await sendUpload(ada, 'full.zip', build));
    const level = { path: 'level.bin', data: noise };
    const changes = makeChanges([{ path: 'index.html', data: `${page} again` }, keptFile(level)]);
    expect(changes.length).toBeLessThan(10_000);
    const uploadId = await sendChanges(ada, app.id, changes);
    // The changes alone would find room.
    await disk.fill(65 * mebibyte);
    await sendUpload(ada, 'full.zip', changes, 0);
    await expect(publishVersionOf(ada, app.id, uploadId)).rejects.toMatchObject({
      code: 'storage_full',
      status: 507,
      message: expect.stringContaining('enough free space'),
    });
    expect(await readdir(server.context.folders.staging)).toEqual([]);
    await disk.clear();
    const version = await publishVersionOf(ada, app.id, uploadId);
    expect(await originalOf(server, version)).toEqual(
      contents([{ path: 'index.html', data: `${page} again` }, level]),
    );
  });

  test('a partial upload that runs out of space leaves nothing and can be repeated', async () => {
    ada = await signIn(server, `ada ${newId()}`);
    const app = await publish(await sendUpload(ada, 'full.zip', build));
    const level = { path: 'level.bin', data: noise };
    const next = { path: 'index.html', data: `${page} once more` };
    const uploadId = await sendChanges(ada, app.id, makeChanges([next, keptFile(level)]));
    const { staging } = server.context.folders;
    // Another process takes the space that was free at the check.
    const small = await SmallDisk.mount(1, staging);
    try {
      await expect(publishVersionOf(ada, app.id, uploadId)).rejects.toMatchObject({
        code: 'storage_full',
        status: 507,
      });
      expect(await readdir(staging)).toEqual([]);
    } finally {
      await small.unmount();
    }
    const version = await publishVersionOf(ada, app.id, uploadId);
    expect(await originalOf(server, version)).toEqual(contents([next, level]));
  });

  test('with no byte left users sign in, browse, play and edit', async () => {
    ada = await signIn(server, `ada ${newId()}`);
    const app = await publish(await sendUpload(ada, 'full.zip', build));
    const waiting = await sendUpload(ada, 'full.zip', build);
    await disk.fill(0);
    const next = { params: { id: app.id }, body: { changelog: 'More', uploadId: waiting } };
    await expect(ada.call(createVersion, next)).rejects.toMatchObject({ code: 'storage_full' });
    expect(await readdir(server.context.folders.staging)).toEqual([]);

    const bob = await signIn(server, `bob ${newId()}`);
    expect(await bob.call(getApplication, { params: { id: app.id } })).toMatchObject({ version: '1.0.0' });
    expect((await bob.call(listApplications, {})).items.map(({ id }) => id)).toContain(app.id);
    const host = `${app.id}.${new URL(server.context.config.publicUrl).host}`;
    const headers = { host, origin: undefined, 'sec-fetch-site': undefined };
    expect((await request(server, '/index.html', { headers })).body.toString()).toBe(page);
    const renamed = await ada.fetch(`/api/applications/${app.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Renamed' }),
    });
    expect(renamed.json()).toMatchObject({ name: 'Renamed' });
    expect((await request(server, '/readyz')).json()).toMatchObject({
      storage: 'not ready',
      database: 'ready',
    });

    await disk.clear();
    expect(await ada.call(createVersion, next)).toMatchObject({ success: true });
    await expect
      .poll(async () => (await request(server, '/readyz')).json())
      .toMatchObject({ storage: 'ready' });
  });
});
