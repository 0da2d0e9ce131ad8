/**
 * Holds a Web Lock until a promise settles.
 * @returns false if another tab holds the lock; true if the browser has no Web Locks, as over plain HTTP
 */
export async function holdWebLock(name: string, end: Promise<unknown>): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const acquired = Promise.withResolvers<boolean>();
  const hold = async (lock: Lock | null) => {
    acquired.resolve(lock !== null);
    if (lock) await end.catch(() => {});
  };
  navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => acquired.resolve(true));
  return acquired.promise;
}

/** The names of all Web Locks that tabs of this browser hold. Null if the browser has no Web Locks. */
export async function heldWebLocks(): Promise<ReadonlySet<string> | null> {
  if (!('locks' in navigator)) return null;
  const locks = await navigator.locks.query().catch(() => null);
  return locks && new Set(locks.held?.flatMap(({ name }) => name ?? []));
}
