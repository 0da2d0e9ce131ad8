import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { StartFailure } from '../../lifecycle/start-failure.ts';
import { projectFolder } from '../../project-folder.ts';

/** The name in the table of migrations. */
export const initialMigration = '0001_initial';

/** In this order: a part refers to tables and functions of the parts before it. */
const parts = [
  'fold',
  'clock',
  'query-functions',
  'accounts',
  'organizations',
  'storage',
  'apps',
  'uploads',
  'billing',
  'moderation',
  'mail',
  'trigger-functions',
  'triggers',
  'usage',
] as const;

/** By the project's folder, because the bundled server has a copy of this module elsewhere. */
const folder = join(projectFolder, 'src/server/db/migrations/0001_initial');

/** The schema of the first release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTrigramExtension(db);
  for (const part of parts) await run(db, part);
}

/** Replaces functions, because their bodies contain table and column names as text. */
export async function replaceFunctions(db: Kysely<unknown>): Promise<void> {
  await run(db, 'query-functions');
  await run(db, 'trigger-functions');
}

async function run(db: Kysely<unknown>, part: (typeof parts)[number]): Promise<void> {
  await sql.raw(await readFile(join(folder, `${part}.sql`), 'utf8')).execute(db);
}

/** @throws StartFailure that tells the operator how to install the extension */
async function createTrigramExtension(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    const todo =
      code === '42501'
        ? 'Please let a superuser run "CREATE EXTENSION pg_trgm;" in that database once, or give the user of DATABASE_URL the right to CREATE in it'
        : 'Please install the package with PostgreSQL’s additional modules (postgresql-contrib on many systems)';
    throw new StartFailure(
      `Flux searches with PostgreSQL's extension pg_trgm, and the database could not load it: ${message}. ${todo}, and start Flux again.`,
      error,
    );
  }
}
