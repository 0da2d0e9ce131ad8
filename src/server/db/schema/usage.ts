import type { ColumnType, Generated } from 'kysely';

/** What the database itself counts, and what delivery adds; see migrations/0001_initial/usage.sql. */
export interface UsageTables {
  usage_totals: UsageTotalsTable;
  usage_deltas: UsageDeltasTable;
  usage_days: UsageDaysTable;
}

interface UsageTotalsTable {
  name: string;
  amount: number;
  changed_at: Date;
}

interface UsageDeltasTable {
  name: string;
  amount: number;
  changed_at: Generated<Date>;
}

interface UsageDaysTable {
  /** In UTC; what PostgreSQL makes of it as a `Date` depends on the machine. */
  day: ColumnType<never, string, never>;
  accounts: number | null;
  applications: number | null;
  bytes_stored: number | null;
  plays: Generated<number>;
  bytes_delivered: Generated<number>;
  bytes_saved_by_compression: Generated<number>;
  bytes_saved_by_deltas: Generated<number>;
}
