import { setTimeout as sleep } from 'node:timers/promises';
import { FluxError } from '#shared/contract/errors.ts';

/**
 * Limits the wait for a promise, which still completes in the background.
 * @throws FluxError `unavailable` after the timeout
 */
export async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new FluxError('unavailable', 'The payment service did not respond in time.');
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    waiting.abort();
  }
}
