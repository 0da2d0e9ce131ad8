import type { Context } from '../../context.ts';
import { dayOf } from './days.ts';
import type { Meter } from './meter.ts';
import { addDelivered, foldDeltas, readStored, readTotals, writeGrowth } from './store.ts';

type Services = Pick<Context, 'db' | 'clock'>;

/** Folds new changes, and stores today's totals. */
export async function foldUsage({ db, clock }: Services): Promise<void> {
  await foldDeltas(db);
  const totals = await readTotals(db, ['rows/users', 'rows/applications']);
  await writeGrowth(db, dayOf(clock.now()), {
    accounts: totals.get('rows/users') ?? 0,
    applications: totals.get('rows/applications') ?? 0,
    bytesStored: (await readStored(db)).bytes,
  });
}

/**
 * Writes down what this server delivered since the last time; other servers add theirs. Where the database does not take
 * it, it is kept for the next time.
 */
export async function writeDelivered({ db, clock }: Services, meter: Meter): Promise<void> {
  const counts = meter.take();
  if (counts.plays === 0 && counts.bytes === 0) return;
  try {
    await addDelivered(db, dayOf(clock.now()), counts);
  } catch (error) {
    meter.giveBack(counts);
    throw error;
  }
}
