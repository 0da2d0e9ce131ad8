import { useQueryClient } from '@tanstack/react-query';
import { History, Upload } from 'lucide-react';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { Session } from '#shared/accounts/accounts.ts';
import type { Application } from '#shared/apps/apps.ts';
import { gameParameters, gameQuery } from '#shared/play/game-query.ts';
import { messageOf } from '../../api.ts';
import { useSession } from '../../features/accounts/session.ts';
import { useSignIn } from '../../features/accounts/sign-in.tsx';
import { offlineText } from '../../features/billing/offline/offline-notice.tsx';
import { useOffline } from '../../features/billing/offline/use-offline.ts';
import { useCurrentSubscription } from '../../features/billing/use-subscriptions.ts';
import { ApprovalNotice } from '../../features/play/approval-notice.tsx';
import { DetailsCard, HowToPlayCard } from '../../features/play/details.tsx';
import { emptyPageOf, gameOrigin } from '../../features/play/game-origin.ts';
import { LinkedText } from '../../features/play/linked-text.tsx';
import { OfflineStage } from '../../features/play/offline-stage.tsx';
import { PlayerStage } from '../../features/play/player-stage.tsx';
import { ThumbnailSkeleton } from '../../features/play/thumbnail-skeleton.tsx';
import { UnplayableStage } from '../../features/play/unplayable-stage.tsx';
import { isMissing, useApplication } from '../../features/play/use-application.ts';
import { ReportControl } from '../../features/reports/report-control.tsx';
import { TakenDownNotice } from '../../features/reports/taken-down-notice.tsx';
import { useSharing } from '../../features/share/use-sharing.tsx';
import { texts } from '../../i18n/en/pages/play-page.ts';
import { Rich } from '../../i18n/rich.tsx';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { VersionTag } from '../../ui/layout/version-tag.tsx';
import { lazyPart } from '../../ui/loading/lazy.tsx';
import { LoadErrorPanel } from '../../ui/loading/load-error-panel.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { BackToHome } from '../errors/back-to-home.tsx';
import { EditButton, Visibility } from './edit-controls.tsx';
import { PlayColumns } from './play-columns.tsx';
import { PlayPageSkeleton } from './play-page-skeleton.tsx';

/**
 * Both are for users who may edit the application. The report is last on the page and moves nothing when it
 * loads.
 */
const BuildReportCard = lazyPart(() => import('../../features/play/build-report.tsx'), {
  loadError: (loadError) => <LoadErrorPanel {...loadError} />,
});
const ThumbnailSection = lazyPart(() => import('../../features/play/thumbnail-section.tsx'), {
  waiting: <ThumbnailSkeleton />,
  loadError: (loadError) => <LoadErrorPanel {...loadError} />,
});

export default function PlayPage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const { search, hash } = useLocation();
  const key = parameters.get(gameParameters.shareKey);
  const application = useApplication(id, key);
  const session = useSession();
  const userId = session.data?.user?.id;
  const offline = useOffline(userId, useCurrentSubscription(userId));
  const client = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const app = application.data;
  /** The queries of this page, and the lists that contain the application. */
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['application', id] });
    void client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' });
  };
  usePageTitle(app?.name ?? texts.play);
  if (application.isPending || session.isPending) return <PlayPageSkeleton id={id} />;
  if (!app || isMissing(application.error))
    return (
      <Failed
        error={application.error}
        isSignedOut={session.data?.user === null}
        onRetry={() => application.refetch()}
      />
    );
  // Without a response the frame gets the default permissions; the build's own headers apply in any case.
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
      ) : app.cannotStart ? (
        <UnplayableStage app={app} />
      ) : (
        <SharedPlayerStage
          key={`${app.id} ${gameQuery(search)} ${hash}`}
          app={app}
          shareKey={key}
          isolation={isolation}
          emptyPage={emptyPageOf(session.data?.contentOrigin ?? null, app)}
          frame={frame}
          onShareChanged={refresh}
        />
      )}
      <About app={app} shareKey={key} session={session.data} frame={frame} />
    </>
  );
}

type SharedPlayerStageProps = Omit<ComponentProps<typeof PlayerStage>, 'sharing'> & {
  onShareChanged: () => void;
};

function SharedPlayerStage({ onShareChanged, ...stage }: SharedPlayerStageProps) {
  return <PlayerStage {...stage} sharing={useSharing(stage.app, onShareChanged)} />;
}

interface AboutProps {
  app: Application;
  shareKey: string | null;
  session: Session | undefined;
  frame: RefObject<HTMLIFrameElement | null>;
}

function About({ app, shareKey, session, frame }: AboutProps) {
  const isPlayed = app.can.play && app.fileName !== null && !app.cannotStart;
  return (
    <PlayColumns>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <Heading app={app} />
          <OwnerActions app={app} />
        </div>
        <TakenDownNotice app={app} className="mt-5" />
        <ApprovalNotice app={app} />
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
        {isPlayed && <HowToPlayCard />}
        {session && app.can.edit && isPlayed && (
          <ThumbnailSection app={app} frame={frame} origin={gameOrigin(session.contentOrigin, app.id)} />
        )}
      </div>
      {app.build && <BuildReportCard build={app.build} />}
    </PlayColumns>
  );
}

function Heading({ app }: { app: Application }) {
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 dir="auto" className="min-w-0 text-24 font-semibold wrap-anywhere md:text-32">
          {app.name}
        </h1>
        <Visibility app={app} />
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
    </div>
  );
}

/** For users who may edit the application. */
function OwnerActions({ app }: { app: Application }) {
  if (!app.can.edit && !app.can.update) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <EditButton app={app} />
      {app.can.update && (
        <>
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
        </>
      )}
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

/** Visitors get the same message for every address, whether or not an application exists. */
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
