import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster } from '../../src/server/platform/db/postmaster.ts';
import type { FluxProcess } from '../../src/server/testing/servers/flux-process.ts';

/** Unfinished work after a publish: compressions, deltas, and the jobs of both. */
const leftToDo = `
  select
    (select count(*) from delta_requests)
    + (select count(*) from jobs.job where name like any('{storage.compress-%,deltas.make}') and state < 'completed')
    + (select count(*) from blobs where compression <> 'best' and size >= 256 and exists (
        select from version_files where version_files.sha256 = blobs.sha256 and encodable))
    as left`;

/** Waits until no background work of a publish is left. */
export async function finishBackgroundWork(flux: FluxProcess): Promise<void> {
  const socketDir = (await findPostmaster(flux.databaseDir))?.socketDir ?? '';
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'flux' });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ left: string }>(leftToDo);
      if (Number(rows[0]?.left) === 0) break;
      await sleep(500);
    }
  } finally {
    await client.end();
  }
}
