import type { Screen } from '../screen.ts';

export const shellScreens: readonly Screen[] = [
  { name: 'not-found', route: '*', path: '/no/such/page' },
  { name: 'dashboard', route: '/dashboard', path: '/dashboard', as: 'mara', widths: [1280] },
  {
    name: 'account-menu',
    route: '/',
    path: '/',
    as: 'mara',
    window: true,
    act: (page) => page.getByRole('button', { name: /^Account menu of/ }).click(),
  },
  {
    name: 'support',
    route: '/',
    path: '/',
    as: 'mara',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Support' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
