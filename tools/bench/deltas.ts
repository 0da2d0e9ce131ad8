import { type Figure, figure } from './figures.ts';
import type { Visit } from './player.ts';
import type { Effort } from './run.ts';
import { buildPair } from './update-builds.ts';
import { measureUpdates } from './updates.ts';

/** Downloads of returning players after an update, compared with those of first-time players. */
export async function measureDeltas({ quick }: Effort): Promise<Figure[]> {
  const pair = await buildPair(quick);
  const { plainBytes, whole, ...visits } = await measureUpdates(pair);
  const sizes = `${pair.name}: whole ${inMegabytes(plainBytes)}, in brotli ${inMegabytes(whole.bodyBytes)}`;
  const share = (name: string, { bodyBytes }: Visit, of: 'uncompressed' | 'brotli', atMost: number) => {
    const base = of === 'brotli' ? whole.bodyBytes : plainBytes;
    const peer = `${sizes}; this ${(bodyBytes / 1e3).toFixed(1)} kB`;
    return figure(name, (100 * bodyBytes) / base, `% of the ${of} download`, { atMost }, peer);
  };
  const { returning } = visits;
  return [
    share('an update', visits.update, 'uncompressed', 11),
    share('an update', visits.update, 'brotli', 25),
    share('a rollback, for who had the update alone', visits.rollback, 'uncompressed', 11),
    share('a rollback, for who had both', visits.backToFirst, 'brotli', 0.1),
    share('a rebuild without a change, gzip', visits.rebuild, 'brotli', 0.1),
    share('the same, from uncompressed to gzip', visits.toGzip, 'brotli', 0.1),
    share('the same, from gzip to brotli', visits.toBrotli, 'brotli', 0.1),
    share('the same, with names as hashes', visits.toHashes, 'brotli', 0.1),
    figure('a return without an update', returning.bodyBytes, 'bytes', { atMost: 0 }, answersOf(returning)),
  ];
}

function answersOf({ answers }: Visit): string {
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const each = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `${total} answers from the network${total === 0 ? '' : `: ${each}`}`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
