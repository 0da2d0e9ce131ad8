import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import type { Version } from '#shared/versions/versions.ts';
import { texts } from '#web/i18n/en/versions.ts';
import { format } from '#web/i18n/format.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/layout/panel.tsx';
import { List } from '#web/ui/lists/list.tsx';

interface ApprovalRequestProps {
  appId: string;
  /** The versions that the viewer may approve, newest first; at least one. */
  versions: readonly Version[];
}

/** At the top of the update page: versions that await the viewer's approval, with links down to the history. */
export function ApprovalRequest({ appId, versions }: ApprovalRequestProps) {
  return (
    <Panel tone="warning" className="mb-8 flex gap-3">
      <Clock size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{format(texts.countAwaitYourApproval, { count: versions.length })}</p>
        <List>
          {versions.map(({ id, version, uploadedByUsername }) => (
            <li key={id} className="wrap-anywhere">
              <Rich
                text={texts.reviewVersionBy}
                with={{
                  link: (inside) => (
                    <Link
                      to={paths.version(appId, id)}
                      className="inline-block py-1 font-medium underline underline-offset-2"
                    >
                      {inside}
                    </Link>
                  ),
                  version,
                  username: <bdi>{uploadedByUsername}</bdi>,
                }}
              />
            </li>
          ))}
        </List>
      </div>
    </Panel>
  );
}
