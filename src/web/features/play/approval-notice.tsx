import { Clock, CornerUpLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps.ts';
import { approvalMark } from '../../lib/approval-mark.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/panel.tsx';

/** What keeps an application, or a version of it, from being played by everybody it is meant for. */
export function ApprovalNotice({ app }: { app: Application }) {
  const mark = approvalMark(app.approval);
  if (!mark) return null;
  const sentBack = app.approval === 'sent-back';
  const Icon = sentBack ? CornerUpLeft : Clock;
  return (
    <Panel tone={mark.tone} className="mt-5 flex max-w-reading gap-3">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">{mark.label}</p>
        <p className="wrap-anywhere">
          {sentBack
            ? 'The newest version was sent back. What has to change stands in the '
            : `${whatWaits(app)} The decision is made in the `}
          <Link to={paths.versions(app.id)} className="font-medium underline underline-offset-2">
            Version History
          </Link>
          .
        </p>
      </div>
    </Panel>
  );
}

function whatWaits({ organization, wantsPublic }: Application): string {
  const by = organization ? `the owner or an admin of ${organization.name}` : 'the organization';
  return wantsPublic ? `It becomes public once ${by} approves it.` : `A version waits for ${by}.`;
}
