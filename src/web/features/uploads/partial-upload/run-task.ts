import { raceAbort } from '#web/lib/page/race-abort.ts';
import readerUrl from './reader.ts?worker&url';
import type { Task, TaskMessage, TaskResult } from './task.ts';

/** TypeScript has no types for Trusted Types yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Trusted Types: allows the worker's script address. */
const trusted = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  ?.createPolicy('flux-reader', { createScriptURL: () => readerUrl })
  .createScriptURL(readerUrl);

export interface TaskOptions {
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Runs a task in a new worker.
 * @throws Error if the task fails; the signal's reason
 */
export async function runTask<Kind extends Task['kind']>(
  task: Task & { kind: Kind },
  { onProgress, signal }: TaskOptions,
): Promise<TaskResult[Kind]> {
  signal.throwIfAborted();
  const worker = new Worker(trusted ?? readerUrl);
  const outcome = Promise.withResolvers<TaskResult[Kind]>();
  worker.addEventListener('error', () => outcome.reject(new Error('The reading worker failed.')));
  worker.addEventListener('message', ({ data }: MessageEvent<TaskMessage>) => {
    if (data.kind === 'progress') onProgress(data.done, data.total);
    else if (data.kind === 'failed') outcome.reject(new Error(data.message));
    else outcome.resolve(data.result as TaskResult[Kind]);
  });
  try {
    worker.postMessage(task);
    return await raceAbort(signal, outcome.promise);
  } finally {
    worker.terminate();
  }
}
