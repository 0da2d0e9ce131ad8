import { type Kysely, sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../db/schema.ts';

/** How many rows of a table the transaction of this connection has read so far, by walking it whole or by its indexes. */
export async function rowsRead(trx: Kysely<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return Number(rows[0]?.count);
}

/** For tables of thousands of rows: a tenth of them would be too much. */
const few = 200;

/** What work answers that has to read few rows of tables of many. */
export async function readingFew<T>(
  db: Kysely<Tables>,
  tables: readonly (keyof Tables)[],
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  await analyzeWhole(db, tables);
  return db.transaction().execute(async (trx) => {
    const before = new Map<keyof Tables, number>();
    for (const table of tables) before.set(table, await rowsRead(trx, table));
    const result = await work(trx);
    for (const table of tables)
      expect((await rowsRead(trx, table)) - (before.get(table) ?? 0), table).toBeLessThan(few);
    return result;
  });
}

/** Statistics of all rows instead of a sample, so that the planner is deterministic. */
async function analyzeWhole(db: Kysely<Tables>, tables: readonly (keyof Tables)[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // PostgreSQL samples 300 rows for each step of this target.
    await sql`set local default_statistics_target = 1000`.execute(trx);
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx);
  });
}
