import { type Kysely, sql } from 'kysely';

/**
 * Runs `work` while no other server runs work with the same key; others wait.
 *
 * It holds one connection of the pool, so callers must limit concurrency. A lost connection releases the lock early:
 * it only saves duplicate work, and a transaction must still ensure uniqueness.
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

/** The keys that a server holds or waits for. */
export async function listLocked<Tables>(db: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  // PostgreSQL splits the key of such a lock in two halves.
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
