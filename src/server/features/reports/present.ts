import { type Report, type Reported, reportReasons } from '#shared/reports.ts';
import { thumbnailPath } from '#shared/thumbnails.ts';
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

export function presentReported(row: ReportedRow, newest: ReportRow): Reported {
  const reasons = reportReasons
    .filter((reason) => row[reason] > 0)
    .map((reason) => [reason, row[reason]] as const);
  return {
    application: {
      id: row.id,
      name: row.name,
      description: row.description,
      isPublic: row.isPublic,
      owner: { uid: row.ownerId, displayName: row.ownerName, email: row.ownerEmail },
      organization:
        row.organizationId === null ? null : { id: row.organizationId, name: row.organizationName ?? '' },
      version: row.version,
      thumbnailUrl: row.thumbnailId === null ? null : thumbnailPath(row.thumbnailId, 'small'),
      createdAt: row.createdAt.toISOString(),
      takenDown:
        row.takenDownAt === null
          ? null
          : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
    },
    count: reasons.reduce((sum, [, count]) => sum + count, 0),
    reasons: Object.fromEntries(reasons),
    oldestAt: row.oldestAt.toISOString(),
    newestAt: row.newestAt.toISOString(),
    newest: presentReport(newest),
  };
}
