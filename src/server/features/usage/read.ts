import type { Usage, UsageDay } from '#shared/admin/usage.ts';
import { formatBytes } from '#shared/text/sizes.ts';
import type { Context } from '../../context.ts';
import { dayOf, daysEndingAt } from './days.ts';
import { type DayRow, listDays, listTotals, readStored, type Total } from './store.ts';

type Services = Pick<Context, 'db' | 'clock'>;

export async function getUsage({ db, clock }: Services): Promise<Usage> {
  const totals = await listTotals(db);
  const stored = await readStored(db);
  const files = named(totals, 'files/');
  const versionFiles = sumOf(files);
  const collections = Object.fromEntries(
    [...named(totals, 'rows/'), ['version files', versionFiles] as const].sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  return {
    storage: {
      totalSize: formatBytes(stored.bytes),
      totalBytes: stored.bytes,
      fileCount: stored.files,
      fileTypes: Object.fromEntries(files.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)),
      lastUpdated: totals.find(({ name }) => name === 'stored')?.changedAt.toISOString() ?? null,
    },
    auth: { totalUsers: collections.users ?? 0 },
    firestore: { totalDocuments: sumOf(Object.entries(collections)), collections },
    timestamp: clock.now().toISOString(),
  };
}

/** One per day. A missing day has the values of the day before. */
export async function getUsageHistory({ db, clock }: Services, count: number): Promise<UsageDay[]> {
  const today = dayOf(clock.now());
  const days = daysEndingAt(today, count);
  const rows = await listDays(db, days[0] ?? today);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  let known = growthOf(rows.find(({ day }) => day < (days[0] ?? today)));
  return days.map((day) => {
    const row = byDay.get(day);
    if (row && row.accounts !== null) known = growthOf(row);
    return { day, ...known, plays: row?.plays ?? 0, bytesDelivered: row?.bytesDelivered ?? 0 };
  });
}

function growthOf(row: DayRow | undefined): Pick<UsageDay, 'accounts' | 'applications' | 'bytesStored'> {
  return {
    accounts: row?.accounts ?? null,
    applications: row?.applications ?? null,
    bytesStored: row?.bytesStored ?? null,
  };
}

function named(totals: readonly Total[], prefix: string): [string, number][] {
  return totals
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, amount }) => [name.slice(prefix.length), amount]);
}

function sumOf(entries: readonly (readonly [string, number])[]): number {
  return entries.reduce((sum, [, amount]) => sum + amount, 0);
}
