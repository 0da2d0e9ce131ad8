import { setTimeout as sleep } from 'node:timers/promises';
import { FluxError } from '#shared/contract/errors.ts';

/**
 * What is answered later is written down all the same.
 * @throws FluxError `unavailable` where the answer takes longer
 */
export async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new FluxError('unavailable', 'The payment service did not answer in time.');
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    waiting.abort();
  }
}
