import type { Transaction } from 'kysely';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../schema.ts';
import {
  countAttempts,
  countRequestsSince,
  deleteAttemptsBefore,
  insertAttempt,
  lockAttempts,
  lockDay,
} from './store.ts';

type Trx = Transaction<Tables>;

const hour = 3_600_000;
const day = 24 * hour;

/** In an hour: of an account, and of all visitors from one network. */
export const hourlyRequests = 3;
/** In a day, over all: whatever comes from wherever, a mailbox is not filled, and visitors leave room for accounts. */
export const dailyRequests = { visitors: 150, all: 300 };

export interface Sender {
  userId: string | null;
  network: string;
}

/**
 * Counts a request, whatever becomes of it. On all servers together; what is refused uses up nothing.
 * @throws FluxError `too_many_requests`
 */
export async function admitSender(trx: Trx, sender: Sender, now: Date): Promise<void> {
  await lockAttempts(trx, sender);
  const { count, first } = await countAttempts(trx, sender, new Date(now.getTime() - hour));
  if (count >= hourlyRequests) {
    const waitMilliseconds = (first?.getTime() ?? now.getTime()) + hour - now.getTime();
    throw new FluxError(
      'too_many_requests',
      'You have written to us a lot lately. Please wait a while and try again.',
      { retryAfterSeconds: Math.max(1, Math.ceil(waitMilliseconds / 1000)) },
    );
  }
  await insertAttempt(trx, sender, now);
}

/** @throws FluxError `too_many_requests`, with where else to write */
export async function checkDay(
  trx: Trx,
  { userId }: Pick<Sender, 'userId'>,
  { config }: Pick<Context, 'config'>,
  now: Date,
): Promise<void> {
  await lockDay(trx);
  const { visitors, all } = await countRequestsSince(trx, new Date(now.getTime() - day));
  if (all < dailyRequests.all && (userId !== null || visitors < dailyRequests.visitors)) return;
  throw new FluxError(
    'too_many_requests',
    `This form takes no more requests today. Please write to ${config.supportEmail} instead.`,
    { retryAfterSeconds: hour / 1000 },
  );
}

/** Forgets who wrote, and from where, once it counts for nothing. */
export async function pruneAttempts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteAttemptsBefore(db, new Date(clock.now().getTime() - hour));
}
