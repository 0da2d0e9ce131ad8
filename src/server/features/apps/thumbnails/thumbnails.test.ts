import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { request } from '#server/testing/http/request.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, type TestFile, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  type Application,
  deleteApplication,
  getApplication,
  listApplications,
  renewShareKey,
  switchOffShareKey,
  updateApplication,
} from '#shared/apps/apps.ts';
import {
  maxThumbnailBytes,
  thumbnailRefusedMessage,
  thumbnailTooLargeMessage,
} from '#shared/apps/thumbnails.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { leftovers, makePicture, placesOf, readQuarters } from './testing.ts';

let server: TestServer;
let ada: Person;
let picture: Buffer;
let other: Buffer;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  ada = await signIn(server, 'ada');
  picture = await makePicture('png');
  other = await makePicture('jpeg', 1000, 200);
});
afterAll(() => server.close());

const page = { name: 'pong.html', bytes: '<!doctype html><title>Pong</title>', type: 'text/html' };
const file = (bytes: Buffer | string, fields: Partial<TestFile> = {}): TestFile => ({
  name: 'cover.png',
  type: 'image/png',
  bytes,
  ...fields,
});

const edit = (who: Person, id: string, thumbnail: TestFile | null, body: object = {}) =>
  who.call(updateApplication, { params: { id }, body, files: thumbnail ? { thumbnail } : {} });
const see = (url: string | null) => request(server, url ?? '/none');
const pictureOf = (app: Application) => app.thumbnailUrl ?? '';
const rows = async () =>
  (await server.context.db.selectFrom('thumbnails').selectAll().orderBy('id').execute()) as unknown[];

/** An app of Ada's with a picture. */
async function withPicture(fields: { isPublic?: boolean } = {}): Promise<Application> {
  const { id } = await addApp(server, ada, fields);
  return edit(ada, id, file(picture));
}

describe('a picture published with an application', () => {
  test('is in the first response, in the list and on the page', async () => {
    const app = await publishApp(ada, {
      body: { name: 'Pong', isPublic: true },
      files: { build: page, thumbnail: file(picture) },
    });
    expect(app.thumbnailUrl).toMatch(/^\/thumbnails\/[a-z2-7]{26}\/400\.webp$/);
    expect(app.thumbnailLargeUrl).toBe(app.thumbnailUrl?.replace('400', '800'));
    const { thumbnailUrl, thumbnailLargeUrl } = app;
    const anyone = visitor(server);
    expect(await anyone.call(getApplication, { params: { id: app.id } })).toMatchObject({
      thumbnailUrl,
      thumbnailLargeUrl,
    });
    const { items } = await anyone.call(listApplications);
    expect(items.find(({ id }) => id === app.id)).toMatchObject({ thumbnailUrl, thumbnailLargeUrl });
    for (const url of [thumbnailUrl, thumbnailLargeUrl])
      expect(placesOf(await readQuarters((await see(url)).body))).toEqual([0, 1, 2, 3]);
    expect(await leftovers(server)).toEqual([]);
  });

  test('that is invalid prevents the application', async () => {
    const before = await rows();
    const count = (await ada.call(listApplications, { query: { filter: 'my-apps' } })).items.length;
    const made = publishApp(ada, {
      body: { name: 'Pong' },
      files: { build: page, thumbnail: file('<svg/>') },
    });
    await expect(made).rejects.toMatchObject({ code: 'invalid_input', message: thumbnailRefusedMessage });
    expect(await rows()).toEqual(before);
    expect((await ada.call(listApplications, { query: { filter: 'my-apps' } })).items).toHaveLength(count);
    expect(await leftovers(server)).toEqual([]);
  });

  test('leaves neither an application nor a row if the build is refused', async () => {
    const before = await rows();
    const broken = { name: 'broken.zip', bytes: 'no zip at all', type: 'application/zip' };
    const made = publishApp(ada, {
      body: { name: 'Pong' },
      files: { build: broken, thumbnail: file(picture) },
    });
    await expect(made).rejects.toMatchObject({ code: 'build_refused' });
    expect(await rows()).toEqual(before);
    expect(await leftovers(server)).toEqual([]);
  });
});

describe('an edit', () => {
  let app: Application;
  beforeEach(async () => {
    app = await withPicture();
  });

  test('of other fields keeps the picture', async () => {
    const edited = await edit(ada, app.id, null, { name: 'Pong 2' });
    expect(edited).toMatchObject({ name: 'Pong 2', thumbnailUrl: app.thumbnailUrl });
  });

  test('of name and picture shows both at once, and the old address is gone', async () => {
    const edited = await edit(ada, app.id, file(other), { name: 'Pong 2' });
    expect(edited.name).toBe('Pong 2');
    expect(edited.thumbnailUrl).not.toBe(app.thumbnailUrl);
    expect((await see(edited.thumbnailUrl)).status).toBe(200);
    for (const url of [app.thumbnailUrl, app.thumbnailLargeUrl]) expect((await see(url)).status).toBe(404);
  });

  test('with the same picture changes its address', async () => {
    const edited = await edit(ada, app.id, file(picture));
    expect(edited.thumbnailUrl).not.toBe(app.thumbnailUrl);
    expect((await see(app.thumbnailUrl)).status).toBe(404);
    expect((await see(edited.thumbnailUrl)).status).toBe(200);
  });

  test('removes the picture', async () => {
    for (const removeThumbnail of [true, 'true'] as const) {
      const edited = await edit(ada, app.id, null, { removeThumbnail });
      expect(edited).toMatchObject({ thumbnailUrl: null, thumbnailLargeUrl: null });
    }
    expect((await see(app.thumbnailUrl)).status).toBe(404);
  });

  test('cannot both set and remove it, and a refused one changes nothing', async () => {
    const both = edit(ada, app.id, file(other), { removeThumbnail: 'true', name: 'Pong 2' });
    await expect(both).rejects.toMatchObject({ code: 'invalid_input', fields: { removeThumbnail: /both/ } });
    const bad = edit(ada, app.id, file('<!doctype html>', { name: 'a.png' }), { name: 'Pong 2' });
    await expect(bad).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { thumbnail: thumbnailRefusedMessage },
    });
    const nameless = edit(ada, app.id, file(other), { name: ' ' });
    await expect(nameless).rejects.toMatchObject({ fields: { name: 'Application name is required' } });
    expect(app).toMatchObject(await ada.call(getApplication, { params: { id: app.id } }));
    expect((await see(app.thumbnailUrl)).status).toBe(200);
    expect(await leftovers(server)).toEqual([]);
  });

  test('trusts the content, not the declared type', async () => {
    const liar = file(picture, { name: '../../evil.svg', type: 'image/svg+xml' });
    const { thumbnailUrl } = await edit(ada, app.id, liar);
    expect((await see(thumbnailUrl)).headers['content-type']).toBe('image/webp');
  });

  test('accepts a picture of 5 MB and no larger one', async () => {
    // What follows a picture's end is no part of it.
    const filled = (size: number) => Buffer.concat([other, Buffer.alloc(size - other.length)]);
    expect(pictureOf(await edit(ada, app.id, file(filled(maxThumbnailBytes))))).not.toBe('');
    const larger = edit(ada, app.id, file(filled(maxThumbnailBytes + 1)), { name: 'Pong 2' });
    await expect(larger).rejects.toMatchObject({
      code: 'too_large',
      message: thumbnailTooLargeMessage,
      fields: { thumbnail: thumbnailTooLargeMessage },
    });
    expect((await ada.call(getApplication, { params: { id: app.id } })).name).toBe('Pong');
    expect(await leftovers(server)).toEqual([]);
  });

  test('of a stranger or a visitor is refused before the picture is read', async () => {
    const bob = await signIn(server, 'bob');
    const visible = await withPicture({ isPublic: true });
    await expect(edit(bob, app.id, file(other))).rejects.toMatchObject({ code: 'app_not_found' });
    await expect(edit(bob, visible.id, file('nothing'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(edit(bob, visible.id, null, { removeThumbnail: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const anyone = visitor(server);
    const signedOut = anyone.call(updateApplication, {
      params: { id: visible.id },
      files: { thumbnail: file(other) },
    });
    await expect(signedOut).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await see(visible.thumbnailUrl)).status).toBe(200);
    expect(await leftovers(server)).toEqual([]);
  });

  test('of an admin works', async () => {
    const admin = await signIn(server, 'admin', { role: 'admin' });
    const edited = await edit(admin, app.id, file(other));
    expect((await see(edited.thumbnailUrl)).status).toBe(200);
  });

  test('with concurrent others leaves one whole picture', async () => {
    await Promise.all(
      Array.from({ length: 3 }, (_, at) =>
        edit(ada, app.id, file(at % 2 ? picture : other), { name: `Pong ${at}` }),
      ),
    );
    const mine = await server.context.db
      .selectFrom('thumbnails')
      .select('id')
      .where('app_id', '=', app.id)
      .execute();
    expect(mine).toHaveLength(1);
    const now = await ada.call(getApplication, { params: { id: app.id } });
    for (const url of [now.thumbnailUrl, now.thumbnailLargeUrl])
      expect((await see(url)).body.toString('latin1', 8, 12)).toBe('WEBP');
    expect(await leftovers(server)).toEqual([]);
  });
});

test('a picture under another field, or in a call without one, is refused', async () => {
  const { id } = await addApp(server, ada);
  const misnamed = ada.call(updateApplication, { params: { id }, files: { picture: file(picture) } });
  await expect(misnamed).rejects.toMatchObject({ code: 'invalid_input' });
  const version = ada.call(createVersion, {
    params: { id },
    body: { changelog: 'x' },
    files: { build: page, thumbnail: file(picture) },
  });
  await expect(version).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await leftovers(server)).toEqual([]);
});

describe('the address of a picture', () => {
  test('needs no session and has caching headers', async () => {
    for (const isPublic of [true, false]) {
      const app = await withPicture({ isPublic });
      const answer = await see(app.thumbnailUrl);
      expect([answer.status, answer.headers]).toMatchObject([
        200,
        {
          'content-type': 'image/webp',
          'content-length': String(answer.body.length),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
          'cache-control': `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`,
          etag: expect.stringMatching(/^"[\w-]{43}"$/),
        },
      ]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('answers HEAD without a body, and 304 to a matching ETag', async () => {
    const app = await withPicture();
    const full = await see(app.thumbnailUrl);
    const head = await request(server, pictureOf(app), { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(full.body.length),
    ]);
    const etag = String(full.headers.etag);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await request(server, pictureOf(app), { headers: { 'if-none-match': tag } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    }
    const large = await request(server, app.thumbnailLargeUrl ?? '', { headers: { 'if-none-match': etag } });
    expect(large.status).toBe(200);
  });

  test('has one of two sizes of an existing picture', async () => {
    const app = await withPicture();
    const id = pictureOf(app).split('/')[2] ?? '';
    const names = ['', '401.webp', '400.png', '400.webp.html', '..%2f400.webp', '400.webp%00', 'constructor'];
    for (const path of [
      ...names.map((name) => `/thumbnails/${id}/${name}`),
      `/thumbnails/${newId()}/400.webp`,
      `/thumbnails/${app.id}/400.webp`,
      `/thumbnails/${id.toUpperCase()}/400.webp`,
      '/thumbnails/%00/400.webp',
    ]) {
      const answer = await see(path);
      expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    const posted = await request(server, pictureOf(app), { method: 'POST' });
    expect(posted.status).toBe(405);
  });

  test('is removed with the app immediately', async () => {
    const app = await withPicture({ isPublic: true });
    await ada.call(deleteApplication, { params: { id: app.id } });
    for (const url of [app.thumbnailUrl, app.thumbnailLargeUrl]) expect((await see(url)).status).toBe(404);
  });

  test('stays when a private app is renamed, and changes with its audience', async () => {
    const app = await withPicture();
    const params = { id: app.id };
    const current = async () => pictureOf(await ada.call(getApplication, { params }));
    const expectMoved = async (from: string) => {
      expect(await current()).not.toBe(from);
      expect((await see(from)).status).toBe(404);
      expect((await see(await current())).status).toBe(200);
    };
    await edit(ada, app.id, null, { name: 'Renamed' });
    expect(await current()).toBe(pictureOf(app));
    await ada.call(renewShareKey, { params });
    await expectMoved(pictureOf(app));
    const renewed = await current();
    await ada.call(switchOffShareKey, { params });
    await expectMoved(renewed);
    await edit(ada, app.id, null, { isPublic: true });
    const shown = await current();
    expect((await see(shown)).headers['cache-control']).toMatch(/^public/);
    await ada.call(renewShareKey, { params });
    expect(await current()).toBe(shown);
    await edit(ada, app.id, null, { isPublic: false });
    await expectMoved(shown);
    expect((await see(await current())).headers['cache-control']).toMatch(/^private/);
  });
});
