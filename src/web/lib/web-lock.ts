/**
 * Holds a name among the tabs of this browser until something has ended, however.
 * @returns whether no other tab holds it; true where the browser has no locks, as over plain http
 */
export async function holdWebLock(name: string, end: Promise<unknown>): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const held = Promise.withResolvers<boolean>();
  const hold = async (lock: Lock | null) => {
    held.resolve(lock !== null);
    if (lock) await end.catch(() => {});
  };
  navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => held.resolve(true));
  return held.promise;
}

/** The names that tabs of this browser hold, this one's own among them; null where the browser cannot tell. */
export async function heldWebLocks(): Promise<ReadonlySet<string> | null> {
  if (!('locks' in navigator)) return null;
  const locks = await navigator.locks.query().catch(() => null);
  return locks && new Set(locks.held?.flatMap(({ name }) => name ?? []));
}
