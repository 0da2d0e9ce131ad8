import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

/** Brings the database to the newest of the migrations in `folder`; several servers may start at once. */
export async function migrate<Tables>(db: Kysely<Tables>, folder: string): Promise<void> {
  const migrator = new Migrator({ db, provider: new FolderProvider(folder) });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

class FolderProvider implements MigrationProvider {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async getMigrations(): Promise<Record<string, Migration>> {
    const names = (await readdir(this.#folder)).filter((name) => /^\d{4}_\w+\.ts$/.test(name)).sort();
    const entries = await Promise.all(
      names.map(
        async (name) =>
          [
            name.slice(0, -3),
            (await import(pathToFileURL(join(this.#folder, name)).href)) as Migration,
          ] as const,
      ),
    );
    return Object.fromEntries(entries);
  }
}
