import { type Report, type Reported, reportReasons } from '#shared/contact/reports.ts';
import type { ReportedRow, ReportRow } from './store.ts';

export function presentReport(row: ReportRow): Report {
  return {
    id: row.id,
    reason: row.reason,
    details: row.details,
    reporter:
      row.reporterId === null
        ? null
        : { id: row.reporterId, name: row.reporterName ?? '', email: row.reporterEmail },
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    state: row.state,
    decidedBy: row.deciderId === null ? null : { id: row.deciderId, name: row.deciderName ?? '' },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
  };
}

export function presentReported(
  row: ReportedRow,
  application: Reported['application'],
  newest: ReportRow,
): Reported {
  const reasons = reportReasons
    .filter((reason) => row[reason] > 0)
    .map((reason) => [reason, row[reason]] as const);
  return {
    application,
    count: reasons.reduce((sum, [, count]) => sum + count, 0),
    reasons: Object.fromEntries(reasons),
    oldestAt: row.oldestAt.toISOString(),
    newestAt: row.newestAt.toISOString(),
    newest: presentReport(newest),
  };
}
