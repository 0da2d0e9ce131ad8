import { Link } from 'react-router';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/card.ts';
import { format } from '#web/i18n/format.ts';
import { cn } from '#web/lib/cn.ts';
import { approvalBadge } from '#web/lib/format/approval-badge.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/layout/badge.tsx';

/** The badge of an application that awaits approval or was sent back; it links to the versions concerned. */
export function ApprovalLink({ app, className }: { app: ApplicationCard; className?: string }) {
  const mark = approvalBadge(app.approval);
  if (!mark) return null;
  return (
    <Link
      to={app.approval === 'pending' ? paths.pendingVersion(app.id) : paths.versions(app.id)}
      aria-label={format(texts.labelVersionsOfName, { label: mark.label, name: app.name })}
      className={cn('inline-flex shrink-0 rounded-full', className)}
    >
      <Badge tone={mark.tone}>{mark.label}</Badge>
    </Link>
  );
}
