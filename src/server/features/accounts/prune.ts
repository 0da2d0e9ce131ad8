import type { Context } from '../../context.ts';
import { attemptMilliseconds } from './attempts.ts';
import { deleteEndedSessions } from './session-store.ts';
import { deleteAttemptsBefore } from './store.ts';

/** Removes sessions that have ended and sign-ins that nobody finished. */
export async function pruneSignIns(context: Context): Promise<void> {
  const now = context.clock.now();
  await deleteEndedSessions(context.db, now);
  await deleteAttemptsBefore(context.db, new Date(now.getTime() - attemptMilliseconds));
}
