/** A counting semaphore. At most `most` holders have a permit of this name at the same time. */
export interface Semaphore {
  name: string;
  most: number;
}

/** Returns a permit. A second call does nothing. */
export type Release = () => void;

export interface RateCount {
  /** Requests in this window, including this one. */
  count: number;
  /** Milliseconds until the window ends. */
  leftMs: number;
}

/** Semaphores and rate counters that all worker processes of this server share. */
export interface SharedLimits {
  /**
   * Counts a request of `key`. The window begins with its first request. For each `name` the ten thousand most recent keys
   * are kept.
   */
  count(name: string, key: string, windowMs: number): Promise<RateCount>;
  /** Acquires a permit of each semaphore, or none. Returns null if one of the semaphores has no free permit. */
  tryAcquire(semaphores: readonly Semaphore[]): Promise<Release | null>;
  /** Whether `tryAcquire` would succeed. Acquires nothing. */
  isFree(semaphores: readonly Semaphore[]): Promise<boolean>;
  /** Waits for a permit, first in, first out. */
  acquire(semaphore: Semaphore): Promise<Release>;
}

/** Runs `work` with a permit of the semaphore. Waits until a permit is free. */
export async function withSemaphore<Result>(
  sharedLimits: SharedLimits,
  semaphore: Semaphore,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await sharedLimits.acquire(semaphore);
  try {
    return await work();
  } finally {
    release();
  }
}
