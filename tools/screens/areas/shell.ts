import { expect, type Locator, type Page } from '@playwright/test';
import { openDialog } from '../dialogs.ts';
import type { Screen } from '../screen.ts';

/** The search field. Until its script has loaded, the page's own commands are available. */
async function openPalette(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Search and commands' }).click();
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  return field;
}

export const shellScreens: readonly Screen[] = [
  { name: 'not-found', route: '*', path: '/no/such/page' },
  { name: 'dashboard', route: '/dashboard', path: '/dashboard', as: 'mara', widths: [1280] },
  {
    name: 'account-menu',
    route: '/',
    path: '/',
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^Account menu of/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'support',
    route: '/',
    path: '/',
    as: 'mara',
    window: true,
    act: (page) => openDialog(page, 'Support'),
  },
  {
    name: 'palette',
    route: '/',
    path: '/',
    as: 'mara',
    window: true,
    act: openPalette,
  },
  {
    name: 'palette-found',
    route: '/',
    path: '/',
    window: true,
    act: async (page) => {
      await (await openPalette(page)).fill('st');
      await page.getByRole('group', { name: 'Applications' }).waitFor();
    },
  },
  {
    name: 'palette-nothing',
    route: '/',
    path: '/',
    window: true,
    widths: [390, 1280],
    act: async (page) => {
      await (await openPalette(page)).fill('#');
    },
  },
  {
    name: 'shortcuts',
    route: '/faq',
    path: '/faq',
    as: 'mara',
    window: true,
    // Users without a keyboard see no shortcuts.
    widths: [1280],
    act: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'palette-admin',
    route: '/',
    path: '/',
    as: 'admin',
    window: true,
    act: async (page) => {
      await (await openPalette(page)).fill('ma');
      await page.getByRole('group', { name: 'People' }).waitFor();
    },
  },
  {
    name: 'page-not-loaded',
    route: '/faq',
    path: '/terms',
    before: (page) => page.route('**/assets/faq-page*', (route) => route.abort()),
    act: async (page) => {
      await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
      await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    },
  },
  {
    name: 'palette-rtl',
    route: '/',
    path: '/',
    as: 'mara',
    window: true,
    direction: 'rtl',
    widths: [390, 1280],
    act: openPalette,
  },
];
