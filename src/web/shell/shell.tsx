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
import { invitationMark, paths } from '../paths.ts';
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

/** For few. Where their script does not come the pages say the same. */
const SubscriptionBanners = lazyPart(() => import('../features/billing/current-plan/banners.tsx'), {
  waiting: ({ facts }) => <BannersSkeleton kinds={bannersOf(facts)} />,
  loadError: () => null,
});
const OfflineBanner = lazyPart(() => import('../features/billing/offline/offline-banner.tsx'), {
  waiting: <BannersSkeleton kinds={['offline']} />,
  loadError: () => null,
});

interface ShellProps {
  /** Stands in for a page that broke, by what was thrown. */
  broken: (thrown: unknown) => ReactNode;
}

/** Where somebody without a plan may stay as long as they like. */
const withoutPlan = new Set<string>([paths.subscriptions(), paths.profile()]);

/** The foot of every page is below the window at first, so that no page that grows or shrinks as it comes moves it. */
const mainClasses = 'min-h-[calc(100lvh-3.5rem)] outline-none print:min-h-0';

/** The page begins lower below banners, the lower the more there are. */
const paddings = ['', 'pt-4', 'pt-8', 'pt-12'];

/** What stands around every page. */
export function Shell({ broken }: ShellProps) {
  const { pathname, search, hash } = useLocation();
  const main = useFocusOnNavigation(pathname, hash);
  useScrollPosition();
  // Who comes by an invitation answers it first.
  const mayStay = withoutPlan.has(pathname) || new URLSearchParams(search).has(invitationMark);
  const session = useSession().data;
  const user = session?.user;
  const subscription = useCurrentSubscription(user?.id);
  const billed = useBilledPlan(user?.id);
  const offline = useOffline(user?.id, subscription);
  useRefetchOnPlanChange(user?.id, subscription);
  // Whoever signs in while a page is there goes on with it.
  const settled = useOpenedOnce(useIsBooted());
  // After everything above and below that asks for a person: effects run in this order.
  useAccountSync();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is withdrawn was offered to the person before
  useEffect(() => withdrawUndo, [user?.id]);
  const facts = useBannerFacts(subscription, billed);
  const shown = bannersOf(facts);
  const banners = shown.length + (offline ? 1 : 0);
  const manager = user ? { userId: user.id, supportEmail: session.supportEmail } : null;
  // Whose payment is open has a plan, and a banner that says how it goes on.
  const isWithoutPlan = subscription === null && billed === null;
  return (
    <SignInRoot>
      {/* On a play page the fragment of the address belongs to the game. Without a script the address leads to the content. */}
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
      {/* Before the rest, so that its Cancel is the next stop of the keyboard. */}
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
                // Another element, which a banner does not move but takes the place of.
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
 * A new page begins at its beginning for those who read by ear or move by keyboard, too. An address that names a part of
 * it leads there instead.
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
