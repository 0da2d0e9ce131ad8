import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { listLocked } from '#server/platform/db/advisory-lock.ts';
import { type SessionLock, SessionLocks } from '#server/platform/db/session-locks.ts';

/** What the locks are of. */
type Place = Pick<Context, 'pool' | 'log'>;

const keyOf = (uploadId: string) => `publish ${uploadId}`;

/** How long somebody who wants to publish the same upload waits before they look again. */
const lookAgainMs = 100;

/**
 * Publishes an upload while nobody else does or gives it up, here or on another server; whoever wants to publish it, too,
 * waits. All that wait or work so share the one connection of this process's locks, which ends with the process: what a
 * killed server had in its queue is nobody's at once. A lost connection gives the lock back early, and the transaction that
 * marks an upload as published still decides who did.
 */
export async function whilePublishing<Result>(
  place: Place,
  uploadId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const lock = await tryLock(place, uploadId);
    if (lock) return holdingLock(place, lock, work);
    await sleep(lookAgainMs);
  }
}

/**
 * Does what must not happen to an upload that is being published or waits for its turn, and lets no publication of it begin
 * until that is done.
 * @returns whether it was done
 */
export async function unlessPublishing(
  place: Place,
  uploadId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const lock = await tryLock(place, uploadId);
  if (lock) await holdingLock(place, lock, work);
  return lock !== null;
}

/** Which of these uploads are being published or wait for their turn, on whatever server. */
export async function listBeingPublished(
  db: Kysely<Tables>,
  uploadIds: readonly string[],
): Promise<Set<string>> {
  const locked = await listLocked(db, uploadIds.map(keyOf));
  return new Set(uploadIds.filter((id) => locked.has(keyOf(id))));
}

function tryLock({ pool, log }: Place, uploadId: string): Promise<SessionLock | null> {
  const locks = new SessionLocks(pool, (error) =>
    log.warn({ err: error, uploadId }, 'publication lock lost'),
  );
  return locks.tryLock(keyOf(uploadId));
}

async function holdingLock<Result>(
  { log }: Place,
  lock: SessionLock,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    // What was done stands, and the lock goes with its connection.
    await lock.release().catch((error: unknown) => log.warn({ err: error }, 'publication lock not released'));
  }
}
