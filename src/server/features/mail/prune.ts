import type { Context } from '../../context.ts';
import { deleteMailsBefore } from './store.ts';

const retentionMilliseconds = 30 * 86_400_000;

/** Removes mails that were sent or given up a month ago, and those that were written then and kept. */
export async function pruneMails({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteMailsBefore(db, new Date(clock.now().getTime() - retentionMilliseconds));
}
