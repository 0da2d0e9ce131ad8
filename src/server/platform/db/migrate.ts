import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Brings the database to the newest of the migrations in `folder`; several servers may start at once. */
export async function migrate<Tables>(db: Kysely<Tables>, folder: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => loadMigrations(folder) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The migrations in a folder by their names, in order. */
export async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.ts$/.test(name)).sort();
  const entries = await Promise.all(
    names.map(async (name) => {
      const { up }: Migration = await import(pathToFileURL(join(folder, name)).href);
      return [name.slice(0, -3), { up: (db: Kysely<unknown>) => up(db).then(() => settle(db)) }] as const;
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
