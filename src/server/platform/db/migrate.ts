import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Brings the database to the newest of the migrations in `folder`; several servers may start at once. */
export async function migrate<Tables>(db: Kysely<Tables>, folder: string): Promise<void> {
  if (await isMigrated(db, folder)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: () => loadMigrations(folder) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Asked first: to load fifty modules takes longer than all else that an ordinary start does with the database. */
async function isMigrated<Tables>(db: Kysely<Tables>, folder: string): Promise<boolean> {
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!tables[0]?.isThere) return false;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  const names = await migrationNames(folder);
  return rows.length === names.length && rows.every(({ name }, index) => name === names[index]);
}

async function migrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.ts$/.test(name));
  return files.map((name) => basename(name, '.ts')).sort();
}

/** The migrations in a folder by their names, in order. */
export async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder);
  const entries = await Promise.all(
    names.map(async (name) => {
      const { up }: Migration = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
      return [name, { up: (db: Kysely<unknown>) => up(db).then(() => settle(db)) }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * All migrations are one transaction, and PostgreSQL alters no table of which a deferred constraint is still to be
 * checked: what one of them wrote is checked before the next.
 */
async function settle(db: Kysely<unknown>): Promise<void> {
  await sql`set constraints all immediate; set constraints all deferred`.execute(db);
}
