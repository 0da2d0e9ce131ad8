import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SignInRoot } from '../features/accounts/sign-in.tsx';
import { useScrollPosition } from '../lib/use-scroll-position.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Toaster } from '../ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

interface ShellProps {
  /** Stands in for a page that broke. */
  broken: ReactNode;
}

/** What stands around every page. */
export function Shell({ broken }: ShellProps) {
  const { pathname } = useLocation();
  const main = useFocusOnNavigation(pathname);
  useScrollPosition();
  return (
    <SignInRoot>
      <a
        href="#main"
        className="sr-only z-60 rounded-control bg-ion px-4 py-2 font-medium text-on-ion focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        <TopBar />
        <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
          <ErrorBoundary key={pathname} fallback={broken}>
            <Suspense fallback={<p className="sr-only">Loading…</p>}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <Footer />
        <BottomBar />
      </div>
      <Toaster />
    </SignInRoot>
  );
}

/** A new page begins at its beginning for those who read by ear or move by keyboard, too. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
