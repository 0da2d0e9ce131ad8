import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { DistantStore, storesOf } from '#server/testing/storage/distant-store.ts';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { putBlobs } from '../put-blobs.ts';
import { findForms } from '../read.ts';
import { findBlob, setCompression } from '../store.ts';
import { builtinStore, sha256, stage } from '../testing.ts';
import { checkGzipForms } from './check-gzip.ts';
import { lockCompression } from './compress-blob.ts';
import { listCompressionRequests } from './request-store.ts';

let server: TestServer;
let context: TestServer['context'];
beforeAll(async () => {
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  context = server.context;
});
afterAll(() => server.close());
beforeEach(async () => {
  await context.db.deleteFrom('blobs').execute();
});

const never = new AbortController().signal;
const prose = () => Buffer.from(randomBytes(100).toString('hex').repeat(50));
const hashOf = (content: Buffer) => Buffer.from(sha256(content), 'hex');

/** Content with a gzip form of these bytes, as if what it decodes to had never been asked. */
async function keep(content: Buffer, gzip: Buffer): Promise<Buffer> {
  const staged = await stage(context, content);
  const path = `${staged.forms[0]?.path}.gzip`;
  await writeFile(path, gzip);
  const form = { encoding: 'gzip' as const, path, size: gzip.length, storedSha256: sha256(gzip) };
  await putBlobs(context, [{ ...staged, forms: [...staged.forms, form] }]);
  await setCompression(context.db, hashOf(content), 'best');
  return content;
}
const keepWhole = (content = prose()) => keep(content, gzipSync(content));
const keepCrafted = (content = prose()) =>
  keep(content, Buffer.concat([gzipSync(''), gzipSync(content, { level: 9 })]));

/** Lists all gzip forms. */
async function list(): Promise<void> {
  await sql`insert into gzip_checks select sha256 from blob_encodings where encoding = 'gzip'`.execute(
    context.db,
  );
}

async function listed(): Promise<string[]> {
  const rows = await context.db.selectFrom('gzip_checks').select('sha256').execute();
  return rows.map((row) => row.sha256.toString('hex'));
}

async function encodings(content: Buffer): Promise<string[]> {
  const forms = (await findForms(context, [hashOf(content)])).get(sha256(content)) ?? [];
  return forms.map(({ encoding }) => encoding).sort();
}

test('older forms that browsers decode differently are replaced, all others stay', async () => {
  const [whole, crafted, other, plain] = [
    await keepWhole(),
    await keepCrafted(),
    await keep(prose(), gzipSync('something else')),
    prose(),
  ];
  await putBlobs(context, [await stage(context, plain)]);
  await list();
  expect((await listed()).sort()).toEqual([whole, crafted, other].map(sha256).sort());
  const heard: string[] = [];
  const forget = context.changes.subscribe({ onChange: (change) => heard.push(change.id), onGap: () => {} });
  await checkGzipForms(context, never);
  expect(await listed()).toEqual([]);
  expect(await encodings(whole)).toEqual(['gzip', 'identity']);
  expect(await findBlob(context.db, hashOf(whole))).toMatchObject({ compression: 'best' });
  for (const content of [crafted, other]) {
    expect(await encodings(content)).toEqual(['identity']);
    expect(await findBlob(context.db, hashOf(content))).toMatchObject({ compression: 'none' });
    expect(await listCompressionRequests(context.db, [hashOf(content)])).toHaveLength(1);
  }
  // Delivery forgets what it knew of them.
  await expect.poll(() => heard.toSorted()).toEqual([sha256(crafted), sha256(other)].sort());
  forget();
});

test('an interrupted check resumes, over any number of pages', async () => {
  const many = await Promise.all(Array.from({ length: 230 }, () => keepWhole(randomBytes(300))));
  const crafted = await keepCrafted();
  await list();
  const ends = new AbortController();
  const asked = new DistantStore(await builtinStore(context));
  asked.onChunk = (chunk) => {
    if (asked.gets.length === 150) ends.abort();
    return chunk;
  };
  const stores = storesOf({ [builtinStorageId]: asked });
  await expect(checkGzipForms({ ...context, stores }, ends.signal)).rejects.toThrow();
  expect((await listed()).length).toBe(many.length + 1 - 150);
  await checkGzipForms(context, never);
  expect([await listed(), await encodings(crafted)]).toEqual([[], ['identity']]);
  expect(await readdir(context.folders.staging)).not.toContainEqual(expect.stringMatching(/^check-/));
});

test('remote forms are read from there, and wait while their store is unavailable', async () => {
  const crafted = await keepCrafted();
  await list();
  const away = new DistantStore(await builtinStore(context));
  const stores = storesOf({ [builtinStorageId]: away });
  away.problem = 'unreachable';
  await checkGzipForms({ ...context, stores }, never);
  expect([await listed(), await encodings(crafted)]).toEqual([[sha256(crafted)], ['gzip', 'identity']]);
  away.problem = null;
  await checkGzipForms({ ...context, stores }, never);
  expect([await listed(), await encodings(crafted)]).toEqual([[], ['identity']]);
});

test('a blob being compressed waits', async () => {
  const crafted = await keepCrafted();
  await list();
  const lock = await lockCompression(context, sha256(crafted));
  await checkGzipForms(context, never);
  expect(await listed()).toEqual([sha256(crafted)]);
  await lock?.release();
  await checkGzipForms(context, never);
  expect([await listed(), await encodings(crafted)]).toEqual([[], ['identity']]);
});

test('a swept blob leaves the list', async () => {
  await keepWhole();
  await list();
  await context.db.deleteFrom('blobs').execute();
  expect(await listed()).toEqual([]);
});
