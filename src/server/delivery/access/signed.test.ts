import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onlyStore } from '../../features/storage/testing.ts';
import { LocalBlobStore } from '../../platform/blobs/local.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { DistantStore } from '../../testing/storage/distant-store.ts';
import { addVersion, makeApp, originalUpload, visit } from '../test-build.ts';

let folder: string;
let store: DistantStore;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-distant-'));
  store = new DistantStore(new LocalBlobStore(folder));
  server = await startServer({ stores: onlyStore(store) });
  ada = await signIn(server, 'ada');
});
beforeEach(async () => {
  store.signingOrigin = 'https://storage.example';
  await setPublicRead(true);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const build = { 'index.html': { content: '<!doctype html>', type: 'text/html' } };

async function setPublicRead(publicRead: boolean): Promise<void> {
  await server.context.db.updateTable('storage_configs').set({ public_read: publicRead }).execute();
}

/** Through the door on Flux's origin to what the content origin answers. */
async function download(appId: string, who = visitor(server), query = '') {
  const door = await who.fetch(`/api/applications/${appId}/download${query}`);
  const { pathname, search } = new URL(String(door.headers.location));
  return visit(server, appId, pathname + search);
}

test('the upload of a public app is handed out by its storage, for ten minutes, under its name', async () => {
  const { appId } = await makeApp(server, ada.id, build, { fileName: 'Pong.zip' });
  const answer = await download(appId);
  expect([answer.status, answer.headers['cache-control']]).toEqual([302, 'no-store']);
  const url = new URL(String(answer.headers.location));
  expect(url.origin).toBe('https://storage.example');
  expect(Object.fromEntries(url.searchParams)).toEqual({ expires: '600', name: 'Pong.zip' });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a private app, and a version that waits, never come by an address of the storage', async () => {
  const hidden = await makeApp(server, ada.id, build, { isPublic: false });
  const answer = await download(hidden.appId, ada);
  expect([answer.status, answer.body.equals(originalUpload)]).toEqual([200, true]);
  const { appId } = await makeApp(server, ada.id, build);
  const waiting = await addVersion(server, { appId, ownerId: ada.id }, build, { isApproved: false });
  expect((await download(appId, ada, `?version=${waiting}`)).status).toBe(200);
});

test('neither does what plays, nor anything where it is not wanted or cannot be done', async () => {
  const { appId } = await makeApp(server, ada.id, build);
  expect((await visit(server, appId, '/', { accept: '*/*' })).status).toBe(200);
  store.signingOrigin = null;
  expect((await download(appId)).status).toBe(200);
  store.signingOrigin = 'https://storage.example';
  await setPublicRead(false);
  expect((await download(appId)).status).toBe(200);
});
