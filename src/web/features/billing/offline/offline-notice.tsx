import { PowerOff } from 'lucide-react';
import { Link } from 'react-router';
import type { Offline } from '#shared/billing/offline.ts';
import { texts } from '#web/i18n/en/billing/offline.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';

interface OfflineNoticeProps {
  /** Null if not known. */
  offline: Offline | null;
  className?: string;
}

/** Says that an application is offline, when it is deleted, and how to restore it. */
export function OfflineNotice({ offline, className }: OfflineNoticeProps) {
  return (
    <Panel tone="danger" className={className}>
      <div className="flex gap-3">
        <PowerOff size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <div className="grid max-w-reading gap-0.5">
            <p className="font-medium">{texts.thisApplicationIsOffline}</p>
            <p>{offlineText(offline)}</p>
          </div>
          <Button asChild variant="primary">
            <Link to={paths.pricing()}>{texts.chooseAPlan}</Link>
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** The consequences for its owner. */
export function offlineText(offline: Offline | null): string {
  if (!offline) return texts.nobodyCanOpenIt;
  return format(texts.nobodyCanOpenItUntil, { deletionAt: formatDate(offline.deletionAt) });
}
