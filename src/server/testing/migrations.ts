import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Connection, connect } from '../platform/db/connect.ts';
import { loadMigrations } from '../platform/db/migrate.ts';
import { createTestDatabase } from './database.ts';

const folder = fileURLToPath(new URL('../migrations/', import.meta.url));

/** For tests of migrations: a database of their own, which is emptied before each. */
export function emptyDatabase<Tables>({ poolSize = 1 } = {}): { readonly db: Kysely<Tables> } {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let connection: Connection<Tables>;
  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connect({ ...database.target, poolSize, onConnectionError: () => {} });
  });
  beforeEach(async () => {
    await sql`drop schema public cascade; create schema public`.execute(connection.db);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });
  return {
    get db() {
      return connection.db;
    },
  };
}

/**
 * Runs migrations in one transaction, as they are run when Flux starts.
 * @param isDue by their numbers
 * @param hold is awaited before the commit
 */
export async function runMigrations<Tables>(
  db: Kysely<Tables>,
  isDue: (number: number) => boolean,
  hold = async () => {},
): Promise<void> {
  const migrations = Object.entries(await loadMigrations(folder));
  await db.transaction().execute(async (trx) => {
    for (const [name, { up }] of migrations) if (isDue(Number(name.slice(0, 4)))) await up(trx);
    await hold();
  });
}
