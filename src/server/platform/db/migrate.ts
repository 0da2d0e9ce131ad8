import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Runs the pending migrations in `folder`; several servers may start concurrently. */
export async function migrate<Tables>(db: Kysely<Tables>, folder: string): Promise<void> {
  if (await isMigrated(db, folder)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: () => loadMigrations(folder) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Checked first, so that a normal start does not load the migrations. */
async function isMigrated<Tables>(db: Kysely<Tables>, folder: string): Promise<boolean> {
  const applied = await appliedMigrations(db);
  const names = await migrationNames(folder);
  return applied.length === names.length && applied.every((name, index) => name === names[index]);
}

/** The names of applied migrations, in order. */
export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!tables[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

async function migrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.ts$/.test(name));
  return files.map((name) => basename(name, '.ts')).sort();
}

/** The migrations in a folder by name, in order. */
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
 * All migrations run in one transaction, and PostgreSQL cannot alter a table with pending deferred constraints, so
 * they are checked after each migration.
 */
async function settle(db: Kysely<unknown>): Promise<void> {
  await sql`set constraints all immediate; set constraints all deferred`.execute(db);
}
