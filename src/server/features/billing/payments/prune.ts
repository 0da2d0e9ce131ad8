import type { Context } from '../../../context.ts';
import { deleteToldBefore } from '../sandbox/store.ts';
import { deleteHeardBefore } from './store.ts';

/** Stripe tells nothing again after three days, by hand after fifteen. */
const keptMilliseconds = 30 * 86_400_000;

/** Forgets which events were heard once none of them can come again, and what the sandbox told. */
export async function pruneHeard({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMilliseconds);
  await deleteHeardBefore(db, before);
  await deleteToldBefore(db, before);
}
