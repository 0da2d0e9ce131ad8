import { expect, type Page } from '@playwright/test';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';
import { newApplicationTarget } from '#shared/versions/uploads.ts';
import { openDialog, waitForDialog } from '../dialogs.ts';
import { appPath, neverRespond, respondWithError, respondWithUploads, stallUploads } from '../responses.ts';
import type { Screen } from '../screen.ts';

const knownFiles = /\/known-files$/;

/** With a build of nine files. */
async function sendVersion(page: Page): Promise<void> {
  const files = [4, 2, 1, 3, 1, 0.5, 2, 1, 1].map((megabytes, index): ZipEntryOptions => {
    const data = Buffer.alloc(megabytes * 1024 * 1024, index);
    return { name: `Build/${index}.bin`, data, method: 'store' };
  });
  await page
    .getByLabel('Build file')
    .setInputFiles({ name: 'orbit-courier.zip', mimeType: 'application/zip', buffer: makeZip(files) });
  await page.getByLabel('Changelog').fill('Comets, which come back when they said they would.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
}

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
    before: stallUploads,
    act: async (page) => {
      const buffer = Buffer.from('<!doctype html><title>Tide</title>'.padEnd(400_000));
      await page
        .getByLabel('Build file')
        .setInputFiles({ name: 'tide-clock.html', mimeType: 'text/html', buffer });
      await page.getByLabel('Name').fill('Tide Clock');
      await page.getByLabel('Organization').selectOption('Moonworks');
      await page.getByRole('button', { name: 'Upload Application' }).click();
      await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    },
  },
  {
    name: 'upload-unfinished',
    route: '/upload',
    path: '/upload',
    as: 'mara',
    before: (page, { appId }) =>
      respondWithUploads(page, [
        { target: newApplicationTarget },
        { target: appId('orbit'), targetName: 'Orbit Courier' },
        { target: appId('orbit') },
      ]),
  },
  {
    name: 'upload-elsewhere',
    route: '/upload',
    path: '/upload',
    as: 'mara',
    before: (page) =>
      respondWithUploads(page, [
        { state: 'sending', fileName: `orbit-courier-${'of-the-long-way-round-'.repeat(6)}.zip` },
        { state: 'checking', offset: 100 },
      ]),
  },
  {
    name: 'update-discard',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    before: (page) => respondWithUploads(page, [{ target: newApplicationTarget }]),
    window: true,
    act: (page) => openDialog(page, 'Discard'),
  },
  { name: 'update', route: '/update/:id', path: ({ appId }) => `/update/${appId('orbit')}`, as: 'mara' },
  {
    name: 'update-long',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('longNamed')}`,
    as: 'long',
  },
  { name: 'update-signed-out', route: '/update/:id', path: ({ appId }) => `/update/${appId('orbit')}` },
  {
    name: 'update-ended',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.context().clearCookies();
      await sendVersion(page);
      await waitForDialog(page);
    },
  },
  { name: 'update-not-found', route: '/update/:id', path: '/update/aaaaaaaaaaaaaaaaaaaaaaaaaa', as: 'mara' },
  {
    name: 'update-loading',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    before: (page) => neverRespond(page, appPath),
    unsettled: true,
  },
  {
    name: 'update-comparing',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    // Replaces the worker that reads the build: it reports progress once and never finishes.
    before: (page) =>
      page.route(/\/assets\/reader-/, (script) =>
        script.fulfill({
          contentType: 'text/javascript',
          body: `onmessage = () => postMessage({ kind: 'progress', done: 43, total: 100 });`,
        }),
      ),
    act: async (page) => {
      await sendVersion(page);
      await expect(page.getByRole('progressbar', { name: 'Reading your build' })).toHaveAttribute(
        'aria-valuenow',
        '43',
      );
    },
  },
  {
    name: 'update-changes',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    before: (page) =>
      Promise.all([
        stallUploads(page),
        page.route(knownFiles, (asked) => asked.fulfill({ json: { known: [0, 1, 3, 4, 6, 7, 8] } })),
      ]),
    act: async (page) => {
      await sendVersion(page);
      await expect(page.getByText(/files changed, sending/).last()).toBeVisible();
    },
  },
  {
    name: 'update-versions-error',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    before: (page) => respondWithError(page, /\/versions$/),
  },
  {
    name: 'update-rollback',
    route: '/update/:id',
    path: ({ appId }) => `/update/${appId('orbit')}`,
    as: 'mara',
    window: true,
    act: (page) => openDialog(page, /^Rollback/),
  },
];
