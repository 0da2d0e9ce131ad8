import type { Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn, type Upload } from './steps.ts';

const playable: Upload = {
  name: 'game.zip',
  mimeType: 'application/zip',
  buffer: makeZip([{ name: 'index.html', data: '<!doctype html><title>Game</title><h1>Game</h1>' }]),
};
const entry = (page: Page, version: string) => page.getByRole('listitem', { name: `Version ${version}` });
const dialog = (page: Page) => page.getByRole('alertdialog');

/** A Unity build without its framework and code, which cannot start in any browser. */
function unplayable(): Upload {
  const config =
    '{ dataUrl: "Build/Game.data", frameworkUrl: "Build/Game.framework.js", codeUrl: "Build/Game.wasm" }';
  const data = `<!doctype html><title>Game</title><script src="Build/Game.loader.js"></script><script>createUnityInstance(document.body, ${config})</script>`;
  const buffer = makeZip([
    { name: 'index.html', data },
    { name: 'Build/Game.data', data: 'cut' },
  ]);
  return { name: 'broken.zip', mimeType: 'application/zip', buffer };
}

test('a version that cannot start is held back, and activated only after a confirmation', async ({
  page,
}) => {
  await signIn(page, 'held-owner@example.test', 'Hedy', { plan: 'indie' });
  const { body } = await publishByApi(page, { name: 'Ferry', isPublic: 'true', build: playable });
  const id = body.id;
  await page.goto(`/update/${id}`);
  // The publication event lets the page fetch the list a second time while the first response is in transit.
  const versions = `**/api/applications/${id}/versions*`;
  await page.route(versions, async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fallback();
  });
  await page.getByLabel('Build file').setInputFiles(unplayable());
  await page.getByLabel('Changelog').fill('Faster.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByText('Version 1.1 was uploaded, but not activated')).toBeVisible();
  await expect(entry(page, '1.1')).toContainText('Held back');
  await expect(entry(page, '1.1')).toContainText('Build/Game.loader.js is missing');
  await expect(entry(page, '1.1')).toBeFocused();
  await expect(entry(page, '1.0.0')).toContainText('Active');

  // A user who has moved the focus keeps it.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.unroute(versions);
  await page.route(versions, async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.fallback();
  });
  await page.getByLabel('Build file').setInputFiles(unplayable());
  await page.getByLabel('Changelog').fill('Faster still.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByText('Version 1.2 was uploaded, but not activated')).toBeVisible();
  await page.getByLabel('Description').focus();
  release();
  await expect(entry(page, '1.2')).toContainText('Held back');
  await expect(page.getByLabel('Description')).toBeFocused();

  const anyway = entry(page, '1.1').getByRole('button', { name: 'Activate version 1.1 anyway' });
  await anyway.click();
  await expect(dialog(page)).toContainText('Activate version 1.1 anyway?');
  await checkAccessibility(page, 'the question before a version that cannot start');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(entry(page, '1.1')).toContainText('Held back');
  await anyway.click();
  await dialog(page).getByRole('button', { name: 'Activate anyway' }).click();
  await expect(page.getByText('Version 1.1 is now active.')).toBeVisible();
  await expect(entry(page, '1.1')).toContainText('Active');
  await expect(entry(page, '1.1')).not.toContainText('Held back');
});

test('only its creator sees why an application cannot start', async ({ page, browser, flux }) => {
  await signIn(page, 'held-first@example.test', 'Wanda');
  const first = await publishByApi(page, { name: 'Wreck', isPublic: 'true', build: unplayable() });
  await page.goto(`/play/${first.body.id}`);
  await expect(page.getByText('This build cannot start')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Build/Game.loader.js is missing');
  await checkAccessibility(page, 'an application that cannot start');
  const visitor = await browser.newPage({ baseURL: flux.url });
  await visitor.goto(`/play/${first.body.id}`);
  await expect(visitor.getByText('This application is not playable yet.')).toBeVisible();
  await expect(visitor.locator('body')).not.toContainText('is missing');
  await expect(visitor.locator('iframe')).toHaveCount(0);
  await visitor.close();
});
