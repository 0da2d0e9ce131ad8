import type { Config } from '../../config/config.ts';
import type { DatabaseTarget } from '../../context.ts';
import type { LimitsRequest, LimitsResponse } from '../../platform/limits/messages.ts';

/** What one worker is told to be. */
export interface WorkerTask {
  /**
   * As the first process read it, so that whoever replaces another is what that one was. Of the connections to the
   * database it says the worker's share.
   */
  config: Config;
  database: DatabaseTarget;
  /** The name of its own part of the staging folder, which nobody had before. */
  stagingPart: string;
  /** Whether the background work is its. */
  works: boolean;
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
