import type { DatabaseTarget } from '../../context.ts';
import type { BoundsAnswer, BoundsQuestion } from '../../platform/bounds/messages.ts';

/** What one worker is told to be. */
export interface WorkerTask {
  database: DatabaseTarget;
  /** Its place among the workers, which whoever replaces it has too. */
  slot: number;
  /** Whether the background work is its. */
  works: boolean;
}

/** From the first process to a worker. */
export type ToWorker =
  | { kind: 'start'; task: WorkerTask }
  | { kind: 'stop'; fast: boolean }
  /** Whether the worker that works in the background does. */
  | { kind: 'jobs'; healthy: boolean }
  | BoundsAnswer;

/** From a worker to the first process. */
export type FromWorker =
  | { kind: 'ready' }
  /** It could not start, for a reason that a person can do something about. */
  | { kind: 'failed'; message: string }
  | { kind: 'jobs'; healthy: boolean }
  | BoundsQuestion;
