import type { Context } from '#server/context.ts';
import { deleteInvitationsExpiredBefore, forgetSentBefore } from './store.ts';

const day = 86_400_000;
/** So long somebody sees that nobody answered. */
const shownDays = 30;

export async function pruneInvitations({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await deleteInvitationsExpiredBefore(db, new Date(now - shownDays * day));
  await forgetSentBefore(db, new Date(now - day));
}
