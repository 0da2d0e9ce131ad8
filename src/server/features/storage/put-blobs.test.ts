import { randomBytes } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { findAttempt, insertAttempt } from './compression/delta-store.ts';
import { createStorageProbe } from './health.ts';
import { putBlobs } from './put-blobs.ts';
import { findForms } from './read.ts';
import { findBlob, setCompression } from './store.ts';
import { sweepBlobs, sweepFiles } from './sweep.ts';
import { ageBlobs, builtinStore, onlyStore, sha256, stage } from './testing.ts';

let server: TestServer;
let context: TestServer['context'];
let store: BlobStore;
beforeAll(async () => {
  server = await startServer();
  context = server.context;
  store = await builtinStore(context);
});
afterAll(() => server.close());

const never = new AbortController().signal;
const day = 24 * 3_600_000;
const past = () => new Date(context.clock.now().getTime() - 2 * day);

async function formsOf(content: Buffer) {
  return (await findForms(context, [Buffer.from(sha256(content), 'hex')])).get(sha256(content)) ?? [];
}

const age = (content: Buffer) => ageBlobs(context, [Buffer.from(sha256(content), 'hex')]);

test('a stored blob is readable in each of its forms', async () => {
  const content = Buffer.from('content '.repeat(100));
  await putBlobs(context, [await stage(context, content, ['identity', 'gzip'])]);
  const forms = await formsOf(content);
  expect(forms.map((form) => form.encoding).sort()).toEqual(['gzip', 'identity']);
  for (const form of forms) {
    const stored = await buffer(await store.get(form.key));
    expect([stored.length, sha256(stored)]).toEqual([form.size, form.storedSha256]);
  }
});

test('stored content is not written again, and a new form is added and announced', async () => {
  const content = randomBytes(1000);
  const heard: string[] = [];
  const forget = context.changes.subscribe({
    onChange: (change) => heard.push(`${change.kind} ${change.id}`),
    onGap: () => {},
  });
  await putBlobs(context, [await stage(context, content)]);
  const again = await stage(context, content, ['identity', 'br']);
  await putBlobs(context, [again, again]);
  expect((await readFile(again.forms[0]?.path ?? '')).equals(content)).toBe(true);
  expect((await formsOf(content)).map((form) => form.encoding).sort()).toEqual(['br', 'identity']);
  await expect.poll(() => heard).toEqual([`blob ${sha256(content)}`]);
  forget();
});

test('a smaller form replaces an existing one, a larger one does not', async () => {
  const content = Buffer.from('content '.repeat(2_000));
  const form = async (level: number) => {
    const staged = await stage(context, content);
    const path = `${staged.forms[0]?.path}.gzip`;
    const bytes = gzipSync(content, { level });
    await writeFile(path, bytes);
    const gzip = { encoding: 'gzip' as const, path, size: bytes.length, storedSha256: sha256(bytes) };
    return { ...staged, forms: [...staged.forms, gzip] };
  };
  for (const [level, kept] of [
    [1, 1],
    [9, 9],
    [1, 9],
  ] as const) {
    await putBlobs(context, [await form(level)]);
    const found = (await formsOf(content)).find(({ encoding }) => encoding === 'gzip');
    const stored = await buffer(await store.get(found?.key ?? ''));
    expect(stored.equals(gzipSync(content, { level: kept }))).toBe(true);
    expect([found?.size, found?.storedSha256]).toEqual([stored.length, sha256(stored)]);
  }
});

test('content stored concurrently exists once, with one form per encoding', async () => {
  const contents = Array.from({ length: 20 }, () => randomBytes(500));
  const publishers = Array.from({ length: 4 }, async (_, turn) => {
    const blobs = await Promise.all(contents.map((content) => stage(context, content)));
    await putBlobs(context, turn % 2 === 0 ? blobs : blobs.reverse());
  });
  await Promise.all(publishers);
  for (const content of contents) expect(await formsOf(content)).toHaveLength(1);
});

test('the sweep deletes blobs untouched for a day, rows and files', async () => {
  const [old, fresh] = [randomBytes(300), randomBytes(300)] as const;
  await putBlobs(context, [await stage(context, old, ['identity', 'gzip']), await stage(context, fresh)]);
  const keys = (await formsOf(old)).map((form) => form.key);
  await age(old);
  await sweepBlobs(context, never);
  expect(await formsOf(old)).toEqual([]);
  for (const key of keys) expect(await store.stat(key)).toBeNull();
  expect(await formsOf(fresh)).toHaveLength(1);
});

test('the sweep never deletes files or original uploads of a version', async () => {
  const [served, original] = [randomBytes(300), randomBytes(300)] as const;
  await putBlobs(context, [await stage(context, served), await stage(context, original)]);
  await insertVersion(served, original);
  await age(served);
  await age(original);
  await sweepBlobs(context, never);
  for (const content of [served, original]) {
    const [form] = await formsOf(content);
    expect(await store.stat(form?.key ?? 'none')).toMatchObject({ size: 300 });
  }
});

test('content of a deleted version or app stays one more day, whatever its age', async () => {
  const [served, original] = [randomBytes(300), randomBytes(300)] as const;
  await putBlobs(context, [await stage(context, served), await stage(context, original)]);
  const id = await insertVersion(served, original);
  await age(served);
  await age(original);
  await context.db.deleteFrom('apps').where('id', '=', id).execute();
  await sweepBlobs(context, never);
  for (const content of [served, original]) {
    await expectWhole(content);
    await age(content);
  }
  await sweepBlobs(context, never);
  for (const content of [served, original]) expect(await formsOf(content)).toEqual([]);
});

test('old unknown files are deleted, others stay', async () => {
  const content = randomBytes(300);
  await putBlobs(context, [await stage(context, content)]);
  const unknown = async (content: Buffer, old: boolean) => {
    const name = sha256(content);
    const key = `blobs/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.identity`;
    await store.put(key, content, content.length);
    if (old) await utimes(store.localPath(key) ?? '', past(), past());
    return key;
  };
  const [old, fresh] = [await unknown(randomBytes(9), true), await unknown(randomBytes(9), false)] as const;
  const [known] = await formsOf(content);
  await utimes(store.localPath(known?.key ?? '') ?? '', past(), past());
  await sweepFiles(context, never);
  expect(await store.stat(old)).toBeNull();
  expect(await store.stat(fresh)).not.toBeNull();
  expect(await store.stat(known?.key ?? '')).not.toBeNull();
});

test('after an interrupted sweep, storing the content restores it', async () => {
  const content = randomBytes(300);
  await putBlobs(context, [await stage(context, content)]);
  const [form] = await formsOf(content);
  const hash = Buffer.from(sha256(content), 'hex');
  const { db } = context;
  await setCompression(db, hash, 'best');
  await insertAttempt(db, { sha256: hash, dictionary: hash, kept: false, cpu_seconds: 1 }, past());
  await age(content);
  const dies: BlobStore = Object.create(store);
  dies.delete = async (key) => {
    await store.delete(key);
    throw new Error('killed');
  };
  await expect(sweepBlobs({ ...context, stores: onlyStore(dies) }, never)).rejects.toThrow('killed');
  // A concurrent compressor does not mark it as compressed.
  await setCompression(db, hash, 'best');
  await putBlobs(context, [await stage(context, content)]);
  expect(await store.stat(form?.key ?? '')).toMatchObject({ size: 300 });
  expect(await formsOf(content)).toHaveLength(1);
  expect(await findBlob(db, hash)).toMatchObject({ compression: 'none' });
  expect(await findAttempt(db, { sha256: hash, dictionary: hash })).toBeUndefined();
});

test('concurrent storing and sweeping never loses referenced bytes', async () => {
  const contents = Array.from({ length: 5 }, () => randomBytes(200));
  for (let round = 0; round < 30; round += 1) {
    const staged = await Promise.all(contents.map((content) => stage(context, content)));
    for (const content of contents) await age(content);
    const delays = [Math.random() * 12, Math.random() * 12] as const;
    const [publishing] = await Promise.all([
      sleep(delays[0]).then(() => putBlobs(context, staged)),
      sleep(delays[1]).then(() => sweepBlobs(context, never)),
    ]);
    expect(publishing).toBeUndefined();
    for (const content of contents) await expectWhole(content);
  }
});

test('storing content whose unknown file is being swept never loses it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const content = randomBytes(200);
    const name = sha256(content);
    const key = `blobs/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.identity`;
    await store.put(key, content, content.length);
    await utimes(store.localPath(key) ?? '', past(), past());
    const staged = await stage(context, content);
    await Promise.all([
      sleep(Math.random() * 8).then(() => putBlobs(context, [staged])),
      sleep(Math.random() * 8).then(() => sweepFiles(context, never)),
    ]);
    await expectWhole(content);
  }
});

test('a writable and readable store is healthy, and the probe leaves nothing', async () => {
  expect(await createStorageProbe(context)()).toBe(true);
  const left: string[] = [];
  for await (const key of store.list('health/')) left.push(key);
  expect(left).toEqual([]);
  const broken: BlobStore = Object.create(store);
  broken.put = async () => {
    throw new Error('read-only file system');
  };
  expect(await createStorageProbe({ stores: onlyStore(broken), log: { warn: () => {} } as never })()).toBe(
    false,
  );
});

test('an unresponsive store is probed once for concurrent callers, and again after it responded', async () => {
  const { promise: hangs, resolve: answer } = Promise.withResolvers<void>();
  let asked = 0;
  const slow: BlobStore = Object.create(store);
  slow.put = async (...args) => {
    asked += 1;
    await hangs;
    await store.put(...args);
  };
  slow.get = (key) => store.get(key);
  slow.delete = (key) => store.delete(key);
  const works = createStorageProbe({ stores: onlyStore(slow), log: context.log });
  const answers = [works(), works(), works()];
  await expect.poll(() => asked).toBe(1);
  answer();
  expect(await Promise.all(answers)).toEqual([true, true, true]);
  expect(await works()).toBe(true);
  expect(asked).toBe(2);
});

test('the probe file of a crashed server is deleted by the daily sweep', async () => {
  const [old, fresh] = ['health/old', 'health/fresh'];
  for (const key of [old, fresh]) await store.put(key, Buffer.from('x'), 1);
  await utimes(store.localPath(old) ?? '', past(), past());
  await sweepFiles(context, never);
  expect([await store.stat(old), (await store.stat(fresh))?.size]).toEqual([null, 1]);
  await store.delete(fresh);
});

test('an interrupted sweep is completed by the next', async () => {
  const content = randomBytes(300);
  await putBlobs(context, [await stage(context, content)]);
  const [form] = await formsOf(content);
  await age(content);
  const dies: BlobStore = Object.create(store);
  dies.delete = () => Promise.reject(new Error('killed'));
  await expect(sweepBlobs({ ...context, stores: onlyStore(dies) }, never)).rejects.toThrow('killed');
  expect(await findBlob(context.db, Buffer.from(sha256(content), 'hex'))).toBeDefined();
  await sweepBlobs(context, never);
  expect(await findBlob(context.db, Buffer.from(sha256(content), 'hex'))).toBeUndefined();
  // Its form was off the list already: it is found among the files, once it is old.
  await utimes(store.localPath(form?.key ?? '') ?? '', past(), past());
  await sweepFiles(context, never);
  expect(await store.stat(form?.key ?? '')).toBeNull();
});

test('a sweep of undeletable blobs ends, and skipped ones are deleted within a week', async () => {
  const contents = Array.from({ length: 250 }, () => randomBytes(100));
  const sha256s = contents.map((content) => Buffer.from(sha256(content), 'hex'));
  const rows = sha256s.map((sha256) => ({ sha256, size: 100, touched_at: past() }));
  await context.db.insertInto('blobs').values(rows).execute();
  await ageBlobs(context, sha256s);
  const left = async () =>
    (await context.db.selectFrom('blobs').select('sha256').where('size', '=', 100).execute()).length;
  // Rows found by the first step of a batch are locked by others in the second.
  await context.pool.query(
    `create function hold() returns trigger language plpgsql as 'begin return null; end';
     create trigger hold before delete on blobs for each row execute function hold();`,
  );
  await sweepBlobs(context, never);
  expect(await left()).toBe(250);
  await context.pool.query('drop trigger hold on blobs');
  await sweepBlobs(context, never);
  expect(await left()).toBe(250);
  server.clock.advance(7 * day);
  await sweepBlobs(context, never);
  expect(await left()).toBe(0);
});

async function expectWhole(content: Buffer): Promise<void> {
  const [form] = await formsOf(content);
  expect((await buffer(await store.get(form?.key ?? 'none'))).equals(content)).toBe(true);
}

let versions = 0;
async function insertVersion(served: Buffer, original: Buffer): Promise<string> {
  versions += 1;
  const id = `version-${versions}`;
  const now = context.clock.now();
  const person = { id: 'person', username: 'Ada', created_at: now, last_login_at: now, updated_at: now };
  await context.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('users')
      .values({ ...person, email: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const app = { name: '', description: '', is_public: false, theme: 'vanilla' as const, created_at: now };
    await trx
      .insertInto('apps')
      .values({
        ...app,
        id,
        owner_id: person.id,
        organization_id: null,
        active_version_id: id,
        share_key: null,
        updated_at: now,
      })
      .execute();
    await trx
      .insertInto('versions')
      .values({
        id,
        app_id: id,
        number: '1.0.0',
        file_name: 'a.zip',
        file_size: 1,
        original_sha256: Buffer.from(sha256(original), 'hex'),
        report: '{}',
        uploaded_by: person.id,
        uploaded_at: now,
      })
      .execute();
    await trx
      .insertInto('version_files')
      .values({
        version_id: id,
        path: 'index.html',
        sha256: Buffer.from(sha256(served), 'hex'),
        size: 1,
        content_type: 'text/html',
        role: null,
        encodable: true,
      })
      .execute();
  });
  return id;
}
