import { fork } from 'node:child_process';
import { lowerPriority } from '#server/platform/processes/background-priority.ts';
import { childProcessModule } from '#server/platform/processes/child-process-module.ts';
import type { Compression, CompressionRequest, CompressionResult } from './compressor-child.ts';

/** A child process that compresses, one file after the other, at a low priority. */
export interface Compressor {
  /**
   * @throws Error when the result did not decode to the source's bytes, or the child died; with the code ENOSPC when the
   *   disk is nearly full
   */
  compress(request: CompressionRequest): Promise<Compression>;
  stop(): Promise<void>;
}

const childModule = childProcessModule('compressor-child', import.meta);

/** @param signal ends the child at once */
export function startCompressor(signal: AbortSignal): Compressor {
  const child = fork(childModule, [], {
    execArgv: ['--max-old-space-size=128'],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  // Players and uploads go first.
  if (child.pid !== undefined) lowerPriority(child.pid, 2);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Also without one who waits for an answer, an abort must not become an uncaught error. One that never began has no
    // end, either.
    child.on('error', () => child.pid === undefined && resolve());
  });
  return {
    compress: (request) =>
      new Promise((resolve, reject) => {
        const settle = (result: CompressionResult | null) => {
          child.off('message', settle);
          if (result === null) reject(new Error('The compressing process ended before it was done.'));
          else if ('error' in result) reject(Object.assign(new Error(result.error), { code: result.code }));
          else resolve(result);
        };
        child.on('message', settle);
        void exited.then(() => settle(null));
        if (child.connected) child.send(request, (error) => error && settle(null));
        else settle(null);
      }),
    stop: async () => {
      if (child.connected) child.disconnect();
      // The handle of one that could not be spawned has 0 for its process, which is this one's whole group.
      if (child.pid !== undefined) child.kill('SIGKILL');
      await exited;
    },
  };
}
