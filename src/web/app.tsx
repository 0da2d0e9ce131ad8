import { Navigate, Route, Routes } from 'react-router';
import { ErrorPage } from './pages/errors/error-page.tsx';
import type { Pages } from './pages.ts';
import { paths } from './paths.ts';
import { Shell } from './shell/shell.tsx';
import { ErrorBoundary } from './ui/loading/error-boundary.tsx';

const brokenShell = (thrown: unknown) => (
  <main>
    <ErrorPage thrown={thrown} />
  </main>
);

/**
 * Everything below the router, which differs on the server. Routes are elements: React Router's data mode
 * would add 16 kB to every page for loaders that the query cache makes unnecessary.
 */
export function App({ pages }: { pages: Pages }) {
  return (
    // For components around the pages, for example a menu whose script failed to load.
    <ErrorBoundary fallback={brokenShell}>
      <Routes>
        <Route element={<Shell broken={(thrown) => <ErrorPage thrown={thrown} />} />}>
          <Route path="/" element={<pages.Home />} />
          <Route path="/subscriptions" element={<pages.Subscriptions />} />
          <Route path="/upload" element={<pages.Upload />} />
          <Route path="/update/:id" element={<pages.Update />} />
          <Route path="/play/:id" element={<pages.Play />} />
          <Route path="/profile" element={<pages.Profile />} />
          <Route path="/organizations" element={<pages.Organizations />} />
          <Route path="/admin/*" element={<pages.Admin />} />
          <Route path="/storage" element={<pages.Storage />} />
          <Route path="/api" element={<pages.Api />} />
          <Route path="/faq" element={<pages.Faq />} />
          <Route path="/eula" element={<pages.Eula />} />
          <Route path="/terms" element={<pages.Terms />} />
          <Route path="/dashboard" element={<Navigate to={paths.myApps()} replace />} />
          <Route path="*" element={<pages.NotFound />} />
        </Route>
        <Route path="/test-billing/:id" element={<pages.TestBilling />} />
      </Routes>
    </ErrorBoundary>
  );
}
