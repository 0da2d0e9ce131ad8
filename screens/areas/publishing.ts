import { expect } from '@playwright/test';
import { fail, hold, one } from '../answers.ts';
import type { Screen } from '../screen.ts';

export const publishingScreens: readonly Screen[] = [
  { name: 'upload', route: '/upload', path: '/upload', as: 'mara' },
  { name: 'upload-signed-out', route: '/upload', path: '/upload' },
  { name: 'upload-admin', route: '/upload', path: '/upload', as: 'admin' },
  { name: 'upload-limit', route: '/upload', path: '/upload', as: 'theo' },
  {
    name: 'upload-mistakes',
    route: '/upload',
    path: '/upload',
    as: 'mara',
    act: (page) => page.getByRole('button', { name: 'Upload Application' }).click(),
  },
  {
    name: 'upload-sending',
    route: '/upload',
    path: '/upload',
    as: 'mara',
    before: (page) =>
      page.route(/\/api\/uploads\//, (sent) =>
        sent.request().method() === 'PATCH' ? undefined : sent.fallback(),
      ),
    act: async (page) => {
      const buffer = Buffer.from('<!doctype html><title>Tide</title>');
      await page
        .getByLabel('Build file')
        .setInputFiles({ name: 'tide-clock.html', mimeType: 'text/html', buffer });
      await page.getByLabel('Name').fill('Tide Clock');
      await page.getByLabel('Organization').selectOption('Moonworks');
      await page.getByRole('button', { name: 'Upload Application' }).click();
      await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    },
  },
  { name: 'update', route: '/update/:id', path: ({ appId }) => `/update/${appId('orbit')}`, as: 'mara' },
  {
    name: 'update-long',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('longNamed')}`,
    as: 'long',
  },
  { name: 'update-signed-out', route: '/update/:id', path: ({ appId }) => `/update/${appId('orbit')}` },
  { name: 'update-not-found', route: '/update/:id', path: '/update/aaaaaaaaaaaaaaaaaaaaaaaaaa', as: 'mara' },
  {
    name: 'update-loading',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    before: (page) => hold(page, one),
    unsettled: true,
  },
  {
    name: 'update-versions-error',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    before: (page) => fail(page, /\/versions$/),
  },
  {
    name: 'update-rollback',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    window: true,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Rollback/ })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
];
