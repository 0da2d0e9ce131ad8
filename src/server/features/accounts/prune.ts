import type { Context } from '../../context.ts';
import { attemptMilliseconds } from './attempts.ts';
import { deleteEndedSessions } from './session-store.ts';
import { deleteAttemptsBefore } from './store.ts';

/** Deletes expired sessions and unfinished sign-in attempts. */
export async function pruneSignIns(context: Context): Promise<void> {
  const now = context.clock.now();
  await deleteEndedSessions(context.db, now);
  await deleteAttemptsBefore(context.db, new Date(now.getTime() - attemptMilliseconds));
}
