import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CompressionRequest, CompressionResult } from './compressor-child.ts';

/** A child process that compresses, one file after the other, at the lowest priority. */
export interface Compressor {
  /** @throws Error when the result did not decode to the source's bytes, or the child died */
  compress(request: CompressionRequest): Promise<{ size: number; storedSha256: string; cpuSeconds: number }>;
  stop(): Promise<void>;
}

const childModule = fileURLToPath(new URL('compressor-child.ts', import.meta.url));

/** @param signal ends the child at once */
export function startCompressor(signal: AbortSignal): Compressor {
  const child = fork(childModule, [], {
    execArgv: ['--max-old-space-size=128'],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  // Also without one who waits for an answer, an abort must not become an uncaught error.
  child.on('error', () => {});
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    compress: (request) =>
      new Promise((resolve, reject) => {
        const settle = (result: CompressionResult | null) => {
          child.off('message', settle);
          child.off('exit', onExit);
          if (result === null) reject(new Error('The compressing process ended before it was done.'));
          else if ('error' in result) reject(new Error(result.error));
          else resolve(result);
        };
        const onExit = () => settle(null);
        child.on('message', settle);
        child.once('exit', onExit);
        if (child.exitCode !== null || child.signalCode !== null) onExit();
        else child.send(request, (error) => error && onExit());
      }),
    stop: async () => {
      if (child.connected) child.disconnect();
      child.kill('SIGKILL');
      await exited;
    },
  };
}
