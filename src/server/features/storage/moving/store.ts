import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import { type EncodingRow, touchBlob } from '../store.ts';
import { readTotals } from '../totals.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;
type MoveState = Tables['storage_moves']['state'];

const activeStates: MoveState[] = ['running', 'waiting'];

export interface Amount {
  files: number;
  bytes: number;
}

/** The other stores with files to move, by id. */
export async function listSources(db: Db, targetId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('storage_configs')
    .select('id')
    .where('id', '<>', targetId)
    .where(sql<boolean>`exists (select from blob_encodings where storage_id = storage_configs.id)`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Files in other storages than the target. */
export async function filesToMove(db: Db, targetId: string): Promise<Amount> {
  const left: Amount = { files: 0, bytes: 0 };
  for (const [storageId, { count, bytes }] of await readTotals(db)) {
    if (storageId === targetId) continue;
    left.files += count;
    left.bytes += bytes;
  }
  return left;
}

/** The position of a walk through the files of one store. */
export type Cursor = Pick<EncodingRow, 'sha256' | 'encoding' | 'dictionary'>;

/** The next files of a place, by its index, without those that this move found damaged there. */
export async function listFilesIn(
  db: Db,
  targetId: string,
  storageId: string,
  after: Cursor | null,
  limit: number,
): Promise<EncodingRow[]> {
  return db
    .selectFrom('blob_encodings')
    .select(['sha256', 'encoding', 'dictionary', 'size', 'stored_sha256', 'key', 'storage_id'])
    .where('storage_id', '=', storageId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('storage_damaged_files as damaged')
            .select('damaged.key')
            .where('damaged.target_id', '=', targetId)
            .whereRef('damaged.storage_id', '=', 'blob_encodings.storage_id')
            .whereRef('damaged.key', '=', 'blob_encodings.key'),
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(sha256, encoding, dictionary) > (${after?.sha256}, ${after?.encoding}, ${after?.dictionary})`,
      ),
    )
    .orderBy('sha256')
    .orderBy('encoding')
    .orderBy('dictionary')
    .limit(limit)
    .execute();
}

/**
 * Changes the location of a file; the sweep deletes the old copy a day later at the earliest.
 * @returns false if the form was swept or replaced
 */
export async function replace(trx: Trx, row: EncodingRow, targetId: string, now: Date): Promise<boolean> {
  await touchBlob(trx, row.sha256, now);
  const updated = await trx
    .updateTable('blob_encodings')
    .set({ storage_id: targetId })
    .where('sha256', '=', row.sha256)
    .where('encoding', '=', row.encoding)
    .where('dictionary', '=', row.dictionary)
    .where('storage_id', '=', row.storage_id)
    .where('key', '=', row.key)
    .returning('sha256')
    .executeTakeFirst();
  if (!updated) return false;
  await announce<Tables>(trx, { kind: 'blob', id: row.sha256.toString('hex') });
  return true;
}

/** Whether the file is still that of a place. */
export async function isStoredAt(db: Db, row: EncodingRow): Promise<boolean> {
  const found = await db
    .selectFrom('blob_encodings')
    .select('key')
    .where('sha256', '=', row.sha256)
    .where('encoding', '=', row.encoding)
    .where('dictionary', '=', row.dictionary)
    .where('storage_id', '=', row.storage_id)
    .where('key', '=', row.key)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertDamaged(db: Db, targetId: string, row: EncodingRow): Promise<void> {
  await db
    .insertInto('storage_damaged_files')
    .values({ target_id: targetId, storage_id: row.storage_id, key: row.key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The number of damaged files that a move skipped and that still exist. */
export async function countDamaged(db: Db, targetId: string): Promise<number> {
  const { count } = await db
    .selectFrom('storage_damaged_files as damaged')
    .innerJoin('blob_encodings as form', (join) =>
      join.onRef('form.storage_id', '=', 'damaged.storage_id').onRef('form.key', '=', 'damaged.key'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('damaged.target_id', '=', targetId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The active or waiting move. */
export async function findCurrentMove(db: Db): Promise<{ targetId: string; name: string } | undefined> {
  return db
    .selectFrom('storage_moves')
    .innerJoin('storage_configs', 'storage_configs.id', 'target_id')
    .select(['target_id as targetId', 'name'])
    .where('state', 'in', activeStates)
    .executeTakeFirst();
}

/** Starts a move, or resumes a stopped or failed one; damaged files are checked again. */
export async function startMove(trx: Trx, targetId: string, left: Amount, now: Date): Promise<void> {
  await trx.deleteFrom('storage_damaged_files').where('target_id', '=', targetId).execute();
  const totals = { files_total: left.files, bytes_total: left.bytes };
  await trx
    .insertInto('storage_moves')
    .values({
      target_id: targetId,
      state: 'running',
      ...totals,
      problem: null,
      started_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('target_id').doUpdateSet({
        state: 'running',
        problem: null,
        started_at: sql`case when storage_moves.state = 'done' then excluded.started_at else storage_moves.started_at end`,
        files_done: sql`case when storage_moves.state = 'done' then 0 else storage_moves.files_done end`,
        bytes_done: sql`case when storage_moves.state = 'done' then 0 else storage_moves.bytes_done end`,
        files_total: sql`excluded.files_total + case when storage_moves.state = 'done' then 0 else storage_moves.files_done end`,
        bytes_total: sql`excluded.bytes_total + case when storage_moves.state = 'done' then 0 else storage_moves.bytes_done end`,
        updated_at: now,
      }),
    )
    .execute();
}

/**
 * Changes the state of an active move.
 * @returns false if it was stopped, or there is none
 */
export async function setState(
  db: Db,
  targetId: string,
  change: { state: MoveState; problem: string | null },
  now: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable('storage_moves')
    .set({ ...change, updated_at: now })
    .where('target_id', '=', targetId)
    .where('state', 'in', activeStates)
    .returning('target_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Adds progress, even after a stop.
 * @param left the remaining files, which grow with publications
 * @returns whether the move is still active
 */
export async function addProgress(
  db: Db,
  targetId: string,
  arrived: Amount,
  left: Amount,
  now: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable('storage_moves')
    .set({
      files_done: sql`files_done + ${arrived.files}`,
      bytes_done: sql`bytes_done + ${arrived.bytes}`,
      files_total: sql`files_done + ${arrived.files} + ${left.files}`,
      bytes_total: sql`bytes_done + ${arrived.bytes} + ${left.bytes}`,
      updated_at: now,
    })
    .where('target_id', '=', targetId)
    .returning('state')
    .executeTakeFirst();
  return updated !== undefined && activeStates.includes(updated.state);
}
