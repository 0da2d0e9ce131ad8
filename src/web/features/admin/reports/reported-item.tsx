import { Link } from 'react-router';
import { type Reported, reportReasons, reportReasonWords } from '#shared/contact/reports.ts';
import { texts } from '#web/i18n/en/admin/reports.ts';
import { format } from '#web/i18n/format.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { timeAgo } from '#web/lib/format/time-ago.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { VersionTag } from '#web/ui/layout/version-tag.tsx';
import { SmallPicture } from '../applications/application-columns.tsx';
import { Visibility } from '../cells.tsx';
import { ReportText } from './report-list.tsx';

export type ReportQuestion = 'take-offline' | 'dismiss' | 'read';

interface ReportedItemProps {
  reported: Reported;
  onAsk: (what: ReportQuestion) => void;
}

export const reportedClasses =
  'grid gap-x-10 gap-y-4 border-b border-line py-5 lg:grid-cols-[20rem_minmax(0,1fr)_auto]';

/** One application of the queue, with its latest report. */
export function ReportedItem({ reported, onAsk }: ReportedItemProps) {
  const { application, count, reasons, oldestAt, newest } = reported;
  const { id, name, owner, organization, isPublic, takenDown, version } = application;
  return (
    <li aria-label={name} className={reportedClasses}>
      <div className="flex min-w-0 items-start gap-3 self-start">
        <SmallPicture {...application} />
        <div className="min-w-0 text-13">
          <div className="flex items-center gap-1.5">
            <h2 className="min-w-0 truncate text-14 font-semibold">
              <Link to={paths.play(id)} title={name} className="hover:underline">
                <bdi>{name}</bdi>
              </Link>
            </h2>
            {takenDown ? (
              <Badge tone="danger" title={takenDown.reason}>
                {texts.takenOffline}
              </Badge>
            ) : (
              <Visibility isPublic={isPublic} />
            )}
          </div>
          <p className="truncate text-muted" title={owner.email ?? undefined}>
            <bdi>{owner.displayName || owner.email || texts.unknown}</bdi>
            {organization && ' · '}
            {organization && <bdi>{organization.name}</bdi>}
          </p>
          <p className="truncate text-12 text-muted">
            <VersionTag of={version} />
          </p>
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="me-1 text-13 text-muted">
            {count > 1
              ? format(texts.countOpenReportsSince, { count, oldestAt: timeAgo(oldestAt) })
              : format(texts.countOpenReports, { count })}
          </span>
          {reportReasons.map((reason) => {
            const many = reasons[reason] ?? 0;
            return (
              many > 0 && (
                <Badge key={reason} tone={reason === 'malware' ? 'danger' : 'neutral'}>
                  {reportReasonWords[reason]}
                  {many > 1 && <span className="tabular-nums">{formatNumber(many)}</span>}
                </Badge>
              )
            );
          })}
        </div>
        <div className="border-s-2 border-line ps-3">
          <ReportText report={newest} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 self-start">
        <Button
          variant="ghost"
          aria-label={format(texts.allReportsOfName, { name })}
          onClick={() => onAsk('read')}
        >
          {texts.allReports}
        </Button>
        <Button aria-label={format(texts.dismissTheReportsOfName, { name })} onClick={() => onAsk('dismiss')}>
          {texts.dismiss}
        </Button>
        <Button
          aria-label={format(texts.takeOfflineName, { name })}
          className="text-danger!"
          onClick={() => onAsk('take-offline')}
        >
          {texts.takeOffline}
        </Button>
      </div>
    </li>
  );
}
