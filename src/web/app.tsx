import { lazy } from 'react';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { ErrorPage } from './pages/error-page.tsx';
import HomePage from './pages/home-page.tsx';
import NotFoundPage from './pages/not-found-page.tsx';
import { paths } from './paths.ts';
import { Shell } from './shell/shell.tsx';

const PlayPage = lazy(() => import('./pages/play-page.tsx'));
const UploadPage = lazy(() => import('./pages/upload-page.tsx'));

const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { path: '/', element: <HomePage /> },
          { path: '/upload', element: <UploadPage /> },
          { path: '/play/:id', element: <PlayPage /> },
          { path: '/dashboard', loader: () => redirect(paths.myApps()) },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
