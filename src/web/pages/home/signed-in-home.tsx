import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { User } from '#shared/accounts/accounts.ts';
import { remainingCount } from '#shared/billing/limits.ts';
import { DownloadHelp } from '../../features/apps/download-help.tsx';
import { Gallery } from '../../features/apps/gallery.tsx';
import { GalleryHeading } from '../../features/apps/gallery-heading.tsx';
import { isFiltered, useGalleryFilters } from '../../features/apps/list/filters.ts';
import { useApplicationCount, useApplications } from '../../features/apps/list/use-applications.ts';
import { useBannerFacts } from '../../features/billing/current-plan/banner-facts.ts';
import { useBilledPlan } from '../../features/billing/current-plan/use-billed-plan.ts';
import { useOffline } from '../../features/billing/offline/use-offline.ts';
import { PlanLimits } from '../../features/billing/plan-limits.tsx';
import { useCurrentSubscription } from '../../features/billing/use-subscriptions.ts';
import { PendingVersions } from '../../features/versions/approvals/pending-versions.tsx';
import { useApprovals } from '../../features/versions/approvals/use-approvals.ts';
import { texts } from '../../i18n/en/pages/home-page.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { useAppCountQuery } from '../../lib/hooks/use-app-count.ts';
import { useInitialLoad } from '../../lib/hooks/use-initial-load.ts';
import { galleryId, paths } from '../../paths.ts';
import { BootSkeleton } from '../../shell/boot-state.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { EmptyList } from '../apps/empty-list.tsx';
import { useCardDialogs } from './home-dialogs.tsx';

export default function SignedInHome({ user, mine }: { user: User; mine: boolean }) {
  const subscription = useCurrentSubscription(user.id);
  const billed = useBilledPlan(user.id);
  const isLimited = user.role !== 'admin';
  const counted = useAppCountQuery({ enabled: isLimited });
  const used = counted.data?.count;
  const offline = useOffline(user.id, subscription);
  // For an ended plan or an open payment, the banner above has the link.
  const leadsToUpload = !offline && !(subscription === null && billed);
  const { actions, dialogs } = useCardDialogs();
  const { filters } = useGalleryFilters();
  const listed = useApplicationCount(filters).data;
  const isEmpty = listed?.count === 0 && !isFiltered(filters);
  const isWithoutPlan = subscription === null;
  const remaining =
    subscription && used !== undefined ? remainingCount(subscription.planLimits.maxApplications, used) : 1;
  const { cancelled } = useBannerFacts(subscription, billed);
  // A plan without an end needs no notice. The banner of a cancelled plan links here in any case.
  const mayLose =
    offline !== null || cancelled !== null || (isLimited && !!used && !!subscription?.currentPeriodEnd);
  // The list loads in parallel, and is rendered together with the content above it.
  useApplications(filters);
  // The header of My Applications has one more row if applications exist and the plan has an end.
  const approvals = useApprovals(user.id);
  if (useInitialLoad(mine ? [approvals, counted] : [approvals], user.id)) return <BootSkeleton />;
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">
      <PageHead
        title={mine ? texts.myApplications : texts.welcomeToFlux}
        text={
          mine &&
          mayLose &&
          (offline
            ? format(texts.downloadBeforeDate, { deletionAt: formatDate(offline.deletionAt) })
            : texts.downloadBeforeExpiry)
        }
      >
        <div
          className={cn(
            'flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto max-sm:*:px-3',
            mine && 'max-sm:[&_svg]:hidden',
          )}
        >
          {mine && mayLose && <DownloadHelp offline={offline} />}
          {leadsToUpload && (
            // The first actions are below, in the plan's box or in the empty list.
            <Button asChild variant={isWithoutPlan || isEmpty || remaining === 0 ? undefined : 'primary'}>
              <Link to={paths.upload()}>
                <CloudUpload strokeWidth={1.75} aria-hidden="true" />
                {texts.uploadYourApp}
              </Link>
            </Button>
          )}
        </div>
      </PageHead>
      <PendingVersions userId={user.id} max={3} className="mb-6" />
      {isLimited && (
        <div className="mb-6">
          <PlanLimits userId={user.id} isOffline={offline !== null} of="applications" used={used} />
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 border-b border-line">
        <GalleryHeading id={galleryId} />
        <nav aria-label={texts.applications} className="flex gap-5">
          <Tab to={paths.home()} current={!mine}>
            {texts.all}
          </Tab>
          <Tab to={paths.myApps()} current={mine}>
            {texts.mine}
          </Tab>
        </nav>
      </div>
      <div className="mt-6">
        <Gallery
          key={String(mine)}
          actions={actions}
          empty={
            <EmptyList
              title={texts.noApplicationsYet}
              text={texts.uploadTheZipOfAUnityWeb}
              action={
                leadsToUpload && (
                  <Button asChild variant={isWithoutPlan || remaining === 0 ? undefined : 'primary'}>
                    <Link to={paths.upload()}>{texts.getStarted}</Link>
                  </Button>
                )
              }
            />
          }
        />
      </div>
      {dialogs}
    </div>
  );
}

function Tab({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className="-mb-px flex h-11 items-center border-b-2 border-transparent text-muted transition-colors hover:text-text aria-[current=page]:border-ion aria-[current=page]:text-text forced-colors:not-aria-[current=page]:border-[Canvas]"
    >
      {children}
    </Link>
  );
}
