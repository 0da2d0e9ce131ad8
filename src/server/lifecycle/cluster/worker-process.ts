import cluster, { type Worker } from 'node:cluster';
import type { SharedLimits } from '../../platform/limits/shared-limits.ts';
import { WorkerLimits } from '../../platform/limits/worker-limits.ts';
import { StartFailure } from '../start-failure.ts';
import type { FromWorker, ToWorker, WorkerTask } from './messages.ts';

/** The deadlines of a worker, in ticks of its watch. */
export interface WorkerDeadlines {
  /** A worker says each second that it is alive; one that computes for longer than this is taken for hung. */
  silentTicks: number;
  startTicks: number;
}

export interface WorkerProcessOptions {
  task: WorkerTask;
  sharedLimits: SharedLimits;
  deadlines: WorkerDeadlines;
  /** Called each second with the state of background jobs, by the worker that runs them. */
  onJobs(healthy: boolean): void;
}

/** One worker process, as seen by the primary process. */
export class WorkerProcess {
  /** Resolves when it listens; rejects with a StartFailure, or an Error, when it has ended before. */
  readonly ready: Promise<void>;
  /** Resolves with a description of its end, also if the process failed to start. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #deadlines: WorkerDeadlines;
  #isReady = false;
  #isGone = false;
  #ticks = 0;
  #silentTicks = 0;

  /** @throws Error if the process cannot be started */
  constructor({ task, sharedLimits: all, deadlines, onJobs }: WorkerProcessOptions) {
    this.#deadlines = deadlines;
    const worker = cluster.fork();
    this.#worker = worker;
    const sharedLimits = new WorkerLimits(all, (answer) => this.send(answer));
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    this.ready = ready.promise;
    this.ended = ended.promise;
    // Callers that await only `ended` get the error there.
    this.ready.catch(() => {});
    let failure: StartFailure | null = null;
    const end = (how: string) => {
      if (this.#isGone) return;
      this.#isGone = true;
      sharedLimits.end();
      ready.reject(failure ?? new Error(`A process of Flux ended before it was ready: ${how}.`));
      ended.resolve(how);
    };
    worker.on('message', (message: FromWorker) => {
      // Messages sent before its exit may arrive after it.
      if (this.#isGone) return;
      this.#silentTicks = 0;
      if (message.kind === 'limits') void sharedLimits.answer(message);
      else if (message.kind === 'alive') {
        if (message.jobs !== null) onJobs(message.jobs);
      } else if (message.kind === 'failed') failure = new StartFailure(message.message);
      else {
        this.#isReady = true;
        ready.resolve();
      }
    });
    worker.once('exit', (code, signal) => end(signal ?? `code ${code}`));
    // A process that failed to start has no exit event. A broken channel is the end of the worker, handled above.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) end(error.message);
    });
    this.send({ kind: 'start', task });
  }

  /** Whether it listens. */
  get answers(): boolean {
    return this.#isReady && !this.#isGone;
  }

  /** The process has ended, so the message is not needed. */
  send(message: ToWorker): void {
    if (!this.#isGone && this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  /**
   * Called each second: kills a process that is silent for too long or does not get ready.
   * @returns whether it was killed
   */
  tick(): boolean {
    this.#ticks += 1;
    this.#silentTicks += 1;
    const { silentTicks, startTicks } = this.#deadlines;
    if (this.#isGone) return false;
    if (this.#silentTicks <= silentTicks && (this.#isReady || this.#ticks <= startTicks)) return false;
    this.kill();
    return true;
  }

  /** Immediately, in any state. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
