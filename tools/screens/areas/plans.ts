import type { Page } from '@playwright/test';
import { waitForDialog } from '../dialogs.ts';
import { applyTextSpacing, emulateForcedColours, emulatePrint } from '../display-preferences.ts';
import { neverRespond, respondWithError } from '../responses.ts';
import type { Screen } from '../screen.ts';

const route = '/subscriptions';
const path = '/subscriptions';
const catalogue = /\/api\/products/;

export const plansScreens: readonly Screen[] = [
  { name: 'plans', route, path },
  { name: 'plans-free', route, path, as: 'theo' },
  { name: 'plans-paying', route, path, as: 'mara' },
  { name: 'plans-trial', route, path, as: 'yuki' },
  { name: 'plans-cancelled', route, path, as: 'noor' },
  { name: 'plans-over', route, path, as: 'otto' },
  { name: 'plans-undecided', route, path, as: 'undecided' },
  { name: 'plans-rtl', route, path, direction: 'rtl', widths: [390, 1280] },
  { name: 'plans-zoom', route, path, zoom: 2, widths: [1280] },
  { name: 'plans-loading', route, path, before: (page) => neverRespond(page, catalogue), unsettled: true },
  { name: 'plans-error', route, path, before: (page) => respondWithError(page, catalogue) },
  {
    name: 'checkout',
    route,
    path,
    as: 'undecided',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose Pro', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Card number').waitFor();
    },
  },
  {
    name: 'manage-plan',
    route: '/profile',
    path: '/profile',
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^Account menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Manage Subscription' }).click();
      await waitForDialog(page);
    },
  },
  {
    name: 'plans-error-own',
    route,
    path,
    as: 'mara',
    before: (page) => respondWithError(page, /\/api\/subscriptions/),
  },
  {
    name: 'checkout-incomplete',
    route,
    path,
    as: 'undecided',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose Pro', exact: true }).click();
      await page.getByRole('button', { name: 'Start free trial' }).click();
      await page.getByText('Please enter the card number.').waitFor();
    },
  },
  {
    name: 'manage-cancel',
    route: '/profile',
    path: '/profile',
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Manage' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    },
  },
  {
    name: 'test-billing',
    route: '/test-billing/:id',
    path: '/profile',
    as: 'mara',
    act: openBilling,
  },
  {
    name: 'test-billing-print',
    route: '/test-billing/:id',
    path: '/profile',
    as: 'mara',
    widths: [768],
    act: async (page) => {
      await openBilling(page);
      await emulatePrint(page);
    },
  },
  { name: 'plans-spaced', route, path, as: 'noor', act: applyTextSpacing, widths: [390, 1280] },
  { name: 'plans-forced', route, path, as: 'mara', act: emulateForcedColours, widths: [1280] },
  { name: 'test-billing-unknown', route: '/test-billing/:id', path: '/test-billing/unknown', as: 'mara' },
];

async function openBilling(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Billing Portal' }).click();
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
}
