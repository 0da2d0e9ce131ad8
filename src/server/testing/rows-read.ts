import { sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';

/** How many rows of a table this transaction has read so far, by walking it whole or by its indexes. */
export async function rowsRead(trx: Transaction<Tables>, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return Number(rows[0]?.count);
}
