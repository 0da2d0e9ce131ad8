import cluster from 'node:cluster';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { connectionsOf } from '../../config/processes-config.ts';
import type { DatabaseTarget } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import { LocalLimits } from '../../platform/limits/local-limits.ts';
import { childProcessModule } from '../../platform/processes/child-process-module.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Shutdown } from '../shutdown.ts';
import { CrashCounter } from './crash-counter.ts';
import { type WorkerDeadlines, WorkerProcess } from './worker-process.ts';

export interface WorkerTimes extends WorkerDeadlines {
  tickMs: number;
  /** After this time without a report the state of background jobs is unknown. */
  jobsTicks: number;
  /** A worker drains for 10 seconds; this long after the stop it is killed. */
  stopMs: number;
  fastStopMs: number;
}

const defaultTimes: WorkerTimes = {
  tickMs: 1_000,
  silentTicks: 30,
  startTicks: 120,
  jobsTicks: 30,
  stopMs: 25_000,
  fastStopMs: 4_000,
};

export interface WorkersOptions {
  config: Config;
  log: Log;
  database: DatabaseTarget;
  shutdown: Pick<Shutdown, 'onEnd' | 'end'>;
  times?: WorkerTimes;
  /** Absolute path of the worker module. */
  module?: string;
}

const workerModule = childProcessModule('worker', import.meta);
/** This worker runs the background jobs. */
const jobsSlot = 0;

/**
 * Starts the workers and replaces each that dies or hangs. All of them listen when this resolves.
 * @throws StartFailure if one of them cannot start
 */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  // All workers accept from the port's shared queue. Node's round robin hands connections on
  // if nothing is said, a connection would wait for this process, and for one that is busy or stuck.
  if (!process.env.NODE_CLUSTER_SCHED_POLICY) cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: options.module ?? workerModule,
    // Configuration files were read already and may change before a replacement.
    execArgv: withoutFilesOfEnvironment(process.execArgv),
  });
  const workers = new Workers(options);
  options.shutdown.onEnd('workers', (fast) => workers.stop(fast));
  await workers.start();
}

class Workers {
  readonly #options: WorkersOptions;
  readonly #times: WorkerTimes;
  readonly #sharedLimits = new LocalLimits();
  /** By their place. */
  readonly #living = new Map<number, WorkerProcess>();
  readonly #watch: NodeJS.Timeout;
  #areJobsHealthy = false;
  #jobsSilentTicks = 0;
  #isStopping = false;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#times = options.times ?? defaultTimes;
    this.#watch = setInterval(() => this.#tick(), this.#times.tickMs).unref();
  }

  async start(): Promise<void> {
    const slots = Array.from({ length: this.#options.config.processes }, (_, slot) => slot);
    const workers = await Promise.all(slots.map((slot) => this.#launch(slot)));
    for (const [slot, worker] of workers.entries()) void this.#keep(slot, worker);
  }

  /** Workers that do not end in time are killed, before the database stops. */
  async stop(fast: boolean): Promise<void> {
    this.#isStopping = true;
    const { fastStopMs, stopMs } = this.#times;
    const workers = [...this.#living.values()];
    for (const worker of workers) worker.send({ kind: 'stop', fast });
    const late = setTimeout(
      () => {
        for (const worker of this.#living.values()) worker.kill();
        this.#options.log.warn('processes of Flux took too long to stop and were killed');
      },
      fast ? fastStopMs : stopMs,
    );
    await Promise.all(workers.map((worker) => worker.ended));
    clearTimeout(late);
    clearInterval(this.#watch);
  }

  /** Resolves when it listens. */
  async #launch(slot: number): Promise<WorkerProcess> {
    const { config, database } = this.#options;
    const runsJobs = slot === jobsSlot;
    const stagingPart = `${slot}-${newId()}`;
    const worker = new WorkerProcess({
      task: {
        config: { ...config, databasePoolSize: connectionsOf(config, runsJobs) },
        database,
        stagingPart,
        runsJobs: runsJobs,
      },
      sharedLimits: this.#sharedLimits,
      deadlines: this.#times,
      onJobs: (healthy) => this.#hearOfJobs(healthy),
    });
    this.#living.set(slot, worker);
    void worker.ended.then(() => {
      if (this.#living.get(slot) === worker) this.#living.delete(slot);
      void this.#clear(join(config.dataDir, 'staging', stagingPart));
    });
    worker.send({ kind: 'jobs', healthy: this.#areJobsHealthy });
    await worker.ready;
    return worker;
  }

  /** Restarts the worker of this slot until the server stops. */
  async #keep(slot: number, first: WorkerProcess): Promise<void> {
    const { log, shutdown } = this.#options;
    const deaths = new CrashCounter();
    let end = await first.ended;
    let counts = true;
    while (!this.#isStopping) {
      const waitMs = deaths.add(counts);
      if (waitMs === null) {
        log.fatal({ end }, 'processes of Flux die again and again; Flux stops');
        void shutdown.end(1, true);
        return;
      }
      log.error({ end, waitMs }, 'a process of Flux ended and is replaced');
      await sleep(waitMs);
      if (this.#isStopping) return;
      try {
        const worker = await this.#launch(slot);
        end = await worker.ended;
        counts = true;
      } catch (error) {
        end = error instanceof Error ? error.message : String(error);
        // The cause, such as an unavailable database, may pass; until then the other workers respond.
        counts = ![...this.#living.values()].some(({ answers }) => answers);
      }
    }
  }

  #tick(): void {
    for (const worker of this.#living.values()) {
      if (worker.tick()) this.#options.log.error('a process of Flux hung and was killed');
    }
    this.#jobsSilentTicks += 1;
    if (this.#jobsSilentTicks > this.#times.jobsTicks) this.#noteJobs(false);
  }

  /** The worker that runs jobs. During its replacement, jobs pause briefly. */
  #hearOfJobs(healthy: boolean): void {
    this.#jobsSilentTicks = 0;
    this.#noteJobs(healthy);
  }

  #noteJobs(healthy: boolean): void {
    if (this.#areJobsHealthy === healthy) return;
    this.#areJobsHealthy = healthy;
    for (const worker of this.#living.values()) worker.send({ kind: 'jobs', healthy });
  }

  /** Remaining files use disk space until the next start deletes them. */
  async #clear(folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      this.#options.log.warn({ err: error, folder }, 'what a process left could not be removed');
    }
  }
}

/** Node's options without `--env-file` and similar ones, each of one or two arguments. */
function withoutFilesOfEnvironment(args: readonly string[]): string[] {
  const isWorkerMessage = (word: string | undefined) => /^--env-file(-if-exists)?(=|$)/.test(word ?? '');
  return args.filter(
    (word, index) =>
      !isWorkerMessage(word) && !(isWorkerMessage(args[index - 1]) && !args[index - 1]?.includes('=')),
  );
}
