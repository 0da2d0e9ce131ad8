import { setTimeout as sleep } from 'node:timers/promises';

const deadlock = '40P01';
const serializationFailure = '40001';
const maxRetries = 3;
/** A pause for the other transaction; an earlier retry may conflict again. */
const maxPauseMilliseconds = 50;

/**
 * Retries a transaction after a deadlock or serialization failure. Triggers and cascades lock rows in an order that
 * callers cannot control.
 * @param work the whole transaction; it may run several times
 */
export async function retryTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string };
      if ((code !== deadlock && code !== serializationFailure) || retries === maxRetries) throw error;
      await sleep(Math.random() * maxPauseMilliseconds);
    }
  }
}
