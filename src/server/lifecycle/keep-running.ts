import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../platform/db/embedded.ts';

/** What is waited before each try to start the database again. */
const defaultDelaysMs = [500, 2_000, 8_000] as const;
/** A database that ran for so long has not failed to start. */
const stableMs = 60_000;

export type Running = Pick<EmbeddedPostgres, 'ended' | 'stop'>;

interface Options {
  restart: () => Promise<Running>;
  onFailure: (sentence: string) => void;
  delaysMs?: readonly number[];
}

/**
 * Restarts a database whose process ends unexpectedly, such as by the OOM killer. Clients reconnect themselves.
 * @returns `ended` resolves once it was stopped, or after as many failed restarts as there are delays
 */
export function keepRunning(first: Running, options: Options): Running {
  const stopping = new AbortController();
  let running: Running | null = first;
  const supervise = async () => {
    for (let tries = 0; ; ) {
      const startedAt = performance.now();
      await running?.ended;
      if (performance.now() - startedAt > stableMs) tries = 0;
      running = null;
      while (running === null) {
        const delay = (options.delaysMs ?? defaultDelaysMs)[tries];
        if (stopping.signal.aborted || delay === undefined) return;
        tries += 1;
        running = await restartOnce(delay, tries, options, stopping.signal);
      }
    }
  };
  const ended = supervise();
  return {
    ended,
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await ended;
    },
  };
}

/** Null if it did not start, or is stopped. */
async function restartOnce(
  delayMs: number,
  count: number,
  { restart: start, onFailure }: Options,
  signal: AbortSignal,
): Promise<Running | null> {
  onFailure(`The embedded database has ended and is started again (try ${count}).`);
  await sleep(delayMs, undefined, { signal }).catch(() => {});
  if (signal.aborted) return null;
  try {
    const started = await start();
    if (signal.aborted) await started.stop();
    else onFailure('The embedded database runs again.');
    return started;
  } catch (error) {
    onFailure(
      `The embedded database did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}
