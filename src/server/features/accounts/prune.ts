import type { Context } from '../../context.ts';
import { attemptMilliseconds } from './attempts.ts';
import { deleteSessionsBefore } from './session-store.ts';
import { idleMilliseconds } from './sessions.ts';
import { deleteAttemptsBefore } from './store.ts';

/** Removes sessions that have ended and sign-ins that nobody finished. */
export async function pruneSignIns(context: Context): Promise<void> {
  const now = context.clock.now();
  await deleteSessionsBefore(context.db, now, new Date(now.getTime() - idleMilliseconds));
  await deleteAttemptsBefore(context.db, new Date(now.getTime() - attemptMilliseconds));
}
