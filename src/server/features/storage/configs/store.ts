import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { Tables } from '../../../schema.ts';
import type { StorageConfigsTable } from '../../../storage-schema.ts';

export type ConfigRow = Selectable<StorageConfigsTable>;
export type MoveRow = Selectable<Tables['storage_moves']>;

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

/** At most fifty: all of them are read at once. */
export async function listConfigs(db: Db): Promise<ConfigRow[]> {
  return db.selectFrom('storage_configs').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

export async function findConfig(db: Db, id: string): Promise<ConfigRow | undefined> {
  return db.selectFrom('storage_configs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getActiveConfig(db: Db): Promise<ConfigRow> {
  return db
    .selectFrom('storage_configs')
    .innerJoin('storage_active', 'config_id', 'storage_configs.id')
    .selectAll('storage_configs')
    .executeTakeFirstOrThrow();
}

export async function getActiveId(db: Db): Promise<string> {
  const row = await db.selectFrom('storage_active').select('config_id').executeTakeFirstOrThrow();
  return row.config_id;
}

/** Changes of configurations follow one another, until the transaction ends. @returns the id of the active one */
export async function lockConfigs(trx: Trx): Promise<string> {
  const row = await trx
    .selectFrom('storage_active')
    .select('config_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.config_id;
}

export async function countConfigs(trx: Trx): Promise<number> {
  const row = await trx
    .selectFrom('storage_configs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertConfig(trx: Trx, row: Insertable<StorageConfigsTable>): Promise<void> {
  await trx.insertInto('storage_configs').values(row).execute();
}

export async function updateConfigRow(
  db: Db,
  id: string,
  change: Updateable<StorageConfigsTable>,
): Promise<void> {
  await db.updateTable('storage_configs').set(change).where('id', '=', id).execute();
}

export async function setActive(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('storage_active').set({ config_id: id }).execute();
}

export async function deleteConfigRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('storage_configs').where('id', '=', id).execute();
}

export async function listMoves(db: Db): Promise<MoveRow[]> {
  return db.selectFrom('storage_moves').selectAll().execute();
}

/** A few of the files that lie in a place. */
export async function sampleFiles(
  db: Db,
  storageId: string,
  limit: number,
): Promise<{ key: string; size: number }[]> {
  return db
    .selectFrom('blob_encodings')
    .select(['key', 'size'])
    .where('storage_id', '=', storageId)
    .limit(limit)
    .execute();
}
