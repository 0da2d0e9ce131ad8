import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import { countAttempts, deleteAttemptsBefore, insertAttempt, lockAttempts } from './store.ts';

const hour = 3_600_000;

/** In an hour: of an account, and of all visitors from one network. A class of thirty may report what it was sent. */
export const hourlyReports = { account: 10, network: 40 };

export interface Sender {
  userId: string | null;
  network: string;
}

/**
 * Counts a report, whatever becomes of it: what is not counted would tell that there is nothing to report. On all servers
 * together; what is refused uses up nothing.
 * @throws FluxError `too_many_requests`
 */
export async function admitReport({ db, clock }: Context, sender: Sender): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - hour);
  await db.transaction().execute(async (trx) => {
    await lockAttempts(trx, sender);
    const limit = sender.userId === null ? hourlyReports.network : hourlyReports.account;
    const { count, first } = await countAttempts(trx, sender, since);
    if (count >= limit) {
      const waitMilliseconds = (first?.getTime() ?? now.getTime()) + hour - now.getTime();
      throw new FluxError(
        'too_many_requests',
        'You have reported a lot lately. Please wait a while and try again.',
        { retryAfterSeconds: Math.max(1, Math.ceil(waitMilliseconds / 1000)) },
      );
    }
    await insertAttempt(trx, sender, now);
  });
}

/** Forgets who reported, and from where, once it counts for nothing. */
export async function pruneAttempts({ db, clock }: Context): Promise<void> {
  await deleteAttemptsBefore(db, new Date(clock.now().getTime() - hour));
}
