import { type Kysely, sql } from 'kysely';

/**
 * Runs `work` while no other server runs work under the same key; others wait.
 *
 * It keeps one connection of the pool for that time, so callers must bound how many run at once. A lost
 * connection gives the lock back early: it spares double work, and what must be exactly one is still for a
 * transaction to decide.
 */
export async function withAdvisoryLock<Tables, Result>(
  db: Kysely<Tables>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtextextended(${key}, 0))`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`.execute(connection).catch(() => {});
    }
  });
}

/** Under which of these keys somebody works or waits to, on whatever server. */
export async function listLocked<Tables>(db: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  // PostgreSQL shows the key of such a lock in two halves.
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where hashtextextended(key, 0) in (
      select classid::bigint << 32 | objid::bigint from pg_locks
      where locktype = 'advisory' and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    )
  `.execute(db);
  return new Set(rows.map(({ key }) => key));
}
