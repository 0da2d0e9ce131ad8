import { deleteDeliveredBefore } from '#sandbox/stripe/store.ts';
import type { Context } from '#server/context.ts';
import { deleteAttemptsBefore } from '../attempts/store.ts';
import { deleteProcessedEventsBefore } from './store.ts';

/** Stripe retries events for three days, and manually for fifteen. */
const retentionMilliseconds = 30 * 86_400_000;

/** Longer than anything of them counts. */
const attemptsRetentionMilliseconds = 86_400_000;

/** Deletes processed events that cannot be repeated, delivered sandbox events, and old payment attempts. */
export async function prunePaymentRecords({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - retentionMilliseconds);
  await deleteProcessedEventsBefore(db, before);
  await deleteDeliveredBefore(db, before);
  await deleteAttemptsBefore(db, new Date(now - attemptsRetentionMilliseconds));
}
