import type { Context } from '../../../context.ts';
import { deleteHeardBefore } from './store.ts';

/** Stripe tells nothing again after three days, by hand after fifteen. */
const keptMilliseconds = 30 * 86_400_000;

/** Forgets which events were heard once none of them can come again. */
export async function pruneHeard({ db, clock }: Context): Promise<void> {
  await deleteHeardBefore(db, new Date(clock.now().getTime() - keptMilliseconds));
}
