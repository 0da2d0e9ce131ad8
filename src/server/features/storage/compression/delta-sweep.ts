import type { Context } from '../../../context.ts';
import { deleteUnusedDeltas } from './delta-store.ts';

const graceMs = 24 * 3_600_000;

/** Lets go of deltas to versions that are not played any more. */
export async function sweepDeltas({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteUnusedDeltas(db, new Date(clock.now().getTime() - graceMs));
}
