import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { LimitProblem } from '#shared/billing/limits.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { PlansLink } from '../../ui/layout/plans-link.tsx';
import type { UploadLimit } from './upload-limit.ts';

interface LimitNoticeProps {
  limit: UploadLimit;
  /** The application whose versions count, on the page that lists them; omitted for applications. */
  versionsOf?: string;
}

/** Shown before a user fills in a form that cannot be sent. */
export function LimitNotice({ limit, versionsOf }: LimitNoticeProps) {
  return (
    <Panel tone="warning" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 basis-64">
        <p>{limit.kind === 'unpaid' ? `${limit.title} ${limit.message}` : limit.message}</p>
        {leadsToVersions(limit, versionsOf) && <p className="mt-1">{texts.deleteAVersionToMakeRoom}</p>}
      </div>
      {limit.kind === 'unpaid' ? limit.action : <Options limit={limit} versionsOf={versionsOf} />}
    </Panel>
  );
}

function leadsToVersions(limit: UploadLimit, versionsOf: string | undefined): versionsOf is string {
  return versionsOf !== undefined && limit.kind === 'reached' && limit.ways.includes('delete');
}

function Options({ limit, versionsOf }: LimitNoticeProps & { limit: LimitProblem }) {
  return (
    <>
      {leadsToVersions(limit, versionsOf) && (
        <Button asChild>
          <Link to={paths.versions(versionsOf)}>{texts.versionHistory}</Link>
        </Button>
      )}
      {limit.kind === 'over' && (
        <Button asChild>
          <Link to={paths.myApps()}>{texts.myApplications}</Link>
        </Button>
      )}
      {limit.ways.includes('plan') && (
        <Button asChild>
          <PlansLink>{limit.kind === 'no-plan' ? texts.chooseAPlan : texts.seePlans}</PlansLink>
        </Button>
      )}
    </>
  );
}
