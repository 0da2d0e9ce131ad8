import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SignInRoot } from '../features/accounts/sign-in.tsx';
import { Toaster } from '../ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const main = useFocusOnNavigation();
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
          <Suspense fallback={<p className="sr-only">Loading…</p>}>{children}</Suspense>
        </main>
        <Footer />
        <BottomBar />
      </div>
      <Toaster />
      <ScrollRestoration />
    </SignInRoot>
  );
}

/** A new page begins at its beginning for those who read by ear or move by keyboard, too. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
