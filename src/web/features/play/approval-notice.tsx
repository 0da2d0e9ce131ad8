import { Clock, CornerUpLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/play.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { approvalBadge } from '../../lib/format/approval-badge.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/layout/panel.tsx';

/** Why an application or version is not public yet. */
export function ApprovalNotice({ app, className = 'mt-5' }: { app: Application; className?: string }) {
  const mark = approvalBadge(app.approval);
  if (!mark) return null;
  const sentBack = app.approval === 'sent-back';
  const Icon = sentBack ? CornerUpLeft : Clock;
  const link = (inside: ReactNode) => (
    <Link
      to={sentBack ? paths.versions(app.id) : paths.pendingVersion(app.id)}
      className="font-medium underline underline-offset-2"
    >
      {inside}
    </Link>
  );
  return (
    <Panel tone={mark.tone} className={cn('flex max-w-reading gap-3', className)}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">{mark.label}</p>
        <p className="wrap-anywhere">
          {sentBack ? (
            <Rich text={texts.sentBackSeeHistory} with={{ link }} />
          ) : (
            <PendingItem app={app} link={link} />
          )}
        </p>
      </div>
    </Panel>
  );
}

interface PendingItemProps {
  app: Application;
  link: (inside: ReactNode) => ReactNode;
}

function PendingItem({ app: { organization, wantsPublic }, link }: PendingItemProps) {
  if (!organization) {
    const text = wantsPublic ? texts.publicOnceOrganizationApproves : texts.versionPendingInOrganization;
    return <Rich text={text} with={{ link }} />;
  }
  const text = wantsPublic ? texts.publicOnceNamedApproves : texts.versionPendingInNamed;
  return <Rich text={text} with={{ link, name: organization.name }} />;
}
