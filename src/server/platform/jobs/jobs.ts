import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';

export interface JobOptions {
  /** Higher runs first. */
  priority?: number;
  /** While a job with the same key waits, another is not added. */
  singletonKey?: string;
  startAfterSeconds?: number;
}

export interface JobHandler<Data> {
  name: string;
  /** How many run at once in this process. */
  concurrency: number;
  retryLimit: number;
  run(data: Data, signal: AbortSignal): Promise<void>;
  /** A cron expression, for work that comes round by itself. */
  schedule?: string;
}

/** Durable background work, kept in the database (pg-boss): it outlives the process, and several servers share it. */
export interface Jobs {
  register<Data extends object>(handler: JobHandler<Data>): void;
  add<Data extends object>(name: string, data: Data, options?: JobOptions): Promise<void>;
  start(): Promise<void>;
  /** Lets running jobs finish for a while, then gives them back. */
  stop(): Promise<void>;
  healthy(): boolean;
}

export function createJobs(pool: pg.Pool, log: Log): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schema: 'jobs',
    application_name: 'flux-jobs',
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const handlers: JobHandler<object>[] = [];
  let running = false;

  async function listen(handler: JobHandler<object>): Promise<void> {
    await boss.createQueue(handler.name, {
      retryLimit: handler.retryLimit,
      retryBackoff: true,
      expireInSeconds: 3600,
    });
    await boss.work<object>(
      handler.name,
      { pollingIntervalSeconds: 1, batchSize: 1, localConcurrency: handler.concurrency },
      async (jobs) => {
        for (const job of jobs) await handler.run(job.data, job.signal);
      },
    );
    if (handler.schedule) await boss.schedule(handler.name, handler.schedule);
  }

  return {
    register: (handler) => {
      handlers.push(handler as unknown as JobHandler<object>);
    },
    add: async (name, data, options = {}) => {
      await boss.send(name, data, {
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey }),
        ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
      });
    },
    start: async () => {
      await boss.start();
      for (const handler of handlers) await listen(handler);
      running = true;
    },
    stop: async () => {
      running = false;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
    healthy: () => running,
  };
}
