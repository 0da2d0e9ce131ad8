import { lazy } from 'react';
import type { Pages } from './pages.ts';
import { lazyPart } from './ui/loading/lazy.tsx';
import { LoadErrorPanel } from './ui/loading/load-error-panel.tsx';

/** Each page has its own script. */
export const lazyPages: Pages = {
  Admin: lazy(() => import('./pages/admin/admin-page.tsx')),
  Api: lazy(() => import('./pages/about/api-page.tsx')),
  Eula: lazy(() => import('./pages/about/eula-page.tsx')),
  Faq: lazy(() => import('./pages/about/faq-page.tsx')),
  Home: lazy(() => import('./pages/home/home-page.tsx')),
  NotFound: lazy(() => import('./pages/errors/not-found-page.tsx')),
  Organizations: lazy(() => import('./pages/account/organizations-page.tsx')),
  Play: lazy(() => import('./pages/apps/play-page.tsx')),
  Profile: lazy(() => import('./pages/account/profile-page.tsx')),
  Storage: lazy(() => import('./pages/account/storage-page.tsx')),
  Subscriptions: lazy(() => import('./pages/account/subscriptions-page.tsx')),
  TestBilling: lazyPart(() => import('./pages/account/test-billing-page.tsx'), {
    loadError: (loadError) => (
      <main className="mx-auto max-w-240 px-4 py-16 md:px-6">
        <LoadErrorPanel {...loadError} />
      </main>
    ),
  }),
  Terms: lazy(() => import('./pages/about/terms-page.tsx')),
  Update: lazy(() => import('./pages/apps/update-page.tsx')),
  Upload: lazy(() => import('./pages/apps/upload-page.tsx')),
};
