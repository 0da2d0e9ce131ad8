import { Clock, CornerUpLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps.ts';
import { approvalMark } from '../../lib/approval-mark.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/play.ts';
import { fill } from '../../texts/fill.ts';
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
            ? texts.theNewestVersionWasSentBackWhat
            : fill(texts.appTheDecisionIsMadeInThe, { app: whatWaits(app) })}
          <Link to={paths.versions(app.id)} className="font-medium underline underline-offset-2">
            {texts.versionHistory}
          </Link>
          .
        </p>
      </div>
    </Panel>
  );
}

function whatWaits({ organization, wantsPublic }: Application): string {
  const by = organization
    ? fill(texts.theOwnerOrAnAdminOfName, { name: organization.name })
    : texts.theOrganization;
  return wantsPublic
    ? fill(texts.itBecomesPublicOnceByApprovesIt, { by })
    : fill(texts.aVersionWaitsForBy, { by });
}
