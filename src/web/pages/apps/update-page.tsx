import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { Session, User } from '#shared/accounts/accounts.ts';
import type { Application } from '#shared/apps/apps.ts';
import { overLimitProblem, revisionLimitProblem } from '#shared/billing/limits.ts';
import { versionAnchor } from '#shared/versions/version-anchor.ts';
import { nextVersionNumber } from '#shared/versions/versions.ts';
import { messageOf } from '../../api.ts';
import { VisibilityBadge } from '../../features/apps/card/visibility-badge.tsx';
import { subscribeToApplications } from '../../features/apps/list/application-events.ts';
import { OfflineNotice } from '../../features/billing/offline/offline-notice.tsx';
import { useOffline } from '../../features/billing/offline/use-offline.ts';
import { PlanLimits } from '../../features/billing/plan-limits.tsx';
import { useCurrentSubscription } from '../../features/billing/use-subscriptions.ts';
import { useMissingPlanRedirect, useUploadLimit } from '../../features/billing/use-upload-limit.tsx';
import { useUploadable } from '../../features/orgs/choice/use-uploadable.ts';
import { ApprovalNotice } from '../../features/play/approval-notice.tsx';
import BuildReportCard from '../../features/play/build-report.tsx';
import { LinkedText } from '../../features/play/linked-text.tsx';
import { isMissing, useApplication } from '../../features/play/use-application.ts';
import { TakenDownNotice } from '../../features/reports/taken-down-notice.tsx';
import { VersionForm } from '../../features/uploads/version-form.tsx';
import { ApprovalRequest } from '../../features/versions/approvals/approval-request.tsx';
import { CurrentVersion } from '../../features/versions/current-version.tsx';
import { DetailsForm } from '../../features/versions/details-form.tsx';
import { PlayerSettingsForm } from '../../features/versions/player-settings.tsx';
import { Section } from '../../features/versions/section.tsx';
import { useAppEvents, useRefreshApp, useVersions } from '../../features/versions/use-versions.ts';
import { VersionHistory } from '../../features/versions/version-history.tsx';
import { texts } from '../../i18n/en/pages/update-page.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { useAppCount } from '../../lib/hooks/use-app-count.ts';
import { useInitialLoad } from '../../lib/hooks/use-initial-load.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { focusIfLost } from '../../lib/page/focus-if-lost.ts';
import { Guard } from '../../shell/guard.tsx';
import { PageHead, PageHeadSkeleton } from '../../ui/layout/page-head.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { BackToHome } from '../errors/back-to-home.tsx';
import { EditButton, Visibility } from './edit-controls.tsx';

export default function UpdatePage() {
  const { id = '' } = useParams();
  return (
    <Guard signedOut={{ title: texts.pleaseLogInToUpdateApplications }} waiting={<PageSkeleton />}>
      {(user, session) => <Update key={id} id={id} user={user} session={session} />}
    </Guard>
  );
}

function Update({ id, user, session }: { id: string; user: User; session: Session }) {
  const application = useApplication(id, null);
  const app = application.data;
  const isOffline = app?.isOffline && !app.can.update;
  usePageTitle(app?.can.update || isOffline ? format(texts.updateName, { name: app.name }) : texts.update);
  if (application.isPending) return <PageSkeleton />;
  const refused = app ? !app.can.update && !isOffline : isMissing(application.error);
  // Missing and forbidden look the same: the whole page is an alert.
  if (refused) {
    return (
      <ErrorState level={1} title={texts.applicationNotFound} action={<BackToHome />}>
        {texts.itMayHaveBeenDeleted}
      </ErrorState>
    );
  }
  if (!app) {
    return (
      <ErrorState
        level={1}
        title={texts.failedToLoadApplication}
        onRetry={() => application.refetch()}
        action={<BackToHome />}
      >
        {messageOf(application.error)}
      </ErrorState>
    );
  }
  if (isOffline) return <OfflineSections app={app} user={user} />;
  return <Sections app={app} isGone={isMissing(application.error)} user={user} session={session} />;
}

interface SectionsProps {
  app: Application;
  /** It was deleted since, or is no longer visible to the viewer. */
  isGone: boolean;
  user: User;
  session: Session;
}

function Sections({ app, isGone, user, session }: SectionsProps) {
  const asked = useVersions(app.id);
  const isAwaited = useInitialLoad([asked]);
  const versions = asked.data;
  const refresh = useRefreshApp(app.id);
  const upload = useRef<HTMLDivElement>(null);
  const [heldBack, setHeldBack] = useState<string | null>(null);
  const isListed = versions?.some(({ id }) => id === heldBack) ?? false;
  // A refetch by the publication's event may not contain the version yet. Its entry shows its problem.
  useEffect(() => {
    if (heldBack && isListed) focusIfLost(document.getElementById(versionAnchor(heldBack)), upload.current);
  }, [heldBack, isListed]);
  const organization = useUploadable(user.id).data?.find(({ id }) => id === app.organizationId);
  const waits = organization?.settings.requireApproval && !app.can.approve;
  useAppEvents(app.id, subscribeToApplications);
  // The owner's plan counts, which others cannot see.
  const isOwner = app.uploadedBy === user.id;
  const applications = useAppCount({ enabled: isOwner });
  const own = useUploadLimit(
    user.id,
    (plan) =>
      overLimitProblem(plan, applications ?? 0) ??
      (versions ? revisionLimitProblem(plan, versions.length) : null),
  );
  const limit = isOwner ? own : null;
  const wantPlan = useMissingPlanRedirect(user.id);
  const toApprove = versions?.filter(({ can }) => can.approve) ?? [];
  // The remaining number of versions is above the form.
  if (isAwaited) return <PageSkeleton />;
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">
      <PageHead title={<bdi>{app.name}</bdi>} text={texts.editTheDetailsPublishNewVersions}>
        <div className="flex flex-wrap items-center gap-3">
          <Visibility app={app} />
          <EditButton app={app} />
        </div>
      </PageHead>
      {isGone && (
        <Panel tone="danger" role="alert" className="mb-8">
          {texts.thisApplicationWasDeleted}
        </Panel>
      )}
      <TakenDownNotice app={app} className="mb-8" />
      {toApprove.length > 0 ? (
        <ApprovalRequest appId={app.id} versions={toApprove} />
      ) : (
        <ApprovalNotice app={app} className="mb-8" />
      )}
      {isOwner && user.role !== 'admin' && (
        <div className="mb-8">
          <PlanLimits userId={user.id} of="revisions" used={versions?.length} />
        </div>
      )}
      <CurrentVersion app={app} />
      <DetailsForm app={app} userId={user.id} offered={session.themes} />
      <Section
        title={texts.uploadNewVersion}
        text={waits ? texts.activeOnceApproved : texts.activeOncePublished}
      >
        <div ref={upload} className="lg:max-w-reading">
          <VersionForm
            appId={app.id}
            userId={user.id}
            currentVersion={app.version}
            accepts={session.limits}
            nextNumber={versions && nextVersionNumber(versions.map(({ version }) => version))}
            limit={limit}
            onPublished={(version) => {
              const isHeldBack = version.heldBack.length > 0;
              toast(
                format(isHeldBack ? texts.versionWasHeldBack : texts.successfullyUploadedVersionVersion, {
                  version: version.version,
                }),
                { failed: isHeldBack },
              );
              if (isHeldBack) setHeldBack(version.id);
              void refresh();
            }}
            onNoPlan={isOwner ? wantPlan : (message) => toast(message, { failed: true })}
          />
        </div>
      </Section>
      <PlayerSettingsForm app={app} userId={user.id} isolation={session.isolation} />
      <VersionHistory app={app} {...historyDrawing} />
    </div>
  );
}

/** Offline content can only be downloaded here. */
function OfflineSections({ app, user }: { app: Application; user: User }) {
  const offline = useOffline(user.id, useCurrentSubscription(user.id));
  useAppEvents(app.id, subscribeToApplications);
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">
      <PageHead title={<bdi>{app.name}</bdi>}>
        <VisibilityBadge app={app} />
      </PageHead>
      <OfflineNotice offline={offline} className="mb-8" />
      <TakenDownNotice app={app} className="mb-8" />
      <CurrentVersion app={app} />
      <VersionHistory app={app} {...historyDrawing} />
    </div>
  );
}

const historyDrawing: Omit<ComponentProps<typeof VersionHistory>, 'app'> = {
  report: (build) => <BuildReportCard build={build} />,
  changelog: (text) => <LinkedText>{text}</LinkedText>,
};

/** In the shape of the content: its sections with their titles. */
function PageSkeleton() {
  return (
    <LoadingRegion
      label={texts.loadingApplication}
      isPage
      className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12"
    >
      <PageHeadSkeleton />
      <Skeleton className="mb-8 h-30 rounded-picture md:h-19" />
      {['h-29 md:h-15', 'h-110 md:h-97', 'h-120 md:h-106', 'h-220 md:h-160'].map((height) => (
        <div
          key={height}
          className="grid gap-x-16 gap-y-5 border-t border-line py-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
        >
          <div className="grid content-start gap-2">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-3 w-52" />
          </div>
          <Skeleton className={cn('rounded-picture lg:max-w-reading', height)} />
        </div>
      ))}
    </LoadingRegion>
  );
}
