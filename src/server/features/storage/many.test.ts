import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { insertMany, numbered } from '../../testing/measures/many-rows.ts';
import { readingFew } from '../../testing/measures/rows-read.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { queueCompression } from './compression/compress.ts';
import { sweepDeltas } from './compression/delta-sweep.ts';
import { listForgotten } from './compression/request-store.ts';
import { sweepBlobs } from './sweep.ts';
import { findSweepPosition, readSweepPage } from './sweep-store.ts';

/** Applications, each with its own file in its active version. */
const many = 20_000;

const never = new AbortController().signal;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const made = numbered(1, many);
  await insertMany(server.context, async (client) => {
    await client.query(
      `insert into blobs (sha256, size, touched_at)
         select sha256(n::text::bytea), 1000, now() - interval '30 days' from ${made};
       insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
         select 'a' || letters, 'u' || letters, 'App', '', true, 'vanilla', 'v' || letters, now(), now() from ${made};
       insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
         select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, null, '{}', 'u' || letters, now() from ${made};
       insert into version_files (version_id, path, sha256, size, content_type, role, encodable)
         select 'v' || letters, 'a.data', sha256(n::text::bytea), 1000, '', null, true from ${made}`,
    );
  });
});
afterAll(() => server.close());

/** The content of one of the applications; a higher number is unused. */
const served = (number: number) => createHash('sha256').update(String(number)).digest();

/** Deltas that were made long ago, all at the same moment. */
async function addDeltas(pairs: readonly { of: number; by: number }[]): Promise<void> {
  const { db, clock } = server.context;
  const touched_at = clock.now();
  await db
    .insertInto('blobs')
    .values(pairs.map(({ of }) => ({ sha256: served(of), size: 1, touched_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('blob_encodings')
    .values(
      pairs.map(({ of, by }) => ({
        sha256: served(of),
        encoding: 'dcb' as const,
        dictionary: served(by),
        size: 1,
        stored_sha256: served(of),
        key: `${of} by ${by}`,
        storage_id: builtinStorageId,
        created_at: new Date(touched_at.getTime() - 48 * 3_600_000),
      })),
    )
    .execute();
}

async function deltas(): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('blob_encodings')
    .select('key')
    .where('encoding', '=', 'dcb')
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
}

test('unused deltas are found by index', async () => {
  const nobodys = many + 1;
  await addDeltas([
    { of: 1, by: 2 },
    { of: 3, by: nobodys },
    { of: nobodys, by: 4 },
  ]);
  const { db, clock } = server.context;
  await readingFew(db, ['apps', 'versions', 'version_files'], (trx) =>
    sweepDeltas({ db: trx, clock }, never),
  );
  expect(await deltas()).toEqual(['1 by 2']);
});

test('deltas are deleted in batches, until aborted', async () => {
  await addDeltas(Array.from({ length: 1_200 }, (_, number) => ({ of: many + number + 1, by: 1 })));
  await expect(sweepDeltas(server.context, AbortSignal.abort())).rejects.toThrow();
  expect(await deltas()).toHaveLength(1_201);
  await sweepDeltas(server.context, never);
  expect(await deltas()).toEqual(['1 by 2']);
});

test('the sweep checks each referenced blob once, then only touched ones', async () => {
  const { db, clock } = server.context;
  await sweepBlobs(server.context, never);
  const sha256 = served(2 * many);
  const now = clock.now();
  const before = new Date(now.getTime() - 24 * 3_600_000);
  await db
    .insertInto('blobs')
    .values({ sha256, size: 1, touched_at: new Date(before.getTime() - 1) })
    .execute();
  const page = await readingFew(db, ['blobs', 'version_files', 'versions', 'thumbnails'], async (trx) =>
    readSweepPage(trx, before, await findSweepPosition(trx, now, before), 1_000),
  );
  expect(page?.unnamed).toEqual([sha256]);
});

test('blobs to compress are found without reading others', async () => {
  const { db, clock } = server.context;
  const now = clock.now();
  // A backlog, each in a job.
  await sql`insert into compression_requests (sha256, seen_at, effort, job_id)
    select sha256, ${now}, 'quick', gen_random_uuid() from blobs where size = 1000`.execute(db);
  const wished = [served(1), served(2)];
  await sql`update compression_requests set seen_at = ${new Date(now.getTime() - 3_600_000)}
    where sha256 = any(${wished})`.execute(db);
  const tables = ['blobs', 'version_files', 'compression_requests'] as const;
  const before = new Date(now.getTime() - 600_000);
  const forgotten = await readingFew(db, tables, (trx) => listForgotten(trx, before, 2_000));
  expect(forgotten.sort(Buffer.compare)).toEqual(wished.sort(Buffer.compare));
  const asked: string[][] = [];
  const findOpen = async (_name: string, ids: readonly string[]) => {
    asked.push([...ids]);
    return new Set(ids);
  };
  const names = wished.map((sha256) => sha256.toString('hex'));
  await readingFew(db, tables, (trx) =>
    queueCompression({ ...server.context, db: trx, jobs: { ...server.context.jobs, findOpen } }, names),
  );
  // Only the jobs of these files are read, too.
  expect(asked.map((ids) => ids.length)).toEqual([2, 0]);
});
