import type { Report } from '#shared/contact/reports.ts';
import { reportReasonWords } from '#shared/contact/reports.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/reports.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { timeAgo } from '#web/lib/format/time-ago.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { ScrollRegion } from '#web/ui/lists/scroll-region.tsx';
import { LoadingRegion } from '#web/ui/loading/loading-region.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ErrorState } from '#web/ui/loading/states.tsx';
import { useApplicationReports } from './use-reports.ts';

interface ReportListProps {
  application: { id: string; name: string };
  onClose: () => void;
}

const states = {
  open: { tone: 'warning', words: texts.open },
  dismissed: { tone: 'neutral', words: texts.dismissed },
  upheld: { tone: 'danger', words: texts.upheld },
} as const;

/** All reports of one application, and their results. */
export function ReportListDialog({ application: { id, name }, onClose }: ReportListProps) {
  const list = useApplicationReports(id);
  const reports = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog
      open
      wide
      title={format(texts.reportsOfName, { name })}
      description={texts.openAndDecidedReportsNewestFirst}
      onOpenChange={(open) => !open && onClose()}
    >
      <ScrollRegion label={texts.reports} on="surface" className="mt-4 max-h-96">
        {list.isPending && (
          <LoadingRegion label={texts.loadingReports}>
            <Skeleton className="h-24" />
          </LoadingRegion>
        )}
        {!list.data && list.isError && (
          <ErrorState title={texts.failedToLoadReports} onRetry={() => list.refetch()}>
            {messageOf(list.error)}
          </ErrorState>
        )}
        <List className="divide-y divide-line">
          {reports.map((report) => (
            <li key={report.id} className="py-3">
              <ReportText report={report} />
              <Decision report={report} />
            </li>
          ))}
        </List>
        {list.hasNextPage && (
          <Button
            className="my-3"
            disabled={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage({ cancelRefetch: false })}
          >
            {texts.loadMore}
          </Button>
        )}
      </ScrollRegion>
    </Dialog>
  );
}

/** A report and its sender. */
export function ReportText({ report }: { report: Report }) {
  const { reason, details, reporter, email, createdAt, state } = report;
  const { tone, words } = states[state];
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
        <span className="font-medium">{reportReasonWords[reason]}</span>
        {state !== 'open' && <Badge tone={tone}>{words}</Badge>}
        <span className="min-w-0 text-muted wrap-anywhere">
          <bdi>{reporter ? reporter.name : (email ?? texts.aVisitor)}</bdi>
          {reporter?.email && ` · ${reporter.email}`}
          {' · '}
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {timeAgo(createdAt)}
          </time>
        </span>
      </p>
      {details !== '' && (
        <p className="text-14 whitespace-pre-line wrap-anywhere">
          <bdi>{details}</bdi>
        </p>
      )}
    </div>
  );
}

function Decision({ report: { state, decidedAt, decidedBy, note } }: { report: Report }) {
  if (state === 'open' || decidedAt === null) return null;
  return (
    <p className="mt-1.5 border-s-2 border-line ps-3 text-13 whitespace-pre-line text-muted wrap-anywhere">
      {decidedBy?.name ?? texts.aFormerAdministrator}, {formatMoment(decidedAt)}
      {note !== '' && `: ${note}`}
    </p>
  );
}
