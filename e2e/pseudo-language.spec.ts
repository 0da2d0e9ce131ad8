import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { build } from './account.ts';
import { faults, said } from './pseudo-language.ts';
import { test as base, expect } from './server.ts';
import { continueAs, publishByApi } from './steps.ts';

const project = join(import.meta.dirname, '..');
const folder = join(project, 'dist/pseudo');

/** A Flux whose pages are in the pseudo-language. */
const test = base.extend({
  flux: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const script = join(project, 'tools/scripts/build-web.mjs');
      await promisify(execFile)(process.execPath, [script, '--pseudo']);
      const flux = await FluxProcess.create({ env: { FLUX_WEB_FOLDER: folder } });
      try {
        await flux.start();
        await use(flux);
      } finally {
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.use({ locale: 'ru-RU' });

/** Values that appear exactly as the database and the API contain them. */
const asItIs: Record<string, string> = {
  '/admin?tab=usage': 'main section[aria-label] > ul',
  '/admin/audit-log': 'main td ul, main dd ul',
};

test('in a longer right-to-left language nothing stays English and everything fits', async ({
  page,
  allowError,
}) => {
  allowError(/404/);
  const found: string[] = [];
  const read = async (screen: string, besides?: string) => {
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      found.push(...(await faults(page, besides)).map((fault) => `${screen}: ${fault}`));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  /** A page after its data has loaded. */
  const open = async (path: string, heading?: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (heading) await expect(page.getByText(said(heading)).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Until then the title is the server's.
    await expect(page.locator('html[data-hydrated=page]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
  };

  await open('/');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await read('home of a visitor');
  await page
    .getByRole('banner')
    .getByRole('button', { name: said('Sign In') })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('sign-in');
  for (const path of ['/subscriptions', '/upload', '/no/such/page']) {
    await open(path);
    await read(`${path} of a visitor`);
  }
  // The questions are a document, and their titles in the table of contents too.
  const questions = 'main nav, main details, main section > h2';
  await open('/faq');
  await read('questions', questions);

  await signIn(page, 'buyer@example.test', 'Жанна');
  await open('/subscriptions');
  await read('plans');
  await page.getByRole('article').nth(1).getByRole('button').click();
  await expect(page.getByRole('dialog').locator('input').first()).toBeVisible();
  await read('checkout');
  await page.context().clearCookies();

  await signIn(page, 'admin@flux.localhost', 'Нина');
  const organizationId = await page.evaluate(foundOrganization, 'Луна');
  const night = { name: 'Ночь', organizationId, isPublic: 'true', build: build('ночь') };
  const { body } = await publishByApi(page, night);
  await open('/');
  await expect(page.getByText('Ночь').first()).toBeVisible();
  await read('gallery');
  await page.getByRole('main').locator('[aria-haspopup=menu]').first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await read('menu of a card');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await read('palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('keyboard shortcuts');
  await page.keyboard.press('Escape');
  for (const path of [
    '/?filter=my-apps',
    `/play/${body.id}`,
    '/upload',
    `/update/${body.id}`,
    '/profile',
    '/organizations',
    '/admin',
    '/admin?tab=organizations',
    '/admin?tab=applications',
    '/admin?tab=usage',
    '/admin/reports',
    '/admin/support',
    '/admin/audit-log',
    '/admin/mails',
    '/storage',
  ]) {
    await open(path);
    await read(path, asItIs[path]);
  }
  await open('/faq');
  await page
    .getByRole('main')
    .getByRole('button', { name: said('Contact Us') })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('support', 'main');
  expect(found).toEqual([]);
});

/** The server renders the page of the local provider, in English. */
async function signIn(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/auth/google/start?purpose=sign-in&return=/');
  await continueAs(page, email, name);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
}

/** Runs in the page. */
async function foundOrganization(name: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const made = await fetch('/api/organizations', { method: 'POST', headers, body: JSON.stringify({ name }) });
  return (await made.json()).id;
}
