import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '../platform/db/connect.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { up } from './0026_compression_queues.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect({ ...database.target, poolSize: 4, onConnectionError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('the common queue of compression goes with all that waits in it, and no other', async () => {
  const jobs = createJobs(connection.pool, createLog('silent'));
  const names = ['storage.compress', 'storage.sweep'];
  for (const name of names) jobs.register({ name, concurrency: 1, retryLimit: 0, run: async () => {} });
  for (const name of names) for (let count = 0; count < 3; count += 1) await jobs.add(name, {});
  await jobs.stop();
  await connection.db.transaction().execute(up);
  const left = await sql`
    select queue.name, count(job.id)::int as jobs from jobs.queue left join jobs.job on job.name = queue.name
    where queue.name = any(${names}) group by 1`.execute(connection.db);
  expect(left.rows).toEqual([{ name: 'storage.sweep', jobs: 3 }]);
});
