import { expect, type Page } from '@playwright/test';
import { openDialog, waitForDialog } from '../dialogs.ts';
import {
  appListPath,
  neverRespond,
  respondWithEmptyList,
  respondWithError,
  respondWithPendingVersions,
} from '../responses.ts';
import type { Screen } from '../screen.ts';

const route = '/';

export const galleryScreens: readonly Screen[] = [
  { name: 'home', route, path: '/' },
  { name: 'home-empty', route, path: '/', before: nothingListed },
  {
    name: 'home-loading',
    route,
    path: '/',
    before: (page) => neverRespond(page, appListPath),
    unsettled: true,
  },
  { name: 'home-error', route, path: '/', before: (page) => respondWithError(page, appListPath) },
  { name: 'home-rtl', route, path: '/', direction: 'rtl', widths: [390, 1280] },
  { name: 'home-zoom', route, path: '/', zoom: 2, widths: [1280] },
  { name: 'gallery', route, path: '/', as: 'mara' },
  { name: 'gallery-approvals', route, path: '/', as: 'mara', before: respondWithPendingVersions },
  { name: 'gallery-mine', route, path: '/?filter=my-apps', as: 'mara' },
  { name: 'gallery-signed-out', route, path: '/?filter=my-apps' },
  { name: 'gallery-newcomer', route, path: '/?filter=my-apps', as: 'newcomer' },
  { name: 'gallery-without-plan', route, path: '/', as: 'undecided' },
  { name: 'gallery-long-names', route, path: '/?filter=my-apps', as: 'long' },
  { name: 'gallery-rtl', route, path: '/?filter=my-apps', as: 'layla', direction: 'rtl' },
  { name: 'gallery-offline', route, path: '/?filter=my-apps', as: 'otto' },
  { name: 'gallery-taken-down', route, path: '/?filter=my-apps', as: 'noor' },
  { name: 'gallery-nothing-found', route, path: '/?q=zzzzzzzz', as: 'mara' },
  {
    name: 'gallery-loading',
    route,
    path: '/',
    as: 'mara',
    before: (page) => neverRespond(page, appListPath),
    unsettled: true,
  },
  {
    name: 'gallery-error',
    route,
    path: '/',
    as: 'mara',
    before: (page) => respondWithError(page, appListPath),
  },
  {
    name: 'gallery-grid',
    route,
    path: '/',
    as: 'mara',
    before: (page) => page.addInitScript(() => localStorage.setItem('viewMode', 'grid')),
  },
  {
    name: 'gallery-list',
    route,
    path: '/',
    as: 'mara',
    before: (page) => page.addInitScript(() => localStorage.setItem('viewMode', 'list')),
  },
  { name: 'gallery-sorted', route, path: '/?sort=name', as: 'mara', widths: [390, 1280] },
  {
    name: 'gallery-filter',
    route,
    path: '/',
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Filter by Organization' }).click();
      await expect(page.getByRole('option').nth(1)).toBeVisible();
    },
  },
  {
    name: 'gallery-download-help',
    route,
    path: '/?filter=my-apps',
    as: 'noor',
    window: true,
    act: (page) => openDialog(page, 'Download Your Apps'),
  },
  {
    name: 'gallery-edit',
    route,
    path: '/?filter=my-apps',
    as: 'mara',
    window: true,
    act: (page) => choose(page, 'Edit'),
  },
  {
    name: 'gallery-delete',
    route,
    path: '/?filter=my-apps',
    as: 'mara',
    window: true,
    act: (page) => choose(page, 'Delete'),
  },
];

async function nothingListed(page: Page): Promise<void> {
  await respondWithEmptyList(page, appListPath);
  await page.route(/\/api\/applications\/count/, (route) =>
    route.fulfill({ json: { count: 0, exact: true } }),
  );
}

/** Opens the dialog of an action of the first application. */
async function choose(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await waitForDialog(page);
}
