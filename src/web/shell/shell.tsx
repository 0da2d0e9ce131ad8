import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../features/accounts/session.ts';
import { SignInRoot } from '../features/accounts/sign-in.tsx';
import { useAccountSync } from '../features/accounts/use-account-sync.ts';
import { bannersOf, useBannerFacts } from '../features/billing/current-plan/banner-facts.ts';
import { BannersSkeleton } from '../features/billing/current-plan/banners-skeleton.tsx';
import { useBilledPlan } from '../features/billing/current-plan/use-billed-plan.ts';
import { ManagementProvider } from '../features/billing/manage/management.tsx';
import { useOffline, useRefetchOnPlanChange } from '../features/billing/offline/use-offline.ts';
import { PlanRedirect } from '../features/billing/plan-redirect.tsx';
import { useCurrentSubscription } from '../features/billing/use-subscriptions.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { cn } from '../lib/cn.ts';
import { useScrollPosition } from '../lib/hooks/use-scroll-position.ts';
import { HydratedMarker } from '../lib/session/hydrated-marker.ts';
import { invitationParameter, paths } from '../paths.ts';
import { useOpenedOnce } from '../ui/dialogs/use-opened-once.ts';
import { ErrorBoundary } from '../ui/loading/error-boundary.tsx';
import { lazyPart } from '../ui/loading/lazy.tsx';
import { Toaster, withdrawUndo } from '../ui/loading/toast.tsx';
import { BootSkeleton, useIsBooted } from './boot-state.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { CommandsProvider } from './commands.tsx';
import { Footer } from './footer.tsx';
import { Support } from './support.tsx';
import { TopBar } from './top-bar.tsx';

/** Rare. Without their script the pages show the same message. */
const SubscriptionBanners = lazyPart(() => import('../features/billing/current-plan/banners.tsx'), {
  waiting: ({ facts }) => <BannersSkeleton kinds={bannersOf(facts)} />,
  loadError: () => null,
});
const OfflineBanner = lazyPart(() => import('../features/billing/offline/offline-banner.tsx'), {
  waiting: <BannersSkeleton kinds={['offline']} />,
  loadError: () => null,
});

interface ShellProps {
  /** Replaces a page that failed to render, depending on the error. */
  broken: (thrown: unknown) => ReactNode;
}

/** Pages without the redirect for accounts without a plan. */
const withoutPlan = new Set<string>([paths.subscriptions(), paths.profile()]);

/** The footer is below the window at first, so that a page that changes its height while loading does not move it. */
const mainClasses = 'min-h-[calc(100lvh-3.5rem)] outline-none print:min-h-0';

/** Banners push the page down, by their number. */
const paddings = ['', 'pt-4', 'pt-8', 'pt-12'];

/** The layout around every page. */
export function Shell({ broken }: ShellProps) {
  const { pathname, search, hash } = useLocation();
  const main = useFocusOnNavigation(pathname, hash);
  useScrollPosition();
  // A user with an invitation link answers it first.
  const mayStay = withoutPlan.has(pathname) || new URLSearchParams(search).has(invitationParameter);
  const session = useSession().data;
  const user = session?.user;
  const subscription = useCurrentSubscription(user?.id);
  const billed = useBilledPlan(user?.id);
  const offline = useOffline(user?.id, subscription);
  useRefetchOnPlanChange(user?.id, subscription);
  // A sign-in on an open page continues there.
  const settled = useOpenedOnce(useIsBooted());
  // After all other components that fetch for an account: effects run in this order.
  useAccountSync();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is withdrawn was offered to the person before
  useEffect(() => withdrawUndo, [user?.id]);
  const facts = useBannerFacts(subscription, billed);
  const shown = bannersOf(facts);
  const banners = shown.length + (offline ? 1 : 0);
  const manager = user ? { userId: user.id, supportEmail: session.supportEmail } : null;
  // An account with an open payment has a plan, and a banner with the next step.
  const isWithoutPlan = subscription === null && billed === null;
  return (
    <SignInRoot>
      {/* On a play page the fragment belongs to the game. Without scripts the link leads to the content. */}
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page */}
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="sr-only z-60 rounded-control bg-ion px-4 py-2 font-medium text-on-ion focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {texts.skipToContent}
      </a>
      {/* First, so that its Cancel is the next focus stop. */}
      <PlanRedirect key={user?.id} due={isWithoutPlan && !mayStay} ended={offline !== null} />
      <ManagementProvider manager={manager}>
        <Support>
          <CommandsProvider>
            <div>
              <TopBar subscription={subscription} />
              {offline && <OfflineBanner offline={offline} />}
              {shown.length > 0 && <SubscriptionBanners facts={facts} subscription={subscription} />}
              {settled ? (
                <main
                  key="page"
                  ref={main}
                  id="main"
                  tabIndex={-1}
                  className={cn(mainClasses, paddings[banners])}
                >
                  <ErrorBoundary key={pathname} fallback={broken}>
                    <Suspense fallback={<BootSkeleton />}>
                      <Outlet />
                      <HydratedMarker part="page" />
                    </Suspense>
                  </ErrorBoundary>
                </main>
              ) : (
                // A separate element, because a banner replaces it instead of moving it.
                <main key="coming" ref={main} id="main" tabIndex={-1} className="outline-none">
                  <BootSkeleton />
                </main>
              )}
              <Footer />
              <BottomBar />
            </div>
          </CommandsProvider>
        </Support>
      </ManagementProvider>
      <Toaster />
      <HydratedMarker part="shell" />
    </SignInRoot>
  );
}

/**
 * Moves the focus of keyboard and screen reader users to the top of a new page, or to the part of the
 * address's fragment.
 */
function useFocusOnNavigation(pathname: string, hash: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash === '') main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return main;
}
