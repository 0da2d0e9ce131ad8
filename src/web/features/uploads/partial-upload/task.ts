import type { Picked } from '../picked-files.ts';
import type { ListedFile, PackedBytes } from './file-types.ts';

/** A task of the worker. A worker runs one task. */
export type Task =
  | { kind: 'list'; picked: Picked }
  | { kind: 'pack'; picked: Picked; listed: readonly ListedFile[]; missing: readonly number[] };

export interface TaskResult {
  list: ListedFile[] | null;
  pack: PackedBytes[];
}

/** Messages of the worker: any number of `progress`, then one `result` or `failed`. */
export type TaskMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'result'; result: TaskResult[Task['kind']] }
  | { kind: 'failed'; message: string };
