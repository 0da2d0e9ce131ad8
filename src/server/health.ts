import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { createStorageProbe, isActiveDistant } from './features/storage/health.ts';

/** Longer than this is as good as no answer. */
const patienceMs = 3_000;
/** Anybody may ask; however many do, the parts are looked at once in this time. */
const freshMs = 1_000;

type Word = 'ready' | 'not ready';
type Readiness = Record<'status' | 'database' | 'storage', Word> & { jobs: Word | 'off' };

/**
 * `GET /healthz`: the process answers. `GET /readyz`: so do the parts it needs, or 503 with which does not.
 * A supervisor restarts by the first; a load balancer sends people elsewhere by the second. A storage in a cloud that is
 * away is told and costs nothing: every other server has the same one, and what is cached plays on. One that is under
 * maintenance, without its background jobs, is for nobody.
 */
export function registerHealth(fastify: FastifyInstance, context: Context): void {
  const storageWorks = createStorageProbe(context);
  let latest: { at: number; readiness: Promise<Readiness> } | null = null;
  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    const now = performance.now();
    if (!latest || now - latest.at > freshMs)
      latest = { at: now, readiness: readinessOf(context, storageWorks) };
    const readiness = await latest.readiness;
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
}

async function readinessOf(context: Context, storageWorks: () => Promise<boolean>): Promise<Readiness> {
  const [database, storage, isDistant] = await Promise.all([
    inTime(sql`select 1`.execute(context.db).then(() => true)),
    inTime(storageWorks()),
    inTime(isActiveDistant(context)),
  ]);
  const jobs = context.jobs.healthy();
  const word = (ready: boolean): Word => (ready ? 'ready' : 'not ready');
  return {
    status: word(database && (storage || isDistant) && jobs),
    database: word(database),
    storage: word(storage),
    jobs: context.config.backgroundJobs ? word(jobs) : 'off',
  };
}

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([answer, sleep(patienceMs, false, { signal: late.signal })]);
  } catch {
    return false;
  } finally {
    late.abort();
  }
}
