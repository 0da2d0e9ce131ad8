import { PowerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Offline } from '#shared/offline.ts';
import { formatDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';

interface OfflineNoticeProps {
  /** What is offline, as 'This application'. */
  what: string;
  /** Null while it is not known, and for administrators, who look at what is another's. */
  offline: Offline | null;
  children?: ReactNode;
  className?: string;
}

/** That something is offline, how long it is kept, and the way back. */
export function OfflineNotice({ what, offline, children, className }: OfflineNoticeProps) {
  return (
    <Panel tone="danger" className={className}>
      <div className="flex gap-3">
        <PowerOff size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
        <div className="grid min-w-0 gap-3">
          <div className="grid gap-0.5">
            <p className="font-medium">{what} is offline</p>
            <p className="max-w-reading">{offlineText(offline)}</p>
          </div>
          {offline && (
            <div className="flex flex-wrap gap-2">
              <Button asChild variant="primary">
                <Link to={paths.pricing()}>Choose a Plan</Link>
              </Button>
              {children}
            </div>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** What it means, in a sentence or two. */
export function offlineText(offline: Offline | null): string {
  if (!offline) return 'The subscription of its owner has ended, so nobody can open it.';
  return `Your subscription has ended, so nobody can open it. You can download its versions until ${formatDate(offline.deletionAt)}; then it is deleted for good. A plan brings everything back as it was.`;
}
