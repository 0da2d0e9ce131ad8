import { applyTextSpacing, emulateForcedColours, emulatePrint } from '../display-preferences.ts';
import { neverRespond } from '../responses.ts';
import type { Screen } from '../screen.ts';

export const textScreens: readonly Screen[] = [
  { name: 'faq', route: '/faq', path: '/faq' },
  {
    name: 'faq-search',
    route: '/faq',
    path: '/faq',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Search the questions' }).fill('private');
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'faq-nothing',
    route: '/faq',
    path: '/faq',
    act: (page) => page.getByRole('textbox', { name: 'Search the questions' }).fill('zeppelin'),
  },
  {
    name: 'support-incomplete',
    route: '/faq',
    path: '/faq',
    window: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Contact Us' }).click();
      await page.getByRole('button', { name: 'Send Request' }).click();
    },
  },
  { name: 'eula', route: '/eula', path: '/eula' },
  { name: 'terms', route: '/terms', path: '/terms' },
  { name: 'api', route: '/api', path: '/api' },
  {
    name: 'api-loading',
    route: '/api',
    path: '/api',
    before: (page) => neverRespond(page, /openapi/),
    unsettled: true,
  },
  { name: 'faq-rtl', route: '/faq', path: '/faq', direction: 'rtl', widths: [390, 1280] },
  { name: 'faq-spaced', route: '/faq', path: '/faq', act: applyTextSpacing, widths: [390, 1280] },
  { name: 'faq-forced', route: '/faq', path: '/faq', act: emulateForcedColours, widths: [1280] },
  { name: 'faq-print', route: '/faq', path: '/faq', act: emulatePrint, widths: [768] },
  { name: 'eula-print', route: '/eula', path: '/eula', act: emulatePrint, widths: [768] },
  { name: 'terms-print', route: '/terms', path: '/terms', act: emulatePrint, widths: [768] },
  { name: 'eula-rtl', route: '/eula', path: '/eula', direction: 'rtl', widths: [390, 1280] },
  { name: 'api-rtl', route: '/api', path: '/api', direction: 'rtl', widths: [390, 1280] },
];
