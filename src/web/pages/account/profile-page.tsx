import { useNavigate } from 'react-router';
import type { Session, User } from '#shared/accounts/accounts.ts';
import { AccountActions } from '../../features/accounts/profile/account-actions.tsx';
import { ProfileDetails } from '../../features/accounts/profile/profile-details.tsx';
import { SessionsSection } from '../../features/accounts/profile/sessions-section.tsx';
import { useSignOut } from '../../features/accounts/session.ts';
import {
  StatusSkeleton,
  SubscriptionStatus,
} from '../../features/billing/current-plan/subscription-status.tsx';
import { useBilledPlan } from '../../features/billing/current-plan/use-billed-plan.ts';
import { usePurchaseMessage } from '../../features/billing/current-plan/use-purchase-message.ts';
import { usePaymentSettings } from '../../features/billing/use-catalogue.ts';
import { useCurrentSubscription, useSubscriptions } from '../../features/billing/use-subscriptions.ts';
import { texts } from '../../i18n/en/pages/profile-page.ts';
import { useInitialLoad } from '../../lib/hooks/use-initial-load.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Guard } from '../../shell/guard.tsx';
import { PageHead, PageHeadSkeleton } from '../../ui/layout/page-head.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { toast } from '../../ui/loading/toast.tsx';

export default function ProfilePage() {
  usePageTitle(texts.profile);
  return (
    <Guard signedOut={{ title: texts.pleaseSignInToViewYourProfile }} waiting={<PageSkeleton />}>
      {(user, session) => <ProfileLoader key={user.id} user={user} session={session} />}
    </Guard>
  );
}

/** With the plan's Discord invitation, if there is one. */
function ProfileLoader(person: { user: User; session: Session }) {
  return useInitialLoad([usePaymentSettings()]) ? <PageSkeleton /> : <Profile {...person} />;
}

function Profile({ user, session }: { user: User; session: Session }) {
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate(paths.home()));
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">
      <PageHead title={texts.profile} text={<bdi>{user.username}</bdi>} />
      <Subscription userId={user.id} />
      <ProfileDetails user={user} session={session} />
      <SessionsSection
        session={session}
        onSignOut={() =>
          signOut.mutate(undefined, { onError: () => toast(texts.logoutFailed, { failed: true }) })
        }
      />
      <AccountActions
        user={user}
        session={session}
        onDeleted={() => {
          toast(texts.yourAccountHasBeenDeleted);
          navigate(paths.home());
        }}
      />
    </div>
  );
}

function Subscription({ userId }: { userId: string }) {
  const { isError, refetch } = useSubscriptions(userId);
  const current = useCurrentSubscription(userId);
  const billed = useBilledPlan(userId);
  const isAwaited = usePurchaseMessage(userId);
  return (
    <Section title={texts.subscriptionStatus} text={texts.yourPlanAndItsLimits}>
      <Loaded
        query={{ data: current, isError, refetch }}
        failed={texts.failedToFetchSubscriptions}
        loading={texts.loadingYourPlan}
        waiting={<StatusSkeleton />}
      >
        {(subscription) => (
          <SubscriptionStatus current={subscription} billed={billed ?? null} isAwaited={isAwaited} />
        )}
      </Loaded>
    </Section>
  );
}

function PageSkeleton() {
  return (
    <LoadingRegion
      label={texts.loadingYourProfile}
      isPage
      className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12"
    >
      <PageHeadSkeleton />
      {['h-16', 'h-40', 'h-32'].map((height) => (
        <div
          key={height}
          className="grid gap-x-12 gap-y-4 border-t border-line py-8 md:grid-cols-[16rem_minmax(0,1fr)] md:py-10"
        >
          <Skeleton className="h-5 w-36" />
          <Skeleton className={`${height} rounded-picture`} />
        </div>
      ))}
    </LoadingRegion>
  );
}
