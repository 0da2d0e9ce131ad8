import { setTimeout as sleep } from 'node:timers/promises';
import { FluxError } from '#shared/contract/errors.ts';

/**
 * What is answered later is written down all the same.
 * @throws FluxError `unavailable` where the answer takes longer
 */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const tooLate = sleep(milliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new FluxError('unavailable', 'The payment service did not respond in time.');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    waiting.abort();
  }
}
