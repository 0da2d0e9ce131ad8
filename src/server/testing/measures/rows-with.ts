import { sql } from 'kysely';
import type { TestServer } from '../servers/server.ts';

/** Every table with how many of its rows hold a text, in any column of any type. */
export async function rowsWith(
  { context: { db } }: TestServer,
  text: string,
): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.raw(name)} as it where it::text like ${`%${text}%`}`.execute(db);
    if (rows[0]?.count) found[name] = rows[0].count;
  }
  return found;
}
