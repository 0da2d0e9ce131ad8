import type { Context } from '#server/context.ts';
import { deleteInvitationsExpiredBefore, deleteSentMailsBefore } from './store.ts';

const day = 86_400_000;
/** How long an expired invitation is listed. */
const shownDays = 30;

export async function pruneInvitations({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await deleteInvitationsExpiredBefore(db, new Date(now - shownDays * day));
  await deleteSentMailsBefore(db, new Date(now - day));
}
