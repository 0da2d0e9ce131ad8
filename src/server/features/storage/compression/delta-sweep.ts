import type { Context } from '#server/context.ts';
import { type DeltaPosition, deleteUnusedDeltas } from './delta-store.ts';

const graceMs = 24 * 3_600_000;
const batchDeltas = 500;

/** Lets go of deltas to versions that are not played any more; it looks at each that there is. */
export async function sweepDeltas(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - graceMs);
  let after: DeltaPosition | undefined;
  do {
    signal.throwIfAborted();
    after = await deleteUnusedDeltas(db, before, after ?? null, batchDeltas);
  } while (after);
}
