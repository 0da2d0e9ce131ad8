import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../schema.ts';
import type { StorageConfigsTable } from '../../../storage-schema.ts';

export type ConfigRow = Selectable<StorageConfigsTable>;

type Db = Kysely<Tables>;

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
