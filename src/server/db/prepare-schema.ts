import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { migrate } from '../platform/db/migrate.ts';
import { projectFolder } from '../project-folder.ts';
import { adoptEarlySchema } from './adopt-early-schema.ts';

/** The server's bundle contains no migrations, so they are read from the project's folder. */
const migrationsFolder = join(projectFolder, 'src/server/db/migrations');

/** Brings a database to the schema of this version; several servers may start at once. */
export async function prepareSchema<Tables>(db: Kysely<Tables>): Promise<void> {
  await adoptEarlySchema(db as unknown as Kysely<unknown>);
  await migrate(db, migrationsFolder);
}
