import type { PoolClient } from 'pg';
import type { Context } from '../../context.ts';

/** Writes very many rows, without what triggers would write for each and without the check of each reference. */
export async function insertMany(
  { pool }: Pick<Context, 'pool'>,
  write: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await write(client);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** A table of numbers `n`, each with `letters`, which make an id behind the letter of its kind. */
export function numbered(first: number, last: number): string {
  return `(select n, translate(lpad(n::text, 25, '0'), '0123456789', 'abcdefghij') as letters
    from generate_series(${first}, ${last}) as n) as made`;
}
