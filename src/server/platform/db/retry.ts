import { setTimeout as sleep } from 'node:timers/promises';

const deadlock = '40P01';
const serializationFailure = '40001';
const maxRetries = 3;
/** What the other needs to take what it waited for; who comes back sooner may stand in its way once more. */
const longestPauseMilliseconds = 50;

/**
 * Runs a transaction again that PostgreSQL ended for the sake of another: nothing of it was done. Triggers and cascades
 * take rows in an order that no caller can choose, so two changes may come to wait for each other.
 * @param work the whole transaction; it may run several times
 */
export async function retryTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string };
      if ((code !== deadlock && code !== serializationFailure) || retries === maxRetries) throw error;
      await sleep(Math.random() * longestPauseMilliseconds);
    }
  }
}
