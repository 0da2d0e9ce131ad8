import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { StorageConfigsTable } from '#server/db/schema/storage.ts';
import type { Tables } from '#server/db/schema.ts';

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

/** Changes of one configuration wait until the transaction ends; others may hold it too. */
export async function lockConfigShared(trx: Trx, id: string): Promise<ConfigRow | undefined> {
  return trx.selectFrom('storage_configs').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/** Waits for publishers that are committing files there, and blocks others until the transaction ends. */
export async function lockConfig(trx: Trx, id: string): Promise<ConfigRow | undefined> {
  return trx
    .selectFrom('storage_configs')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
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

/** A sample of the files in a storage, spread over all keys: after an incomplete copy the last ones are missing. */
export async function sampleFiles(
  db: Db,
  storageId: string,
  limit: number,
): Promise<{ key: string; size: number }[]> {
  const found = new Map<string, { key: string; size: number }>();
  for (let step = 0; step < limit; step += 1) {
    const from = Buffer.alloc(32);
    // The first of all, and one of each further stretch: their names are as good as random.
    if (step > 0) from.writeUInt16BE(Math.floor(((step + Math.random()) * 65_536) / limit));
    const file = await db
      .selectFrom('blob_encodings')
      .select(['key', 'size'])
      .where('storage_id', '=', storageId)
      .where('sha256', '>=', from)
      .orderBy('sha256')
      .limit(1)
      .executeTakeFirst();
    if (file) found.set(file.key, file);
  }
  return [...found.values()];
}
