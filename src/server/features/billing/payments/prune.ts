import { deleteToldBefore } from '#sandbox/stripe/store.ts';
import type { Context } from '#server/context.ts';
import { deleteAttemptsBefore } from '../attempts/store.ts';
import { deleteHeardBefore } from './store.ts';

/** Stripe tells nothing again after three days, by hand after fifteen. */
const keptMilliseconds = 30 * 86_400_000;

/** Longer than anything of them counts. */
const attemptsKeptMilliseconds = 86_400_000;

/** Forgets which events were heard once none of them can come again, what the sandbox told, and who tried to pay. */
export async function pruneHeard({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - keptMilliseconds);
  await deleteHeardBefore(db, before);
  await deleteToldBefore(db, before);
  await deleteAttemptsBefore(db, new Date(now - attemptsKeptMilliseconds));
}
