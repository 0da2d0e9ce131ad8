import { useQueryClient } from '@tanstack/react-query';
import { History, Upload } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Session } from '#shared/accounts.ts';
import type { Application } from '#shared/apps.ts';
import { messageOf } from '../api.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { VisibilityBadge } from '../features/apps/card/visibility-badge.tsx';
import { offlineText } from '../features/billing/offline/offline-notice.tsx';
import { useOffline } from '../features/billing/offline/use-offline.ts';
import { useCurrentSubscription } from '../features/billing/use-subscriptions.ts';
import { ApprovalNotice } from '../features/play/approval-notice.tsx';
import { BuildReportCard } from '../features/play/build-report.tsx';
import { DetailsCard, HowToPlayCard } from '../features/play/details.tsx';
import { gameOrigin } from '../features/play/game-origin.ts';
import { LinkedText } from '../features/play/linked-text.tsx';
import { OfflineStage } from '../features/play/offline-stage.tsx';
import { Theatre } from '../features/play/theatre.tsx';
import { ThumbnailWaiting } from '../features/play/thumbnail-waiting.tsx';
import { isMissing, useApplication } from '../features/play/use-application.ts';
import { ReportControl } from '../features/reports/report-control.tsx';
import { TakenDownNotice } from '../features/reports/taken-down-notice.tsx';
import { ShareControls } from '../features/share/share-controls.tsx';
import { cn } from '../lib/cn.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { texts } from '../texts/en/pages/play-page.ts';
import { Rich } from '../texts/rich.tsx';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { MissingPart } from '../ui/missing-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { VersionTag } from '../ui/version-tag.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { BackToHome } from './back-to-home.tsx';

/** For those who may edit the application. */
const ThumbnailSection = later(() => import('../features/play/thumbnail-section.tsx'), {
  waiting: <ThumbnailWaiting />,
  missing: (missing) => <MissingPart {...missing} />,
});

export default function PlayPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const key = search.get('key');
  const application = useApplication(id, key);
  const session = useSession();
  const userId = session.data?.user?.id;
  const offline = useOffline(userId, useCurrentSubscription(userId));
  const client = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const app = application.data;
  /** What this page shows, and the lists that it is in. */
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['application', id] });
    void client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' });
  };
  usePageTitle(app?.name ?? texts.play);
  if (application.isPending || session.isPending) return <PageWaiting />;
  if (!app || isMissing(application.error))
    return (
      <Failed
        error={application.error}
        isSignedOut={session.data?.user === null}
        onRetry={() => application.refetch()}
      />
    );
  // Without an answer the frame asks for what it mostly may; the build's own headers hold in any case.
  const isolation = session.data?.isolation ?? 'origin';
  return (
    <>
      {app.fileName === null ? (
        <NoBuild />
      ) : !app.can.play ? (
        <OfflineStage
          app={app}
          needsPlan={app.isOffline}
          text={app.isOffline ? offlineText(offline) : texts.anAdministratorHasTakenItOffline}
        />
      ) : (
        <Theatre
          key={app.id}
          app={app}
          shareKey={key}
          isolation={isolation}
          frame={frame}
          share={<ShareControls app={app} onChanged={refresh} />}
        />
      )}
      <About app={app} shareKey={key} session={session.data} frame={frame} />
    </>
  );
}

interface AboutProps {
  app: Application;
  shareKey: string | null;
  session: Session | undefined;
  frame: RefObject<HTMLIFrameElement | null>;
}

function About({ app, shareKey, session, frame }: AboutProps) {
  return (
    <div className="mx-auto grid max-w-content grid-cols-1 gap-x-16 gap-y-10 px-4 pt-6 md:px-6 md:pt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 dir="auto" className="min-w-0 text-24 font-semibold wrap-anywhere md:text-32">
            {app.name}
          </h1>
          <VisibilityBadge app={app} />
        </div>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-muted">
          <span className="min-w-0 wrap-anywhere">
            <Rich
              text={app.organization ? texts.byCreatorOrganization : texts.byCreator}
              with={{
                creator: <bdi>{app.uploadedByUsername}</bdi>,
                organization: <bdi>{app.organization?.name}</bdi>,
              }}
            />
          </span>
          <VersionTag of={app.version} className="min-w-0 text-12 wrap-anywhere" />
        </p>
        <TakenDownNotice app={app} className="mt-5" />
        <ApprovalNotice app={app} />
        {app.can.update && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button asChild>
              <Link to={paths.update(app.id)}>
                <Upload strokeWidth={1.75} aria-hidden="true" />
                {texts.update}
              </Link>
            </Button>
            <Button asChild>
              <Link to={paths.versions(app.id)}>
                <History strokeWidth={1.75} aria-hidden="true" />
                {texts.versions}
              </Link>
            </Button>
          </div>
        )}
        {app.description && (
          <p dir="auto" className="mt-5 w-fit max-w-reading text-16 wrap-anywhere whitespace-pre-line">
            <LinkedText>{app.description}</LinkedText>
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="grid gap-3">
          <DetailsCard app={app} />
          {!app.can.edit && app.uploadedBy !== session?.user?.id && (
            <ReportControl app={app} shareKey={shareKey} isSignedIn={Boolean(session?.user)} />
          )}
        </div>
        {app.can.play && app.fileName !== null && <HowToPlayCard />}
        {session && app.can.edit && app.can.play && app.fileName !== null && (
          <ThumbnailSection app={app} frame={frame} origin={gameOrigin(session.contentOrigin, app.id)} />
        )}
      </div>
      {app.build && <BuildReportCard build={app.build} />}
    </div>
  );
}

function NoBuild() {
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6">
      <EmptyState title={texts.noBuildFileAvailable} level="none" action={<BackToHome />}>
        {texts.thereIsNothingToPlayHereYet}
      </EmptyState>
    </div>
  );
}

interface FailedProps {
  error: unknown;
  isSignedOut: boolean;
  onRetry: () => void;
}

function Failed({ error, isSignedOut, onRetry }: FailedProps) {
  return (
    <div className="pt-8">
      {isMissing(error) ? (
        <NotFound isSignedOut={isSignedOut} />
      ) : (
        <ErrorState level={1} title={texts.failedToLoadApplication} onRetry={onRetry} action={<BackToHome />}>
          {messageOf(error)}
        </ErrorState>
      )}
    </div>
  );
}

/** Whoever is signed out reads the same of every address, whether there is something that they would see or not. */
function NotFound({ isSignedOut }: { isSignedOut: boolean }) {
  const openSignIn = useSignIn();
  return (
    <ErrorState
      level={1}
      title={texts.applicationNotFound}
      action={
        <>
          {isSignedOut && (
            <Button variant="primary" onClick={() => openSignIn()}>
              {texts.signIn}
            </Button>
          )}
          <BackToHome />
        </>
      }
    >
      {isSignedOut ? texts.itMayBeThereForYou : texts.itMayHaveBeenTakenDownOr}
    </ErrorState>
  );
}

/** Of the shape of what is coming: nothing moves when it is there. */
function PageWaiting() {
  return (
    <Waiting label={texts.loadingApplication} isPage>
      <div className="border-b border-line md:pt-4">
        <div className="md:px-6">
          <div className="mx-auto aspect-video w-full max-w-theatre min-w-[min(100%,20rem)] bg-stage md:rounded-picture" />
        </div>
        <div className="mx-auto max-w-content px-4 py-3 md:px-6">
          <div className="grid gap-2 max-md:grid-cols-2 md:flex">
            {controlWidths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
              <Skeleton key={index} className={cn('h-11 md:h-9', width)} />
            ))}
          </div>
        </div>
      </div>
      <div className="mx-auto grid max-w-content grid-cols-1 gap-x-16 gap-y-10 px-4 pt-6 md:px-6 md:pt-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <Skeleton className="h-8 w-64 max-w-full md:h-[38px]" />
          <Skeleton className="mt-2 h-4 w-40" />
          <Skeleton className="mt-6 h-4 max-w-reading" />
          <Skeleton className="mt-2.5 h-4 w-2/3 max-w-reading" />
        </div>
        <div className="grid content-start gap-3 border-t border-line pt-4">
          <Skeleton className="h-5 w-20" />
          {[0, 1, 2, 3, 4].map((row) => (
            <div
              key={row}
              className="flex justify-between sm:max-lg:grid sm:max-lg:grid-cols-[10rem_1fr] sm:max-lg:gap-x-6"
            >
              <Skeleton className="h-4 w-20" />
              <Skeleton className="h-4 w-28" />
            </div>
          ))}
        </div>
      </div>
    </Waiting>
  );
}

/** As wide as the player's controls are. */
const controlWidths = [
  'md:w-16 lg:w-22',
  'md:w-26 lg:w-32',
  'md:ms-auto md:w-34 lg:w-40',
  'md:w-18 lg:w-24',
  'md:w-32 lg:w-38',
  'md:w-27 lg:w-31',
];
