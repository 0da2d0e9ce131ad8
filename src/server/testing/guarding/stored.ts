import { readdir } from 'node:fs/promises';
import type { TestServer } from '../servers/server.ts';

/**
 * The server's state: a digest of each table's rows, and the files being uploaded. Rate counters of price requests
 * are omitted, because any request counts; payment attempts are included.
 */
export async function stored(server: TestServer): Promise<Record<string, string>> {
  const { pool, folders } = server.context;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' order by tablename`,
  );
  const kept: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, E'\\n' order by row::text), '')) as digest
       from ${name} as row ${name === 'payment_attempts' ? "where kind <> 'look'" : ''}`,
    );
    kept[name] = rows[0]?.digest ?? '';
  }
  for (const folder of [folders.uploads, folders.staging])
    kept[folder] = (await readdir(folder, { recursive: true })).sort().join('\n');
  return kept;
}

/** The name of every column, as stored and in camel case. */
export async function columnNames(server: TestServer): Promise<string[]> {
  const { rows } = await server.context.pool.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set(rows.flatMap(({ name }) => [name, camel(name)]))].sort();
}
