import type { Page } from '@playwright/test';
import { openDialog, waitForDialog } from '../dialogs.ts';
import { applyTextSpacing, emulateForcedColours } from '../display-preferences.ts';
import {
  neverRespond,
  respondWithEmptyList,
  respondWithError,
  respondWithPendingVersions,
} from '../responses.ts';
import type { Screen } from '../screen.ts';

const route = '/organizations';
const path = '/organizations';
const organizations = /\/api\/organizations(\?|$)/;

export const organizationScreens: readonly Screen[] = [
  { name: 'organizations', route, path, as: 'mara' },
  { name: 'organizations-approvals', route, path, as: 'mara', before: respondWithPendingVersions },
  { name: 'organizations-member', route, path, as: 'theo' },
  { name: 'organizations-invited', route, path, as: 'newcomer' },
  { name: 'organizations-long', route, path, as: 'long' },
  { name: 'organizations-offline', route, path, as: 'otto' },
  { name: 'organizations-signed-out', route, path },
  { name: 'organizations-rtl', route, path, as: 'layla', direction: 'rtl', widths: [390, 1280] },
  { name: 'organizations-spaced', route, path, as: 'long', act: applyTextSpacing, widths: [390] },
  { name: 'organizations-zoom', route, path, as: 'long', zoom: 2, widths: [1280] },
  {
    name: 'members-forced',
    route,
    path,
    as: 'mara',
    window: true,
    widths: [1280],
    act: async (page) => {
      await manage(page);
      await emulateForcedColours(page);
    },
  },
  {
    name: 'organizations-empty',
    route,
    path,
    as: 'mara',
    before: (page) => respondWithEmptyList(page, organizations),
  },
  {
    name: 'organizations-error',
    route,
    path,
    as: 'mara',
    before: (page) => respondWithError(page, organizations),
  },
  {
    name: 'organizations-loading',
    route,
    path,
    as: 'mara',
    before: (page) => neverRespond(page, organizations),
    unsettled: true,
  },
  {
    name: 'organizations-create',
    route,
    path,
    as: 'mara',
    window: true,
    act: (page) => openDialog(page, 'Create Organization'),
  },
  {
    name: 'organizations-edit',
    route,
    path,
    as: 'mara',
    window: true,
    act: (page) => choose(page, 'Moonworks', 'Edit'),
  },
  {
    name: 'organizations-delete',
    route,
    path,
    as: 'mara',
    window: true,
    act: async (page) => {
      await choose(page, 'Moonworks', 'Delete');
      await page.getByRole('radio', { name: 'Move them' }).check();
    },
  },
  {
    name: 'organizations-leave',
    route,
    path,
    as: 'theo',
    window: true,
    act: (page) => choose(page, 'Moonworks', 'Leave'),
  },
  {
    name: 'organizations-invite',
    route,
    path,
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite to Moonworks' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    },
  },
  { name: 'members', route, path, as: 'mara', window: true, act: manage },
  {
    name: 'members-roles',
    route,
    path,
    as: 'mara',
    window: true,
    act: async (page) => {
      await manage(page);
      await page
        .getByRole('button', { name: /^Role of/ })
        .first()
        .click();
    },
  },
  {
    name: 'members-changed',
    route,
    path,
    as: 'yuki',
    window: true,
    act: async (page) => {
      await manage(page);
      await page.getByRole('button', { name: /^Role of Noor/ }).click();
      // Another organization than before: each picture shows the same one.
      await page.getByRole('menuitemradio', { checked: false }).first().click();
      await page.getByRole('button', { name: 'Undo' }).hover();
    },
  },
  {
    name: 'members-invited',
    route,
    path,
    as: 'mara',
    window: true,
    act: async (page) => {
      await manage(page);
      await page.getByRole('tab', { name: 'Invited' }).click();
    },
  },
  {
    name: 'members-loading',
    route,
    path,
    as: 'mara',
    window: true,
    before: (page) => neverRespond(page, /\/members/),
    act: manage,
    unsettled: true,
  },
];

/** Chooses an item from the menu of an organization. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await waitForDialog(page);
}

function manage(page: Page): Promise<void> {
  return openDialog(page, 'Manage Moonworks');
}
