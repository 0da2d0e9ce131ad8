import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DatabaseTarget } from '../../context.ts';
import { OwnBounds } from '../../platform/bounds/own-bounds.ts';
import { WorkerBounds } from '../../platform/bounds/worker-bounds.ts';
import type { Log } from '../../platform/log.ts';
import type { Shutdown } from '../shutdown.ts';
import { StartFailure } from '../start-failure.ts';
import { Deaths } from './deaths.ts';
import type { FromWorker, ToWorker } from './messages.ts';

interface WorkersOptions {
  processes: number;
  log: Log;
  database: DatabaseTarget;
  shutdown: Shutdown;
}

const module = fileURLToPath(new URL('worker.ts', import.meta.url));
/** The background work is of whoever has this place. */
const workingSlot = 0;

/**
 * Starts the processes that answer, and replaces each that dies. All of them listen when this resolves.
 * @throws StartFailure where one of them cannot start
 */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  cluster.setupPrimary({ exec: module });
  const workers = new Workers(options);
  options.shutdown.onEnd('workers', (fast) => workers.stop(fast));
  await workers.start();
}

class Workers {
  readonly #options: WorkersOptions;
  readonly #bounds = new OwnBounds();
  readonly #deaths = new Deaths();
  /** By their place. */
  readonly #living = new Map<number, Worker>();
  #areJobsHealthy = false;
  #isStopping = false;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const slots = Array.from({ length: this.#options.processes }, (_, slot) => slot);
    await Promise.all(slots.map((slot) => this.#launch(slot)));
    for (const slot of slots) this.#watch(slot);
  }

  async stop(fast: boolean): Promise<void> {
    this.#isStopping = true;
    const ends = [...this.#living.values()].map((worker) => endOf(worker));
    for (const worker of this.#living.values()) tell(worker, { kind: 'stop', fast });
    await Promise.all(ends);
  }

  /** Resolves when it listens. */
  async #launch(slot: number): Promise<void> {
    const worker = cluster.fork();
    this.#living.set(slot, worker);
    const bounds = new WorkerBounds(this.#bounds, (answer) => tell(worker, answer));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'bounds') void bounds.answer(message);
      else if (message.kind === 'jobs') this.#noteJobs(message.healthy);
      else if (message.kind === 'failed') reject(new StartFailure(message.message));
      else resolve();
    });
    // A channel that breaks is the end of the worker, which is told apart.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => {
      if (this.#living.get(slot) === worker) this.#living.delete(slot);
      bounds.end();
      if (slot === workingSlot) this.#noteJobs(false);
      reject(new Error(`A process of Flux ended with code ${code}, signal ${signal}, before it was ready.`));
    });
    tell(worker, {
      kind: 'start',
      task: { database: this.#options.database, slot, works: slot === workingSlot },
    });
    tell(worker, { kind: 'jobs', healthy: this.#areJobsHealthy });
    await promise;
  }

  #watch(slot: number): void {
    const worker = this.#living.get(slot);
    if (worker) void endOf(worker).then((end) => this.#replace(slot, end));
    else this.#replace(slot, 'unknown');
  }

  #replace(slot: number, end: string): void {
    const { log, shutdown } = this.#options;
    if (this.#isStopping) return;
    const waitMs = this.#deaths.add();
    if (waitMs === null) {
      log.fatal({ end }, 'processes of Flux die again and again; Flux stops');
      void shutdown.end(1, true);
      return;
    }
    log.error({ end, waitMs }, 'a process of Flux died and is replaced');
    setTimeout(() => void this.#launchAgain(slot), waitMs);
  }

  async #launchAgain(slot: number): Promise<void> {
    if (this.#isStopping) return;
    try {
      await this.#launch(slot);
    } catch (error) {
      this.#options.log.error({ err: error }, 'a process of Flux could not be started');
    }
    this.#watch(slot);
  }

  #noteJobs(healthy: boolean): void {
    if (this.#areJobsHealthy === healthy) return;
    this.#areJobsHealthy = healthy;
    for (const worker of this.#living.values()) tell(worker, { kind: 'jobs', healthy });
  }
}

/** Whoever is gone hears nothing, and needs nothing. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** @returns how, in words */
async function endOf(worker: Worker): Promise<string> {
  if (!worker.isDead()) await once(worker, 'exit');
  const { exitCode, signalCode } = worker.process;
  return signalCode ?? `code ${exitCode}`;
}
