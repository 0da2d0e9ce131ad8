import type { Picked } from '../picked-files.ts';
import type { ListedFile, PackedBytes } from './listed.ts';

/** What the worker is asked, once. */
export type Task =
  | { kind: 'list'; picked: Picked }
  | { kind: 'pack'; picked: Picked; listed: readonly ListedFile[]; wanted: readonly number[] };

export interface TaskResult {
  list: ListedFile[] | null;
  pack: PackedBytes[];
}

/** What it says, any number of times the first and then one of the others. */
export type TaskMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'result'; result: TaskResult[Task['kind']] }
  | { kind: 'failed'; message: string };
