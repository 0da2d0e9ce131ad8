import type pg from 'pg';

/** The current state of one kind of job. */
export interface Queue {
  /** Waiting jobs, including failed ones to be retried. */
  waiting: number;
  /** Running jobs, as counted some seconds ago. */
  running: number;
  /** Failed jobs to be retried, the next ones first. */
  retries: Retry[];
}

export interface Retry {
  tries: number;
  problem: string;
  dueAt: Date;
}

/**
 * Reads pg-boss's tables: waiting jobs by index, running ones from its own count of every ten seconds. Finished jobs
 * are not read.
 */
export async function readQueue(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  maxRetries: number,
): Promise<Queue> {
  const { rows: counts } = await pool.query<{ waiting: number; running: number }>(
    `select
       (select count(*)::int from jobs.job where name = $1 and state < 'active' and not blocked) as waiting,
       coalesce((select active_count from jobs.queue where name = $1), 0) as running`,
    [name],
  );
  const { rows: retries } = await pool.query<Retry>(
    `select retry_count as tries, coalesce(output->>'message', '') as problem, start_after as "dueAt"
     from jobs.job where name = $1 and state = 'retry' and state < 'active' and not blocked
     order by start_after limit $2`,
    [name, maxRetries],
  );
  return { waiting: counts[0]?.waiting ?? 0, running: counts[0]?.running ?? 0, retries };
}

/** Reads only the requested jobs, whatever the size of the queue. */
export async function findOpen(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>(
    `select id from jobs.job where name = $1 and id = any($2::uuid[]) and state <= 'active'`,
    [name, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
