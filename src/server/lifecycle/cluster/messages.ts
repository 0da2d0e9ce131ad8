import type { Config } from '../../config/config.ts';
import type { DatabaseTarget } from '../../context.ts';
import type { LimitsRequest, LimitsResponse } from '../../platform/limits/messages.ts';

/** The task of one worker. */
export interface WorkerTask {
  /**
   * The configuration as the primary process read it, so that a replacement has the same. The pool size is the
   * worker's share.
   */
  config: Config;
  database: DatabaseTarget;
  /** The unique name of its part of the staging folder. */
  stagingPart: string;
  /** Whether the background work is its. */
  runsJobs: boolean;
}

/** From the first process to a worker. */
export type ToWorker =
  | { kind: 'start'; task: WorkerTask }
  | { kind: 'stop'; fast: boolean }
  /** Whether the worker that works in the background does. */
  | { kind: 'jobs'; healthy: boolean }
  | LimitsResponse;

/** From a worker to the first process. */
export type FromWorker =
  | { kind: 'ready' }
  /** It could not start, for a reason that a person can do something about. */
  | { kind: 'failed'; message: string }
  /** Each second. `jobs`: whether the background work goes on; null from whoever does none. */
  | { kind: 'alive'; jobs: boolean | null }
  | LimitsRequest;
