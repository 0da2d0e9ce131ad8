import { createHash } from 'node:crypto';
import type { Route } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { expect, test } from './server.ts';
import {
  api,
  expectInOrder,
  fillUploadForm,
  game,
  gameFrame,
  ownOrganization,
  signIn,
  started,
  upload,
} from './steps.ts';
import { hold } from './upload-steps.ts';

async function zipOf(
  name: keyof typeof generations,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: 'build.zip', mimeType: 'application/zip', buffer: makeZip(await generations[name]()) };
}

test('a public build is uploaded, played by its creator, and found and played by a visitor', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const file = await zipOf('2020 brotli');
  const id = await upload(page, { file, name: 'Moon Lander', description: 'Land softly.', isPublic: true });
  await expect(page.getByText('Application uploaded successfully!')).toBeVisible();
  await expect(page.getByText('2020.3.20f1')).toBeVisible();
  await started(game(page));

  const visitor = await browser.newPage({ baseURL: flux.url });
  await visitor.goto('/');
  await visitor
    .getByRole('link', { name: /Moon Lander/ })
    .first()
    .click();
  await started(game(visitor));
  await expect(visitor.getByText('Build report')).toBeHidden();

  const [tab] = await Promise.all([
    visitor.waitForEvent('popup'),
    visitor.getByRole('link', { name: 'Play in New Tab' }).click(),
  ]);
  await tab.waitForFunction(() => Reflect.get(window, 'fluxFixtureStarted') === true);
  expect(new URL(tab.url()).hostname).toBe(`${id}.flux.localhost`);
  expect(await tab.evaluate(() => document.referrer === '' && window.opener === null)).toBe(true);

  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('build.zip');
  const hash = createHash('sha256');
  for await (const chunk of await download.createReadStream()) hash.update(chunk);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(file.buffer).digest('hex'));
  await visitor.close();
});

test('a private build is hidden from visitors, and opens by its share link', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await upload(page, { file: await zipOf('2019 gzip'), name: 'Secret Garden' });
  await started(game(page));
  const { shareUrl } = (await api(page, 'GET', `/api/applications/${id}`)).body;

  const context = await browser.newContext({ baseURL: flux.url });
  const stranger = await context.newPage();
  await stranger.goto('/');
  await expect(stranger.getByRole('heading', { name: /Available Applications/ })).toBeVisible();
  await expect(stranger.getByText('Secret Garden')).toHaveCount(0);
  // It may be their own: the page offers to sign in, without revealing whether there is an application.
  const told: string[] = [];
  for (const address of [id, 'a'.repeat(26)]) {
    await stranger.goto(`/play/${address}`);
    const notFound = stranger.getByRole('alert').filter({ hasText: 'Application not found' });
    await expect(notFound.getByRole('button', { name: 'Sign In' })).toBeVisible();
    told.push(await notFound.innerText());
  }
  expect(told[0]).toBe(told[1]);
  await stranger.getByRole('alert').getByRole('button', { name: 'Sign In' }).click();
  await expect(stranger.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  await stranger.goto(shareUrl);
  await started(game(stranger));
  await context.close();
  allowError(/404/);
});

test('a click gives the game the keyboard focus, and its keys do not scroll the page', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  await page.setViewportSize({ width: 1280, height: 500 });
  await upload(page, { file: await zipOf('2020 uncompressed'), name: 'Arrow Keys' });
  await started(game(page));
  const body = game(page).locator('body');
  const keys = await body.evaluateHandle(() => {
    const seen: string[] = [];
    window.addEventListener('keydown', (event) => seen.push(event.key));
    return seen;
  });
  const top = await page.evaluate(() => window.scrollY);
  await gameFrame(page).click({ position: { x: 40, y: 40 } });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => keys.jsonValue()).toEqual(['ArrowDown', ' ']);
  expect(await page.evaluate(() => window.scrollY)).toBe(top);

  // The fragment belongs to the game: the skip link does not change it, and a new fragment restarts the game
  // with it.
  const { href } = new URL(page.url());
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.locator('main')).toBeFocused();
  expect(page.url()).toBe(href);
  await page.evaluate(() => location.assign('#room=7'));
  await expect(gameFrame(page)).toHaveAttribute('src', /#room=7$/);
  await started(game(page));

  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('refused uploads are explained, and the form keeps its values', async ({ page, allowError }) => {
  await signIn(page, 'refused@example.test', 'Refused');
  await ownOrganization(page);
  await page.goto('/upload');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByText('Please select a file to upload')).toBeVisible();
  await expect(page.getByText('Please enter an application name')).toBeVisible();
  const picture = { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('png') };
  await page.getByLabel('Build file').setInputFiles(picture);
  await expect(page.getByText(/Please select a valid WebGL\/WebXR build file/)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');

  const cut = makeZip([{ name: 'index.html', data: '<title>Cut</title>' }]).subarray(0, -10);
  const chooser = page.getByLabel('Build file');
  await chooser.setInputFiles({ name: 'cut.zip', mimeType: 'application/zip', buffer: cut });
  await expect(page.getByText('This zip is not complete: its end is missing.')).toBeVisible();
  await chooser.setInputFiles({ name: 'none.zip', mimeType: 'application/zip', buffer: Buffer.alloc(0) });
  await expect(page.getByText('This file is empty.')).toBeVisible();
  await expect(page.getByText('none.zip')).toHaveCount(0);

  const buffer = makeZip([
    { name: 'Assets/Player.cs', data: 'class Player {}' },
    { name: 'ProjectSettings/ProjectSettings.asset', data: 'x' },
  ]);
  await page
    .getByLabel('Build file')
    .setInputFiles({ name: 'my_project.zip', mimeType: 'application/zip', buffer });
  // The file name is the default until the user types a name.
  await expect(page.getByLabel('Name')).toHaveValue('my project');
  await page.getByLabel('Name').fill('Not a build');
  await page
    .getByLabel('Build file')
    .setInputFiles({ name: 'other.zip', mimeType: 'application/zip', buffer });
  // On phones the submit button is far below the file field.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: /Unity project/i });
  await expect(refusal).toBeInViewport({ ratio: 1 });
  const picker = page.getByLabel('Build file');
  await expect(picker).toBeFocused();
  await expect(picker).toBeInViewport({ ratio: 1 });
  await expect(picker).toHaveAttribute('aria-invalid', 'true');
  await expect(picker).toHaveAccessibleDescription(/Unity project/i);
  await checkAccessibility(page, 'upload, with a file that was refused');
  await expect(page.getByLabel('Name')).toHaveValue('Not a build');
  await picker.setInputFiles({ name: 'third.zip', mimeType: 'application/zip', buffer });
  await expect(refusal).toHaveCount(0);
  await expect(picker).not.toHaveAttribute('aria-invalid');
  // During the upload all fields are disabled.
  const sending = await hold(page, '**/api/uploads/*', 'PATCH');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await sending.held;
  for (const label of [/^Thumbnail/, /^Public$/])
    await expect(page.getByText(label)).toHaveCSS('opacity', '0.6');
  sending.release();
  await expect(refusal).toBeVisible();
  allowError(/422/);
});

test('server errors name the failed action, and a missing network is named in addition', async ({
  page,
  allowError,
}) => {
  allowError(/50\d|ERR_FAILED/);
  await signIn(page, 'broken-upload@example.test', 'Brook');
  const file = await zipOf('2020 brotli');
  await fillUploadForm(page, { file, name: 'Comes late' });
  await expectInOrder([
    page.getByLabel('Build file'),
    page.getByLabel('Name'),
    page.getByLabel('Description'),
    page.getByLabel('Organization'),
    page.getByLabel('Public'),
    page.getByRole('radio').first(),
    page.getByLabel('Thumbnail'),
  ]);
  const applications = '**/api/applications';
  const answer = async (reply: (route: Route) => Promise<void>, reason: string) => {
    await page.route(applications, (route) =>
      route.request().method() === 'POST' ? reply(route) : route.continue(),
    );
    await page.getByRole('button', { name: 'Upload Application' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to create application' });
    await expect(failed).toContainText(reason);
    await page.unroute(applications);
  };
  const broken = { success: false, code: 'internal', error: 'It broke.' };
  await answer((route) => route.fulfill({ status: 500, json: broken }), 'It broke.');
  await answer((route) => route.abort(), 'could not be reached');
  await checkAccessibility(page, 'an upload that failed');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//);
});
