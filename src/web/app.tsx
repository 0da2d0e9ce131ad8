import { lazy } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { ErrorPage } from './pages/error-page.tsx';
import { paths } from './paths.ts';
import { Shell } from './shell/shell.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { later } from './ui/later.tsx';
import { MissingPart } from './ui/missing-part.tsx';

const AdminPage = lazy(() => import('./pages/admin-page.tsx'));
const ApiPage = lazy(() => import('./pages/api-page.tsx'));
const EulaPage = lazy(() => import('./pages/eula-page.tsx'));
const FaqPage = lazy(() => import('./pages/faq-page.tsx'));
const HomePage = lazy(() => import('./pages/home-page.tsx'));
const NotFoundPage = lazy(() => import('./pages/not-found-page.tsx'));
const OrganizationsPage = lazy(() => import('./pages/organizations-page.tsx'));
const PlayPage = lazy(() => import('./pages/play-page.tsx'));
const ProfilePage = lazy(() => import('./pages/profile-page.tsx'));
const StoragePage = lazy(() => import('./pages/storage-page.tsx'));
const SubscriptionsPage = lazy(() => import('./pages/subscriptions-page.tsx'));
const TestBillingPage = later(() => import('./pages/test-billing-page.tsx'), {
  missing: (missing) => (
    <main className="mx-auto max-w-240 px-4 py-16 md:px-6">
      <MissingPart {...missing} />
    </main>
  ),
});
const TermsPage = lazy(() => import('./pages/terms-page.tsx'));
const UpdatePage = lazy(() => import('./pages/update-page.tsx'));
const UploadPage = lazy(() => import('./pages/upload-page.tsx'));

const brokenShell = (thrown: unknown) => (
  <main>
    <ErrorPage thrown={thrown} />
  </main>
);

/**
 * Routes as elements: React Router's data mode would add 16 kB to every page for loaders that the query cache
 * makes needless.
 */
export function App() {
  return (
    // For what stands around the pages: the script of its menu, say, that did not come.
    <ErrorBoundary fallback={brokenShell}>
      <BrowserRouter>
        <Routes>
          <Route element={<Shell broken={(thrown) => <ErrorPage thrown={thrown} />} />}>
            <Route path="/" element={<HomePage />} />
            <Route path="/subscriptions" element={<SubscriptionsPage />} />
            <Route path="/upload" element={<UploadPage />} />
            <Route path="/update/:id" element={<UpdatePage />} />
            <Route path="/play/:id" element={<PlayPage />} />
            <Route path="/profile" element={<ProfilePage />} />
            <Route path="/organizations" element={<OrganizationsPage />} />
            <Route path="/admin/*" element={<AdminPage />} />
            <Route path="/storage" element={<StoragePage />} />
            <Route path="/api" element={<ApiPage />} />
            <Route path="/faq" element={<FaqPage />} />
            <Route path="/eula" element={<EulaPage />} />
            <Route path="/terms" element={<TermsPage />} />
            <Route path="/dashboard" element={<Navigate to={paths.myApps()} replace />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
          <Route path="/test-billing/:id" element={<TestBillingPage />} />
        </Routes>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
