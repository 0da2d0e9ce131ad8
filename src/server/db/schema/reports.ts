import type { Generated } from 'kysely';
import type { ReportReason } from '#shared/contact/reports.ts';

/** The tables of `features/reports`. */
export interface ReportsTables {
  reports: ReportsTable;
  reported_apps: ReportedAppsTable;
}

interface ReportsTable {
  id: string;
  app_id: string;
  reporter_id: string | null;
  network: Buffer | null;
  reason: ReportReason;
  details: string;
  email: string | null;
  created_at: Date;
  state: Generated<'open' | 'dismissed' | 'upheld'>;
  decided_by: string | null;
  decided_at: Date | null;
  note: Generated<string>;
}

/** With the number of open reports for each reason. */
type ReportedAppsTable = {
  app_id: string;
  oldest_at: Date;
  newest_at: Date;
} & Record<ReportReason, Generated<number>>;
