import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { newId } from '#server/platform/ids.ts';
import { whileDeadlocked } from '#server/testing/measures/deadlock.ts';
import { type Person, signIn, type TestFile, type Visitor, visitor } from '#server/testing/people/people.ts';
import { ownOrganization, publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Application, getApplication, listApplications } from '#shared/apps/apps.ts';
import { builtinStore } from '../../storage/testing.ts';
import { loadManifest } from './read.ts';

let server: TestServer;
let ada: Person;
const page = '<!doctype html><title>Pong</title><script src="game.js"></script>';
const build = makeZip([
  { name: 'index.html', data: page },
  { name: 'game.js', data: 'document.title = "playing";' },
]);
const zip: TestFile = { name: 'pong.zip', bytes: build, type: 'application/zip' };

beforeAll(async () => {
  // Failures are made on purpose here; the log would tell of each.
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

const create = (who: Visitor, body: Record<string, unknown> = {}, file = zip): Promise<Application> =>
  publishApp(who, { body: { name: 'Pong', ...body } as never, files: { build: file } });

/** How many rows there are of what a publication makes. */
async function countRows(): Promise<unknown> {
  const { rows } = await server.context.pool.query(`
    select (select count(*) from apps) as apps, (select count(*) from versions) as versions,
      (select count(*) from version_files) as files`);
  return rows[0];
}

async function leftovers(): Promise<string[]> {
  const { staging, uploads } = server.context.folders;
  const forms = (await readdir(uploads)).filter((name) => name.startsWith('form-'));
  return [...(await readdir(staging)), ...forms];
}

test('one multipart request publishes a build as version 1.0.0 of a private application', async () => {
  const app = await create(ada, { description: 'Two players', theme: 'dark' });
  expect(app).toMatchObject({
    name: 'Pong',
    description: 'Two players',
    isPublic: false,
    organizationId: await ownOrganization(ada),
    uploadedBy: ada.id,
    version: '1.0.0',
    theme: 'dark',
    fileName: 'pong.zip',
    fileSize: build.length,
    build: { kind: 'web', entry: 'index.html', fileCount: 2 },
    can: { edit: true, update: true, delete: true },
  });
  expect(app.shareUrl).toMatch(/\/play\/[a-z2-7]{26}\?key=[\w-]{43}$/);
  expect(await ada.call(getApplication, { params: { id: app.id } })).toEqual(app);
  expect(await leftovers()).toEqual([]);
});

test('a page that comes by its type alone is published', async () => {
  const app = await create(ada, {}, { name: 'My Game', bytes: page, type: 'text/html' });
  expect(app).toMatchObject({
    fileName: 'My Game',
    build: { kind: 'html', entry: 'index.html', fileCount: 1 },
  });
});

test('what a version serves and its original are in the store when the answer comes', async () => {
  const app = await create(ada, { name: 'Stored', isPublic: 'true' });
  const { rows } = await server.context.pool.query(
    'select v.id, v.original_sha256, v.app_id from versions v join apps a on a.active_version_id = v.id where a.id = $1',
    [app.id],
  );
  const files = await loadManifest(server.context, rows[0].id);
  expect(files.map((file) => [file.path, file.size])).toEqual([
    ['game.js', 27],
    ['index.html', page.length],
  ]);
  for (const sha256 of [...files.map((file) => file.sha256), rows[0].original_sha256.toString('hex')]) {
    const { rows: forms } = await server.context.pool.query(
      `select key, size from blob_encodings where sha256 = $1 and encoding = 'identity'`,
      [Buffer.from(sha256, 'hex')],
    );
    expect(await (await builtinStore(server.context)).stat(forms[0].key)).toMatchObject({
      size: forms[0].size,
    });
  }
});

test('a visitor cannot publish', async () => {
  await expect(create(visitor(server))).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'User must be logged in',
  });
  expect(await leftovers()).toEqual([]);
});

test.each([
  ['name', {}, { name: '   ' }, 'Please enter an application name'],
  ['name', {}, { name: 'x'.repeat(121) }, 'Please keep the name under 120 characters'],
  ['name', {}, { name: 'a\0b' }, 'Please remove control characters and line breaks.'],
  ['description', {}, { description: 'x'.repeat(5001) }, /under 5,000 characters/],
  ['description', {}, { description: 'a\0b' }, 'Please remove control characters.'],
  [
    'theme',
    {},
    { theme: 'neon' },
    'Please choose a theme: vanilla, modern, gaming, corporate, minimal or dark',
  ],
  ['isPublic', {}, { isPublic: 'maybe' }, /./],
  ['organizationId', {}, { organizationId: 'b'.repeat(26) }, 'Please select an organization'],
  ['organizationId', {}, { organizationId: '' }, 'Please select an organization'],
  ['organizationId', {}, { organizationId: 'x' }, /^This is not a valid id, .*"x"\.$/],
  ['uploadId', {}, { uploadId: 'x' }, /^This is not a valid id, .*"x"\.$/],
  ['uploadId', {}, { uploadId: 'a'.repeat(26) }, /not both/],
  ['build', { name: 'game.exe', type: 'application/x-msdownload' }, {}, /^Please select a valid WebGL/],
  ['build', { name: 'empty.zip', bytes: '' }, {}, 'Please select a file to upload'],
])('a bad %s is refused (%j %j) and nothing is made', async (field, file, body, sentence) => {
  const before = await countRows();
  const error = await create(ada, body, { ...zip, ...file }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'invalid_input',
    fields: { [field]: expect.stringMatching(sentence) },
  });
  expect(await countRows()).toEqual(before);
  expect(await leftovers()).toEqual([]);
});

test('without a file or an upload it asks for a file', async () => {
  const nothing = publishApp(ada, { body: { name: 'Pong' } });
  await expect(nothing).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { build: 'Please select a file to upload' },
  });
});

test('a file that is too large is refused by its size', async () => {
  const small = await startServer({ env: { FLUX_MAX_UPLOAD_BYTES: '1048576' } });
  try {
    const bytes = Buffer.alloc(1_048_577);
    const refused = create(await signIn(small, 'ada'), {}, { ...zip, bytes });
    await expect(refused).rejects.toMatchObject({
      code: 'too_large',
      message: 'File size must be less than 1MB',
    });
    expect(await readdir(small.context.folders.uploads)).toEqual([]);
  } finally {
    await small.close();
  }
});

test('every column that a client might claim is refused or ignored, and decided by the server', async () => {
  const { rows } = await server.context.pool.query<{ name: string }>(`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public' and column_name not in ('name', 'description', 'theme')`);
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const accepted = new Set(['isPublic', 'organizationId', 'uploadedBy']);
  const columns = rows.flatMap(({ name }) => [name, camel(name)]).filter((name) => !accepted.has(name));
  const before = await countRows();
  for (const column of new Set([...columns, 'isAdmin', 'planLimits', '__proto__x', 'constructor']))
    await expect(create(ada, { [column]: 'x' }), column).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await countRows()).toEqual(before);
  const bob = await signIn(server, 'bob');
  const app = await create(ada, {
    uploadedBy: bob.id,
    uploadedByUsername: 'bob',
    uploadedByEmail: bob.email,
    fileUrl: 'javascript:alert(1)',
  });
  expect(app).toMatchObject({ uploadedBy: ada.id, uploadedByUsername: 'ada' });
  expect(app.fileUrl).toBe(`/api/applications/${app.id}/download`);
});

test.each([
  ['<script>alert(1)</script>'],
  ['"; drop table apps; --'],
  ["' or 1=1 --"],
  ['$\u007b7*7} {{7*7}} %s%n $(reboot) `id`'],
  ['=cmd|"/c calc"!A1'],
  ['田中さんにあげて下さい 👩‍👩‍👧 Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤'],
  ['null'],
  ['../../../etc/passwd%00.html'],
  ['ﷺ'.repeat(60)],
])('the text %s comes back exactly as it was sent', async (text) => {
  const { id } = await create(ada, { name: text, description: `${text}\n\t${text}` });
  const app = await ada.call(getApplication, { params: { id } });
  expect(app.name).toBe(text);
  expect(app.description).toBe(`${text}\n\t${text}`);
});

test('half of a surrogate pair in JSON is refused in words', async () => {
  const answer = await ada.fetch('/api/applications', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name": "a\\ud800b", "uploadId": "aaaaaaaaaaaaaaaaaaaaaaaaaa"}',
  });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { name: 'Please remove broken characters.' } });
});

test('a file name is kept without folders and control characters', async () => {
  const app = await create(ada, {}, { ...zip, name: '..\\..\\пинг 🎮.zip' });
  expect(app.fileName).toBe('пинг 🎮.zip');
});

test.each([
  ['no page', makeZip([{ name: 'readme.txt', data: 'hello' }])],
  ['no archive', Buffer.from('this is not a zip at all')],
  ['a cut archive', build.subarray(0, build.length - 30)],
])('a build with %s is refused with what was looked for, and leaves nothing', async (_, bytes) => {
  const before = await countRows();
  const error = await create(ada, {}, { ...zip, bytes }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'build_refused' });
  expect((error as Error).message.length).toBeGreaterThan(20);
  expect(await countRows()).toEqual(before);
  expect(await leftovers()).toEqual([]);
});

test('when the database refuses, nothing is left but bytes for the sweeper', async () => {
  const before = await countRows();
  await server.context.pool.query(
    'alter table version_files add constraint broken check (path is null) not valid',
  );
  try {
    await expect(create(ada)).rejects.toMatchObject({ code: 'internal' });
  } finally {
    await server.context.pool.query('alter table version_files drop constraint broken');
  }
  expect(await countRows()).toEqual(before);
  expect(await leftovers()).toEqual([]);
});

test('a public app is in everyone’s list at once, a private one in its owner’s alone', async () => {
  const suffix = newId();
  const [open, closed] = await Promise.all([
    create(ada, { name: `open ${suffix}`, isPublic: 'on' }),
    create(ada, { name: `closed ${suffix}` }),
  ]);
  const listed = async (who: Visitor) => {
    const { items } = await who.call(listApplications, { query: { limit: 100 } });
    return [open, closed].map((app) => items.some((card) => card.id === app.id));
  };
  expect(await listed(visitor(server))).toEqual([true, false]);
  expect(await listed(ada)).toEqual([true, true]);
});

test('an app is made, once, also where PostgreSQL ends its transaction for the sake of another', async () => {
  const eve = await signIn(server, 'eve');
  const body = { name: 'Twice' };
  const app = await whileDeadlocked(server.context.db, 'versions', () => create(eve, body));
  const made = await server.context.db
    .selectFrom('apps')
    .select('id')
    .where('owner_id', '=', eve.id)
    .execute();
  expect(made).toEqual([{ id: app.id }]);
});
