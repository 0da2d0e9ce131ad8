import { Link } from 'react-router';
import { type Reported, reportReasons, reportReasonWords } from '#shared/reports.ts';
import { counted } from '../../../lib/counted.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SmallPicture } from '../applications/application-columns.tsx';
import { Visibility } from '../cells.tsx';
import { ReportText } from './report-list.tsx';

export type ReportQuestion = 'take-offline' | 'dismiss' | 'read';

interface ReportedItemProps {
  reported: Reported;
  onAsk: (what: ReportQuestion) => void;
}

export const reportedLook =
  'grid gap-x-10 gap-y-4 border-b border-line py-5 lg:grid-cols-[20rem_minmax(0,1fr)_auto]';

/** One application of the queue, with what was said of it last. */
export function ReportedItem({ reported, onAsk }: ReportedItemProps) {
  const { application, count, reasons, oldestAt, newest } = reported;
  const { id, name, owner, organization, isPublic, takenDown, version } = application;
  const since = count > 1 ? `, the first of them ${timeAgo(oldestAt)}` : '';
  return (
    <li aria-label={name} className={reportedLook}>
      <div className="flex min-w-0 items-start gap-3 self-start">
        <SmallPicture {...application} />
        <div className="min-w-0 text-13">
          <h2 className="flex items-center gap-1.5">
            <Link to={paths.play(id)} title={name} className="truncate text-14 font-semibold hover:underline">
              {name}
            </Link>
            {takenDown ? (
              <Badge tone="danger" title={takenDown.reason}>
                Taken offline
              </Badge>
            ) : (
              <Visibility isPublic={isPublic} />
            )}
          </h2>
          <p className="truncate text-muted" title={owner.email ?? undefined}>
            {owner.displayName || owner.email || 'Unknown'}
            {organization && ` · ${organization.name}`}
          </p>
          <p className="truncate font-mono text-12 text-muted">v{version}</p>
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="me-1 text-13 text-muted">
            {counted(count, 'open report')}
            {since}
          </span>
          {reportReasons.map((reason) => {
            const many = reasons[reason] ?? 0;
            return (
              many > 0 && (
                <Badge key={reason} tone={reason === 'malware' ? 'danger' : 'neutral'}>
                  {reportReasonWords[reason]}
                  {many > 1 && <span className="tabular-nums">{many.toLocaleString('en')}</span>}
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
        <Button variant="ghost" aria-label={`All reports of ${name}`} onClick={() => onAsk('read')}>
          All reports
        </Button>
        <Button aria-label={`Dismiss the reports of ${name}`} onClick={() => onAsk('dismiss')}>
          Dismiss
        </Button>
        <Button
          aria-label={`Take offline: ${name}`}
          className="text-danger!"
          onClick={() => onAsk('take-offline')}
        >
          Take offline
        </Button>
      </div>
    </li>
  );
}
