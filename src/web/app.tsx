import { lazy } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { ErrorPage } from './pages/error-page.tsx';
import { HomePage } from './pages/home-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';
import { Shell } from './shell/shell.tsx';

const PlayPage = lazy(() => import('./pages/play-page.tsx'));
const UploadPage = lazy(() => import('./pages/upload-page.tsx'));

/**
 * Routes as elements: React Router's data mode would add 16 kB to every page for loaders that the query cache
 * makes needless.
 */
export function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Shell broken={<ErrorPage />} />}>
          <Route path="/" element={<HomePage />} />
          <Route path="/upload" element={<UploadPage />} />
          <Route path="/play/:id" element={<PlayPage />} />
          <Route path="/dashboard" element={<Navigate to={paths.myApps()} replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
