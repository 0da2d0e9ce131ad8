import { lazy } from 'react';
import type { Pages } from './pages.ts';
import { lazyPart } from './ui/lazy.tsx';
import { LoadErrorPanel } from './ui/load-error-panel.tsx';

/** Each page has its own script. */
export const lazyPages: Pages = {
  Admin: lazy(() => import('./pages/admin-page.tsx')),
  Api: lazy(() => import('./pages/api-page.tsx')),
  Eula: lazy(() => import('./pages/eula-page.tsx')),
  Faq: lazy(() => import('./pages/faq-page.tsx')),
  Home: lazy(() => import('./pages/home-page.tsx')),
  NotFound: lazy(() => import('./pages/not-found-page.tsx')),
  Organizations: lazy(() => import('./pages/organizations-page.tsx')),
  Play: lazy(() => import('./pages/play-page.tsx')),
  Profile: lazy(() => import('./pages/profile-page.tsx')),
  Storage: lazy(() => import('./pages/storage-page.tsx')),
  Subscriptions: lazy(() => import('./pages/subscriptions-page.tsx')),
  TestBilling: lazyPart(() => import('./pages/test-billing-page.tsx'), {
    loadError: (loadError) => (
      <main className="mx-auto max-w-240 px-4 py-16 md:px-6">
        <LoadErrorPanel {...loadError} />
      </main>
    ),
  }),
  Terms: lazy(() => import('./pages/terms-page.tsx')),
  Update: lazy(() => import('./pages/update-page.tsx')),
  Upload: lazy(() => import('./pages/upload-page.tsx')),
};
