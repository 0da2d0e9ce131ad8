import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { getSession } from '#shared/accounts/accounts.ts';
import { createApplication } from '#shared/apps/apps.ts';
import { builtinStorageId, updateStorageConfig } from '#shared/storage/storage.ts';
import { storageDefaults } from '#shared/storage/storage-form.ts';
import type { BuildFileExtension } from '#shared/versions/build-file.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { createVersion, createVersionMetadata } from '#shared/versions/versions.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

const megabyte = 1_048_576;
const page = Buffer.from('<!doctype html><title>Pong</title>');

let server: TestServer;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_MAX_UPLOAD_BYTES: String(3 * megabyte) } });
  admin = await signIn(server, 'admin', { role: 'admin' });
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());
beforeEach(() => allow(3 * megabyte));

async function allow(
  maxFileSize: number,
  allowedExtensions: BuildFileExtension[] = ['.zip', '.html', '.unityweb'],
): Promise<void> {
  await admin.call(updateStorageConfig, {
    params: { id: builtinStorageId },
    body: {
      provider: 'local',
      name: 'Local storage',
      description: '',
      settings: { ...storageDefaults.settings, maxFileSize, allowedExtensions },
    },
  });
}

const limits = async () => (await visitor(server).call(getSession)).limits;

test('users see the active storage’s limits, within the server’s', async () => {
  const own = await startServer({ env: { FLUX_MAX_UPLOAD_BYTES: '5000' } });
  expect((await visitor(own).call(getSession)).limits.maxUploadBytes).toBe(5_000);
  await own.close();
  expect(await limits()).toEqual({
    maxUploadBytes: 3 * megabyte,
    allowedExtensions: ['.zip', '.html', '.unityweb'],
  });
  await allow(2 * megabyte, ['.unityweb', '.zip']);
  expect(await limits()).toEqual({ maxUploadBytes: 2 * megabyte, allowedExtensions: ['.zip', '.unityweb'] });
  await allow(1000 * megabyte);
  expect((await limits()).maxUploadBytes).toBe(3 * megabyte);
});

const onlyZip = 'Please select a valid WebGL/WebXR build file (.zip)';
const tooLarge = 'File size must be less than 1MB';

test('a file beyond the active storage’s limits is refused at each upload start', async () => {
  const app = await publishApp(ada, {
    body: { name: 'Pong', uploadId: await sendUpload(ada, 'pong.html', page) },
  });
  await allow(megabyte, ['.zip']);
  const large = Buffer.alloc(megabyte + 1, 'x');
  await expect(sendUpload(ada, 'pong.html', page)).rejects.toThrow(onlyZip);
  await expect(sendUpload(ada, 'pong.zip', large)).rejects.toThrow(tooLarge);
  const html = { build: { name: 'pong.html', bytes: page, type: 'text/html' } };
  const zip = { build: { name: 'pong.zip', bytes: large, type: 'application/zip' } };
  const params = { id: app.id };
  await expect(ada.call(createApplication, { body: { name: 'Two' }, files: html })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { build: onlyZip },
  });
  await expect(ada.call(createApplication, { body: { name: 'Two' }, files: zip })).rejects.toMatchObject({
    code: 'too_large',
    fields: { build: tooLarge },
  });
  const body = { changelog: 'Second' };
  await expect(ada.call(createVersion, { params, body, files: html })).rejects.toMatchObject({
    fields: { build: onlyZip },
  });
  await expect(ada.call(createVersion, { params, body, files: zip })).rejects.toMatchObject({
    fields: { build: tooLarge },
  });
});

test('earlier uploads beyond the limits are refused on publishing, and accepted once allowed', async () => {
  const app = await publishApp(ada, {
    body: { name: 'Pong', uploadId: await sendUpload(ada, 'pong.html', page) },
  });
  const params = { id: app.id };
  const html = await sendUpload(ada, 'second.html', page);
  const large = await sendUpload(ada, 'third.html', Buffer.concat([page, Buffer.alloc(2 * megabyte, ' ')]));
  const changelog = 'Later';
  await allow(megabyte, ['.zip']);
  for (const attempt of [
    () => publishApp(ada, { body: { uploadId: html } }),
    () => ada.call(createVersion, { params, body: { changelog, uploadId: html } }),
    () =>
      ada.call(createVersionMetadata, {
        body: { appId: app.id, versionData: { changelog }, fileData: { storageFileName: html } },
      }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'invalid_input', fields: { uploadId: onlyZip } });
  await allow(megabyte);
  await expect(
    ada.call(createVersion, { params, body: { changelog, uploadId: large } }),
  ).rejects.toMatchObject({ fields: { uploadId: tooLarge } });
  await allow(3 * megabyte);
  for (const uploadId of [html, large])
    expect(await ada.call(createVersion, { params, body: { changelog, uploadId } })).toMatchObject({
      success: true,
    });
});

test('a file without an extension is judged by its content', async () => {
  const zip = makeZip([{ name: 'index.html', data: page }]);
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const created = await ada.fetch(uploadsPath, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(zip.length),
      'upload-metadata': `filename ${encoded('build')},filetype ${encoded('application/zip')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: zip,
  });
  expect([created.status, created.headers['upload-offset']]).toEqual([201, String(zip.length)]);
  const uploadId = created.headers.location?.split('/').at(-1) ?? '';
  await allow(megabyte, ['.html']);
  await expect(publishApp(ada, { body: { name: 'Named', uploadId } })).rejects.toMatchObject({
    fields: { uploadId: 'Please select a valid HTML file (.html)' },
  });
  await allow(megabyte, ['.zip']);
  expect(await publishApp(ada, { body: { name: 'Named', uploadId } })).toMatchObject({ name: 'Named' });
});
