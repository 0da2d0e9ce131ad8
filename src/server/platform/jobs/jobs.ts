import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Job, PgBoss } from 'pg-boss';
import type { Log } from '../telemetry/log.ts';
import { findOpen, type Queue, readQueue } from './queue.ts';

export interface JobOptions {
  /** Higher runs first. */
  priority?: number;
  /** While a job with the same key waits for its first run, another is not added. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** The job's UUID; a random one by default. */
  id?: string;
}

export interface JobHandler<Data> {
  name: string;
  /** The concurrency in this process. */
  concurrency: number;
  retryLimit: number;
  /**
   * May run again after a failure or crash, so it must be idempotent.
   * @param signal aborted when the server stops or the job was given to another
   */
  run(data: Data, signal: AbortSignal): Promise<void>;
  /** A cron expression in UTC, for recurring work. */
  schedule?: string;
  /** Also runs when the test clock moves: it deletes by that clock. */
  followsClock?: boolean;
}

/** Thrown by a job that must wait. It is retried like a failed one, without a log line for each attempt. */
export class PostponedError extends Error {
  override readonly name = 'PostponedError';
}

/** Durable background work, kept in the database (pg-boss): it outlives the process, and several servers share it. */
export interface Jobs {
  register<Data extends object>(handler: JobHandler<Data>): void;
  /** Before `start`, jobs wait until a server has started. */
  add<Data extends object>(name: string, data: Data, options?: JobOptions): Promise<void>;
  /** Adds one run of each job that follows the clock. */
  addDueByClock(): Promise<void>;
  start(): Promise<void>;
  /** Waits briefly for running jobs, then releases them. */
  stop(): Promise<void>;
  /** The state of one kind of job, with a limited number of failed ones. */
  look(name: string, maxRetries: number): Promise<Queue>;
  /** The unfinished jobs of one kind among these: waiting, running or to be retried. */
  findOpen(name: string, ids: readonly string[]): Promise<Set<string>>;
  /** Whether the worker process fetches jobs of every kind, and the database responds. */
  healthy(): boolean;
}

/** A job without a heartbeat for this long is given to another process; pg-boss requires at least 10. */
const heartbeatSeconds = 20;
/** A longer job is considered stuck and restarted. */
const maxJobSeconds = 4 * 3600;
const stopTimeoutMs = 5_000;

export interface JobTimes {
  /** The polling interval of workers; pg-boss requires at least 0.5. */
  pollSeconds: number;
  /** The interval of checks for dead jobs and due schedules. */
  superviseSeconds: number;
  /** The delay before the first retry; it doubles each time. */
  retryDelaySeconds: number;
  /** A worker without a database response for this long is unhealthy. */
  stalledMs: number;
}

const defaultTimes: JobTimes = {
  pollSeconds: 1,
  superviseSeconds: 10,
  retryDelaySeconds: 5,
  stalledMs: 30_000,
};

interface JobsOptions {
  times?: JobTimes;
  /** If another process runs the jobs, and this one only adds them: whether that process is healthy. */
  runsElsewhere?: (() => boolean) | undefined;
}

export function createJobs(
  pool: Pick<pg.Pool, 'query'>,
  log: Log,
  { times = defaultTimes, runsElsewhere }: JobsOptions = {},
): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    superviseIntervalSeconds: times.superviseSeconds,
    monitorIntervalSeconds: times.superviseSeconds,
    ...(runsElsewhere ? { supervise: false, schedule: false } : {}),
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const handlers = new Map<string, JobHandler<object>>();
  const underWay = new Set<Promise<void>>();
  let opening: Promise<void> | null = null;
  let running = false;

  /** Installs the schema and creates the queues, once. */
  function open(): Promise<void> {
    opening ??= openOnce().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function openOnce(): Promise<void> {
    await boss.start();
    for (const handler of handlers.values()) await makeQueue(handler);
  }

  async function makeQueue(handler: JobHandler<object>): Promise<void> {
    const options = {
      retryLimit: handler.retryLimit,
      retryDelay: times.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: maxJobSeconds,
      heartbeatSeconds,
    };
    // With this policy a singleton key has one waiting job, and any number of running ones.
    await boss.createQueue(handler.name, { ...options, policy: 'short' });
    await boss.updateQueue(handler.name, options);
  }

  async function runOne(handler: JobHandler<object>, job: Job<object>): Promise<void> {
    const work = handler.run(job.data ?? {}, job.signal);
    const settled = work.catch(() => {});
    underWay.add(settled);
    try {
      await work;
    } catch (error) {
      if (!job.signal.aborted && !(error instanceof PostponedError))
        log.error({ err: error, job: handler.name }, 'a job failed');
      throw error;
    } finally {
      underWay.delete(settled);
    }
  }

  function working(): boolean {
    const now = Date.now();
    const workers = boss.getWipData();
    return [...handlers.keys()].every((name) =>
      workers.some(
        (worker) =>
          worker.name === name &&
          (worker.count > 0 || now - (worker.lastFetchedOn ?? worker.createdOn) < times.stalledMs),
      ),
    );
  }

  return {
    register: (handler) => {
      handlers.set(handler.name, handler as unknown as JobHandler<object>);
    },
    add: async (name, data, options = {}) => {
      await open();
      await boss.send(name, data, {
        singletonKey: options.singletonKey ?? randomUUID(),
        ...(options.id === undefined ? {} : { id: options.id }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
      });
    },
    addDueByClock: async () => {
      await open();
      for (const { name, followsClock } of handlers.values())
        if (followsClock) await boss.send(name, {}, { singletonKey: 'clock' });
    },
    start: async () => {
      await open();
      for (const handler of handlers.values()) {
        await boss.work<object>(
          handler.name,
          { pollingIntervalSeconds: times.pollSeconds, batchSize: 1, localConcurrency: handler.concurrency },
          async (jobs) => {
            for (const job of jobs) await runOne(handler, job);
          },
        );
        if (handler.schedule) await boss.schedule(handler.name, handler.schedule);
      }
      running = true;
    },
    stop: async () => {
      running = false;
      await opening?.catch(() => {});
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
      // pg-boss releases a job without waiting for the query; the database must stop after it.
      await Promise.race([Promise.all(underWay), sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
    look: async (name, maxRetries) => {
      await open();
      return readQueue(pool, name, maxRetries);
    },
    findOpen: async (name, ids) => {
      await open();
      return findOpen(pool, name, ids);
    },
    healthy: runsElsewhere ?? (() => running && working()),
  };
}
