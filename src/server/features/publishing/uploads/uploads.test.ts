import { randomBytes } from 'node:crypto';
import { readFile, rename, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freeBytes } from '#server/platform/files/disk.ts';
import { newId } from '#server/platform/ids.ts';
import type { Answer } from '#server/testing/http/request.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { listUploads, uploadLifetimeHours } from '#shared/versions/uploads.ts';
import { refuseWithoutRoom } from './create.ts';
import { uploadPath } from './files.ts';
import { sweepUploads } from './sweep.ts';
import { discardUpload, markPublished, takeUpload } from './take.ts';

const maxBytes = 10 * 1_048_576;
let server: TestServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_MAX_UPLOAD_BYTES: String(maxBytes) } });
  ada = await signIn(server, 'ada');
  bob = await signIn(server, 'bob');
});
afterAll(() => server.close());
afterEach(() => server.context.db.deleteFrom('uploads').execute());

const tus = { 'tus-resumable': '1.0.0' };

function metadata(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

function create(person: Pick<Person, 'fetch'>, size: number, fields = { filename: 'game.zip' }) {
  return person.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(size), 'upload-metadata': metadata(fields) },
  });
}

async function created(person: Person, size: number): Promise<string> {
  const answer = await create(person, size);
  expect(answer.status).toBe(201);
  return idOf(answer);
}

function idOf(answer: Answer): string {
  return answer.headers.location?.split('/').at(-1) ?? '';
}

function send(person: Pick<Person, 'fetch'>, id: string, offset: number, bytes: Buffer) {
  return person.fetch(`/api/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
    body: bytes,
  });
}

const ask = (person: Pick<Person, 'fetch'>, id: string) =>
  person.fetch(`/api/uploads/${id}`, { method: 'HEAD', headers: tus });

async function offsetOf(person: Person, id: string): Promise<number> {
  return Number((await ask(person, id)).headers['upload-offset']);
}

/** Begins a PATCH of `bytes`, but sends only the first `sent` of them; the connection stays open. */
function beginPatch(person: Person, id: string, offset: number, bytes: Buffer, sent: number) {
  const outgoing = httpRequest({
    ...server.address,
    agent: false,
    method: 'PATCH',
    path: `/api/uploads/${id}`,
    headers: {
      ...tus,
      host: new URL(server.context.config.publicUrl).host,
      origin: server.context.config.publicUrl,
      'sec-fetch-site': 'same-origin',
      cookie: person.cookie,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
  });
  const ended = new Promise<number | null>((resolve) => {
    outgoing.on('response', (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? null);
    });
    outgoing.on('error', () => resolve(null));
  });
  outgoing.write(bytes.subarray(0, sent));
  return { cut: () => outgoing.destroy(), ended };
}

async function untilReceived(id: string, bytes: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await readFile(uploadPath(server.context, id))).length >= bytes) return;
    await sleep(20);
  }
  throw new Error('The bytes never arrived.');
}

test('a file is sent in parts, and can be taken whole', async () => {
  const bytes = randomBytes(5_000_000);
  const answer = await create(ada, bytes.length);
  expect(answer.status).toBe(201);
  expect(answer.headers.location).toMatch(/^\/api\/uploads\/[a-z2-7]{26}$/);
  expect(answer.headers['upload-expires']).toBeTruthy();
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  const id = idOf(answer);
  const first = await send(ada, id, 0, bytes.subarray(0, 4_194_304));
  expect([first.status, first.headers['upload-offset']]).toEqual([204, '4194304']);
  const head = await ask(ada, id);
  expect(head.headers).toMatchObject({ 'upload-offset': '4194304', 'upload-length': '5000000' });
  expect((await send(ada, id, 4_194_304, bytes.subarray(4_194_304))).status).toBe(204);
  const taken = await takeUpload(server.context, viewer(ada), id);
  expect(taken).toMatchObject({ id, fileName: 'game.zip', size: 5_000_000, published: null });
  expect((await readFile(taken.path)).equals(bytes)).toBe(true);
});

test('a first part may come with the creation', async () => {
  const answer = await ada.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': '10',
      'upload-metadata': metadata({ filename: 'page.html' }),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from('01234'),
  });
  expect([answer.status, answer.headers['upload-offset']]).toEqual([201, '5']);
});

test('what came through before the connection broke is kept, and the rest makes equal bytes', async () => {
  const bytes = randomBytes(3_000_000);
  const id = await created(ada, bytes.length);
  const patch = beginPatch(ada, id, 0, bytes, 1_000_000);
  await untilReceived(id, 900_000);
  patch.cut();
  const offset = await offsetOf(ada, id);
  expect(offset).toBeGreaterThanOrEqual(900_000);
  expect((await send(ada, id, offset, bytes.subarray(offset))).status).toBe(204);
  const { path } = await takeUpload(server.context, viewer(ada), id);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('a new request takes over from one that hangs, and only one of them writes', async () => {
  const bytes = randomBytes(2_000_000);
  const id = await created(ada, bytes.length);
  const stuck = beginPatch(ada, id, 0, bytes, 500_000);
  await untilReceived(id, 400_000);
  const begun = Date.now();
  const offset = await offsetOf(ada, id);
  expect(Date.now() - begun).toBeLessThan(8_000);
  expect((await send(ada, id, offset, bytes.subarray(offset))).status).toBe(204);
  await stuck.ended;
  const { path } = await takeUpload(server.context, viewer(ada), id);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('of two writers at one offset, one is told to ask again', async () => {
  const id = await created(ada, 8);
  const answers = await Promise.all([
    send(ada, id, 0, Buffer.from('aaaa')),
    send(ada, id, 0, Buffer.from('bbbb')),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
  expect(await offsetOf(ada, id)).toBe(4);
});

test('a part at another offset changes nothing', async () => {
  const id = await created(ada, 8);
  const answer = await send(ada, id, 4, Buffer.from('late'));
  expect(answer.status).toBe(409);
  expect(answer.json<ErrorBody>()).toMatchObject({ success: false, code: 'conflict' });
  expect(await offsetOf(ada, id)).toBe(0);
});

test('nothing can be written to a complete upload', async () => {
  const id = await created(ada, 4);
  await send(ada, id, 0, Buffer.from('done'));
  for (const [offset, bytes] of [
    [0, 'evil'],
    [4, 'more'],
    [4, ''],
  ] as const) {
    const answer = await send(ada, id, offset, Buffer.from(bytes));
    expect([answer.status, answer.json<ErrorBody>().code]).toEqual([410, 'gone']);
  }
  const { path } = await takeUpload(server.context, viewer(ada), id);
  expect(await readFile(path, 'utf8')).toBe('done');
});

test('more than was announced is refused', async () => {
  const id = await created(ada, 4);
  const answer = await send(ada, id, 0, Buffer.from('too much'));
  expect([answer.status, answer.json<ErrorBody>().code]).toEqual([413, 'too_large']);
});

test('an upload is seen by its owner alone', async () => {
  const id = await created(ada, 8);
  for (const stranger of [bob]) {
    expect((await ask(stranger, id)).status).toBe(404);
    const answer = await send(stranger, id, 0, Buffer.from('evil'));
    expect([answer.status, answer.json<ErrorBody>().code]).toEqual([404, 'upload_not_found']);
    expect((await stranger.fetch(`/api/uploads/${id}`, { method: 'DELETE', headers: tus })).status).toBe(404);
    expect(await stranger.call(listUploads)).toEqual([]);
  }
  await expect(takeUpload(server.context, viewer(bob), id)).rejects.toMatchObject({
    code: 'upload_not_found',
  });
  expect(await offsetOf(ada, id)).toBe(0);
});

test('who is signed out can do nothing', async () => {
  const id = await created(ada, 8);
  const nobody = visitor(server);
  expect((await create(nobody, 8)).status).toBe(401);
  expect((await ask(nobody, id)).status).toBe(401);
  expect((await send(nobody, id, 0, Buffer.from('evil'))).status).toBe(401);
  expect((await nobody.fetch('/api/uploads')).status).toBe(401);
});

test('content is never given back', async () => {
  const id = await created(ada, 4);
  await send(ada, id, 0, Buffer.from('mine'));
  expect((await ada.fetch(`/api/uploads/${id}`, { headers: tus })).status).toBe(405);
});

test.each(['nonsense', 'secret-key', `${'a'.repeat(26)}`, 'form-abc'])(
  'the id %s names no upload',
  async (id) => {
    expect((await ask(ada, id)).status).toBe(404);
  },
);

test.each([
  [{ filename: 'game.exe' }, 'Please select a valid WebGL/WebXR build file'],
  [{ filename: '' }, 'needs a name'],
  [{ filename: 'a\u0000.zip' }, 'without control characters'],
  [{ filename: `${'a'.repeat(300)}.zip` }, 'at most 255'],
])('the metadata %j are refused', async (fields, sentence) => {
  const answer = await create(ada, 8, fields);
  expect(answer.status).toBe(400);
  expect(answer.json<ErrorBody>()).toMatchObject({ success: false, code: 'invalid_input' });
  expect(answer.json<ErrorBody>().error).toContain(sentence);
});

test.each([
  ['no version', { 'upload-length': '8' }],
  ['no length', { ...tus }],
  ['a length that is no number', { ...tus, 'upload-length': '8e3' }],
  ['a length to be told later', { ...tus, 'upload-defer-length': '1' }],
  ['metadata that are not base64', { ...tus, 'upload-length': '8', 'upload-metadata': 'filename ä' }],
])('a creation with %s is refused in the usual envelope', async (_what, headers) => {
  const answer = await ada.fetch('/api/uploads', { method: 'POST', headers });
  expect(answer.json<ErrorBody>()).toMatchObject({ success: false, code: 'invalid_input' });
});

test('an empty file and one that is too large are refused', async () => {
  expect((await create(ada, 0)).status).toBe(400);
  const answer = await create(ada, maxBytes + 1);
  expect([answer.status, answer.json<ErrorBody>().error]).toEqual([413, 'File size must be less than 10MB']);
});

test('a fourth open upload is refused, also when all come at once; one given up makes room', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(ada, 8)));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
  expect(answers.find((answer) => answer.status === 403)?.json<ErrorBody>().code).toBe('limit_reached');
  const open = await ada.call(listUploads);
  expect(open).toHaveLength(3);
  const given = open[0]?.id ?? '';
  expect((await ada.fetch(`/api/uploads/${given}`, { method: 'DELETE', headers: tus })).status).toBe(204);
  await expect(readFile(uploadPath(server.context, given))).rejects.toThrow('ENOENT');
  expect((await create(ada, 8)).status).toBe(201);
});

test('one sees one’s own unfinished uploads, with what has arrived', async () => {
  const id = await created(ada, 8);
  await send(ada, id, 0, Buffer.from('half'));
  expect(await ada.call(listUploads)).toMatchObject([{ id, fileName: 'game.zip', size: 8, offset: 4 }]);
});

test('a full disk is told, nothing acknowledged is lost, and the upload goes on later', async () => {
  const id = await created(ada, 8);
  await send(ada, id, 0, Buffer.from('half'));
  const path = uploadPath(server.context, id);
  await rename(path, `${path}.aside`);
  // Every write to this device fails for lack of space, as on a full disk; its size is 0.
  await symlink('/dev/full', path);
  const full = await send(ada, id, 0, Buffer.from('half'));
  expect([full.status, full.json<ErrorBody>().code]).toEqual([507, 'storage_full']);
  await unlink(path);
  await rename(`${path}.aside`, path);
  expect(await offsetOf(ada, id)).toBe(4);
  expect((await send(ada, id, 4, Buffer.from('rest'))).status).toBe(204);
});

test('what others still have to send is room that is taken, and what came of them is not taken twice', async () => {
  const free = await freeBytes(server.context.folders.uploads);
  const growing = [{ id: newId(), size: Math.floor(free / 2) }];
  const refuse = (share: number) => refuseWithoutRoom(server.context, Math.floor(free * share), growing);
  await refuse(0.3);
  await expect(refuse(0.7)).rejects.toMatchObject({ code: 'storage_full' });
  const path = uploadPath(server.context, growing[0]?.id ?? '');
  await writeFile(path, '');
  // A hole takes no room, so what is free stays what it was.
  await truncate(path, Math.floor(free / 2));
  await refuse(0.7);
  await expect(refuse(1.2)).rejects.toMatchObject({ code: 'storage_full' });
  await unlink(path);
});

test('an expired upload is gone, and the sweep gives its bytes back', async () => {
  const id = await created(ada, 8);
  await send(ada, id, 0, Buffer.from('half'));
  const { expires_at: expires } = await server.context.db
    .selectFrom('uploads')
    .select('expires_at')
    .executeTakeFirstOrThrow();
  expect(expires.getTime() - server.clock.now().getTime()).toBe(uploadLifetimeHours * 3_600_000);
  server.clock.advance(uploadLifetimeHours * 3_600_000);
  const cara = await signIn(server, 'ada');
  expect((await ask(cara, id)).status).toBe(404);
  await sweepUploads(server.context);
  await expect(readFile(uploadPath(server.context, id))).rejects.toThrow('ENOENT');
  ada = cara;
  bob = await signIn(server, 'bob');
});

test('an upload that is to be published lasts as long as a new one, and one that is not complete gains nothing', async () => {
  const [whole, half] = [await created(ada, 4), await created(ada, 8)];
  await send(ada, whole, 0, Buffer.from('done'));
  await send(ada, half, 0, Buffer.from('half'));
  const lastMinute = uploadLifetimeHours * 3_600_000 - 60_000;
  server.clock.advance(lastMinute);
  await takeUpload(server.context, viewer(ada), whole);
  await expect(takeUpload(server.context, viewer(ada), half)).rejects.toMatchObject({
    code: 'upload_incomplete',
  });
  server.clock.advance(lastMinute);
  await sweepUploads(server.context);
  const { path } = await takeUpload(server.context, viewer(ada), whole);
  expect(await readFile(path, 'utf8')).toBe('done');
  await expect(takeUpload(server.context, viewer(ada), half)).rejects.toMatchObject({
    code: 'upload_not_found',
  });
  await discardUpload(server.context, whole);
  ada = await signIn(server, 'ada');
  bob = await signIn(server, 'bob');
});

test('an upload is published once, and remembers as what', async () => {
  const id = await created(ada, 4);
  await expect(takeUpload(server.context, viewer(ada), id)).rejects.toMatchObject({
    code: 'upload_incomplete',
  });
  await send(ada, id, 0, Buffer.from('done'));
  const as = (appId: string) => ({ appId, versionId: 'version', madeApp: false });
  const mark = (appId: string) =>
    server.context.db.transaction().execute((trx) => markPublished(trx, id, as(appId)));
  expect(await mark('first')).toBeNull();
  expect(await mark('second')).toEqual(as('first'));
  await discardUpload(server.context, id);
  expect(await takeUpload(server.context, viewer(ada), id)).toMatchObject({
    published: as('first'),
  });
  expect(await ada.call(listUploads)).toEqual([]);
});

test('an upload that was refused no longer counts as open', async () => {
  const id = await created(ada, 4);
  await send(ada, id, 0, Buffer.from('junk'));
  await discardUpload(server.context, id);
  expect(await ada.call(listUploads)).toEqual([]);
  await expect(takeUpload(server.context, viewer(ada), id)).rejects.toMatchObject({
    code: 'upload_not_found',
  });
});

function viewer(person: Person) {
  return {
    id: person.id,
    username: '',
    email: null,
    role: 'user' as const,
    sessionId: '',
    signedInAt: new Date(),
  };
}
