import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import { expectStill, type Screen, shiftsOf, watchShifts } from './layout-shifts.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

test.use({ instance: 'layout-shift' });

const text = (words: string | RegExp) => (page: Page) => page.getByRole('main').getByText(words).first();
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();

/** @returns its id */
async function publish(page: Page, name: string, theme: string): Promise<string> {
  const buffer = makeZip(await generations['2020 gzip']());
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer };
  const fields = { name, description: 'Round the sun and home again.', theme, isPublic: 'true', build };
  const { status, body } = await publishByApi(page, fields);
  expect(status).toBe(200);
  return body.id;
}

test('the detector of layout shifts sees a deliberate one', async ({ page }) => {
  await watchShifts(page);
  await page.goto('/faq?asked');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    const late = document.createElement('p');
    late.style.height = '200px';
    main.prepend(late);
  });
  const shifts = await shiftsOf(page);
  expect(Math.max(...shifts.map(({ value }) => value))).toBeGreaterThan(0.1);
  expect(JSON.stringify(shifts)).toContain('Frequently asked questions');
});

test('nothing shifts while a visitor page loads', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const vanilla = await publish(page, 'Ring Runner', 'vanilla');
  const themed = await publish(page, 'Comet Chaser', 'gaming');
  const gallery = { shown: heading(/^Available Applications \(/), at: heading(/^Available Applications/) };
  const drawn: Screen[] = [
    { name: 'home', path: '/', shown: heading(/^Available Applications \(/) },
    { name: 'gallery', path: '/', ...gallery },
    { name: 'FAQ', path: '/faq', shown: heading('Still Need Help?') },
    { name: 'plans', path: '/subscriptions', shown: text('In every plan') },
    { name: 'prices', path: '/subscriptions#pricing', shown: text('In every plan') },
    { name: 'terms', path: '/terms', shown: heading(/Terms/) },
    { name: 'EULA', path: '/eula', shown: heading(/License/) },
    { name: 'game', path: `/play/${vanilla}`, shown: heading('Ring Runner') },
    { name: 'themed game', path: `/play/${themed}`, shown: heading('Comet Chaser'), frames: true },
  ];
  await page.context().clearCookies();
  await page.goto('/faq');
  await page.evaluate(() => localStorage.clear());
  await expectStill(page, drawn);
});

// Other pages of users and administrators: src/web/layout-shift.browser.test.tsx
test('nothing shifts while pages of the built web app load for a creator', async ({ page }) => {
  await signIn(page, 'grace@example.test', 'Grace');
  const id = await publish(page, 'Velvet Mole', 'vanilla');
  await expectStill(page, [
    { name: 'home', path: '/', shown: heading('Welcome to Flux') },
    { name: 'own game', path: `/play/${id}`, shown: text('Build report') },
    { name: 'profile', path: '/profile', shown: text('This device') },
  ]);
});
