import { openDialog, waitForDialog } from '../dialogs.ts';
import { applyTextSpacing, emulateForcedColours } from '../display-preferences.ts';
import { neverRespond, respondWithError } from '../responses.ts';
import type { Screen } from '../screen.ts';

export const accountScreens: readonly Screen[] = [
  { name: 'profile', route: '/profile', path: '/profile', as: 'mara' },
  { name: 'profile-trial', route: '/profile', path: '/profile', as: 'yuki' },
  { name: 'profile-cancelled', route: '/profile', path: '/profile', as: 'noor' },
  { name: 'profile-over', route: '/profile', path: '/profile', as: 'otto' },
  { name: 'profile-free', route: '/profile', path: '/profile', as: 'theo' },
  { name: 'profile-without-plan', route: '/profile', path: '/profile', as: 'undecided' },
  { name: 'profile-purchased', route: '/profile', path: '/profile?subscription=success', as: 'yuki' },
  { name: 'profile-long', route: '/profile', path: '/profile', as: 'long' },
  {
    name: 'profile-spaced',
    route: '/profile',
    path: '/profile',
    as: 'long',
    act: applyTextSpacing,
    widths: [390],
  },
  {
    name: 'profile-forced',
    route: '/profile',
    path: '/profile',
    as: 'noor',
    act: emulateForcedColours,
    widths: [1280],
  },
  { name: 'profile-zoom', route: '/profile', path: '/profile', as: 'long', zoom: 2, widths: [1280] },
  { name: 'profile-signed-out', route: '/profile', path: '/profile' },
  {
    name: 'profile-rtl',
    route: '/profile',
    path: '/profile',
    as: 'layla',
    direction: 'rtl',
    widths: [390, 1280],
  },
  {
    name: 'profile-loading',
    route: '/profile',
    path: '/profile',
    as: 'mara',
    before: (page) => neverRespond(page, /\/api\/(subscriptions|users\/me\/)/),
    unsettled: true,
    // The current plan decides about the notice above the page, so it is awaited first.
    act: (page) => page.getByRole('heading', { name: 'Profile' }).waitFor(),
  },
  {
    name: 'profile-error',
    route: '/profile',
    path: '/profile',
    as: 'mara',
    before: (page) => respondWithError(page, /\/api\/(subscriptions|users\/me\/)/),
  },
  {
    name: 'profile-name',
    route: '/profile',
    path: '/profile',
    as: 'mara',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit display name' }).click();
      await page.getByLabel('Display name').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
    },
  },
  {
    name: 'profile-confirm',
    route: '/profile',
    path: '/profile',
    as: 'newcomer',
    window: true,
    act: (page) => openDialog(page, 'Download your data'),
  },
  {
    name: 'sign-in',
    route: '/',
    path: '/',
    window: true,
    act: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
      await waitForDialog(page);
    },
  },
];
