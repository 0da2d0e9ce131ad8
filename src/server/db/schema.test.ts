import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('each foreign key has an index that starts with one of its columns, so that deletions scan no table', async () => {
  const { rows } = await server.context.pool.query<{ reference: string }>(`
    select conrelid::regclass || ' (' || conname || ')' as reference
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = any(conkey)
    )
    order by 1`);
  expect(rows.map((row) => row.reference)).toEqual([]);
});
