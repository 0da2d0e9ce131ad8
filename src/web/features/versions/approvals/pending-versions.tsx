import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import type { PendingVersion } from '#shared/versions/approvals.ts';
import { texts } from '#web/i18n/en/versions.ts';
import { format } from '#web/i18n/format.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { formatDate } from '#web/lib/format/dates.ts';
import { useAnchor } from '#web/lib/hooks/use-anchor.ts';
import { approvalsId, paths } from '#web/paths.ts';
import { Panel } from '#web/ui/layout/panel.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { Failure } from '#web/ui/loading/failure.tsx';
import { useApprovals } from './use-approvals.ts';

interface PendingVersionsProps {
  userId: string;
  /** With more than this, a link leads to the whole list. */
  max?: number;
  className?: string;
}

/** The versions that await the viewer's approval, each a link to its place in the Version History. */
export function PendingVersions({ userId, max = Number.POSITIVE_INFINITY, className }: PendingVersionsProps) {
  const { data, isError, refetch } = useApprovals(userId);
  if (data) return <Pending {...data} max={max} className={className} />;
  return isError ? <NotLoaded onRetry={() => refetch()} className={className} /> : null;
}

function NotLoaded({ onRetry, className }: { onRetry: () => void; className?: string }) {
  useAnchor(approvalsId);
  return (
    <div id={approvalsId} tabIndex={-1} className={className}>
      <Failure onRetry={onRetry}>{texts.failedToFetchPendingVersions}</Failure>
    </div>
  );
}

interface PendingProps extends Pick<PendingVersionsProps, 'className'> {
  count: number;
  versions: readonly PendingVersion[];
  max: number;
}

function Pending({ count, versions, max, className }: PendingProps) {
  // Before the list is known to be empty: versions that a later poll finds must not move the focus.
  useAnchor(approvalsId);
  if (count === 0) return null;
  const shown = versions.slice(0, max);
  const title = format(texts.countAwaitYourApproval, { count });
  return (
    <section id={approvalsId} aria-label={title} tabIndex={-1} className={className}>
      <Panel tone="warning" className="flex gap-3">
        <Clock size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="font-medium">{title}</h2>
          <List className="grid">
            {shown.map((version) => (
              <Entry key={version.id} version={version} />
            ))}
          </List>
          {shown.length < count &&
            (shown.length < versions.length ? (
              <Link to={paths.approvals()} className="w-fit py-1 underline underline-offset-2">
                {format(texts.showAllCount, { count })}
              </Link>
            ) : (
              <p>{format(texts.oldestCountAreListed, { count: shown.length })}</p>
            ))}
        </div>
      </Panel>
    </section>
  );
}

function Entry({
  version: { id, version, application, organization, ...uploaded },
}: {
  version: PendingVersion;
}) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-1">
      <Link
        to={paths.version(application.id, id)}
        className="font-medium underline underline-offset-2 wrap-anywhere"
      >
        {format(texts.reviewVersionOfName, { version, name: application.name })}
      </Link>
      <span className="text-13 wrap-anywhere">
        <Rich
          text={texts.uploadedByToOrganization}
          with={{
            username: <bdi>{uploaded.uploadedByUsername}</bdi>,
            organization: <bdi>{organization.name}</bdi>,
            date: <time dateTime={uploaded.uploadedAt}>{formatDate(uploaded.uploadedAt)}</time>,
          }}
        />
      </span>
    </li>
  );
}
