import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { uploadsPath } from '../src/shared/versions/uploads.ts';
import { build, publish } from './account.ts';
import { execute } from './database.ts';
import { expect, test } from './server.ts';
import { api, fillUploadForm, openHome, signIn } from './steps.ts';
import { countBegun, hold } from './uploading.ts';

/** What is said of an upload elsewhere than where it runs. */

const parts = `**${uploadsPath}/*`;
const discard = (page: Page) => page.getByRole('button', { name: 'Discard' });
const question = (page: Page) => page.getByRole('alertdialog');
const continueHere = (page: Page) => page.getByText(/Choose the same file to continue/);

/** As when somebody follows a link and agrees to stop what is sent. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
}

/** Files on disk: chosen again they are the same, with the same date. */
async function writeBuilds(builds: Record<string, Buffer>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-e2e-'));
  const written = Object.entries(builds).map(async ([name, bytes]) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return [name, path] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

test('what a tab sends or has checked is offered to no other to go on with or to discard, and is by itself once it is left', async ({
  page,
  context,
}) => {
  await signIn(page, 'unfinished-tabs@example.test', 'Tabea');
  await openHome(page);
  const { 'moon.zip': file = '' } = await writeBuilds({ 'moon.zip': build('moon').buffer });
  const sent = await hold(page, parts, 'PATCH');
  await fillUploadForm(page, { file, name: 'Moon' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await sent.held;

  const other = await context.newPage();
  await other.goto('/upload');
  await expect(other.getByText('moon.zip is being uploaded in another tab')).toBeVisible();
  await expect(discard(other)).toHaveCount(0);
  await expect(continueHere(other)).toHaveCount(0);

  await leave(page);
  await expect(continueHere(other)).toBeVisible();
  await page.unroute(parts);
  sent.release();

  await test.step('gone on with in one tab, it is discarded by no other that has not heard of it yet', async () => {
    const again = await hold(page, parts, 'PATCH');
    const creation = await hold(page, '**/api/applications', 'POST');
    await fillUploadForm(page, { file, name: 'Moon' });
    await page.getByRole('button', { name: 'Upload Application' }).click();
    await again.held;
    await discard(other).click();
    await expect(other.getByText('moon.zip is being uploaded in another tab')).toBeVisible();
    await expect(discard(other)).toHaveCount(0);
    await expect(question(other)).toHaveCount(0);
    again.release();
    await creation.held;
    await expect(other.getByText('moon.zip was uploaded and is being checked.')).toBeVisible();
    await expect(discard(other)).toHaveCount(0);
    creation.release();
  });
  await page.waitForURL(/\/play\//);
  await expect(other.getByText('moon.zip')).toHaveCount(0);
});

test('whoever leaves while their build is checked finds it checked, in the same tab', async ({ page }) => {
  await signIn(page, 'unfinished-left@example.test', 'Leva');
  await openHome(page);
  const creation = await hold(page, '**/api/applications', 'POST');
  await fillUploadForm(page, { file: build('left'), name: 'Left' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await creation.held;
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /upload/i })
    .click();
  await expect(page.getByText('left.zip was uploaded and is being checked.')).toBeVisible();
  await expect(discard(page)).toHaveCount(0);
  creation.release();
  await expect(page.getByText('Application uploaded successfully!')).toBeVisible();
  await expect(page.getByText('left.zip was uploaded and is being checked.')).toHaveCount(0);
});

test('an unfinished version is gone on with at its application alone, and elsewhere named with the way there', async ({
  page,
}) => {
  await signIn(page, 'unfinished-forms@example.test', 'Foma');
  await openHome(page);
  const world = { name: 'world.bin', data: randomBytes(100_000) };
  const zip = (text: string) => makeZip([{ name: 'index.html', data: `<!doctype html><p>${text}` }, world]);
  const first = { name: 'game.zip', mimeType: 'application/zip', buffer: zip('one') };
  const one = await publish(page, 'Comet', { file: first });
  const another = await publish(page, 'Meteor');
  const { 'game.zip': file = '' } = await writeBuilds({ 'game.zip': zip('two') });
  const begun = countBegun(page);

  await test.step('only what changed is sent, and left', async () => {
    await page.goto(`/update/${one}`);
    const sent = await hold(page, parts, 'PATCH');
    await page.getByLabel('Build file').setInputFiles(file);
    await page.getByLabel('Changelog').fill('Two.');
    await page.getByRole('button', { name: 'Upload New Version' }).click();
    await sent.held;
    await expect(page.getByText(/1 of 2 files changed/).last()).toBeVisible();
    await leave(page);
    await page.unroute(parts);
    sent.release();
  });

  await test.step('a new application', async () => {
    await page.goto('/upload');
    await expect(page.getByRole('main').getByRole('link', { name: 'Comet' })).toBeVisible();
    await expect(continueHere(page)).toHaveCount(0);
  });

  await test.step('another application takes nothing of it', async () => {
    await page.goto(`/update/${another}`);
    await expect(page.getByText(/unfinished upload of game\.zip/)).toBeVisible();
    await expect(continueHere(page)).toHaveCount(0);
    await page.getByLabel('Build file').setInputFiles(file);
    await page.getByLabel('Changelog').fill('Two of another.');
    await page.getByRole('button', { name: 'Upload New Version' }).click();
    await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
    expect(begun()).toBe(2);
  });

  await test.step('its own', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Comet' }).click();
    await expect(page).toHaveURL(`/update/${one}`);
    await expect(continueHere(page)).toBeVisible();
    await page.getByLabel('Build file').setInputFiles(file);
    await page.getByLabel('Changelog').fill('Two, after all.');
    await page.getByRole('button', { name: 'Upload New Version' }).click();
    await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
    await expect(continueHere(page)).toHaveCount(0);
    expect(begun()).toBe(2);
  });
});

test('an upload of a new application becomes no version, and is discarded by whoever says so twice', async ({
  page,
}) => {
  await signIn(page, 'unfinished-asked@example.test', 'Frage');
  await openHome(page);
  const id = await publish(page, 'Nova');
  const { 'nova.zip': file = '' } = await writeBuilds({ 'nova.zip': build('nova').buffer });
  const begun = countBegun(page);
  const sent = await hold(page, parts, 'PATCH');
  await fillUploadForm(page, { file, name: 'Another nova' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await sent.held;
  await leave(page);
  await page.unroute(parts);
  sent.release();

  await page.goto(`/update/${id}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'a new application' })).toBeVisible();
  await page.getByLabel('Build file').setInputFiles(file);
  await page.getByLabel('Changelog').fill('The same file.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
  expect(begun()).toBe(2);

  const notice = page.getByText(/unfinished upload of nova\.zip/);
  await discard(page).click();
  await expect(question(page)).toContainText('Discard the upload of nova.zip?');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(discard(page)).toBeFocused();
  await expect(notice).toBeVisible();
  expect((await api(page, 'GET', uploadsPath)).body).toHaveLength(1);
  await discard(page).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(async () => (await api(page, 'GET', uploadsPath)).body).toEqual([]);
});

test('what began before it was kept what for is gone on with at any form', async ({ page, flux }) => {
  await signIn(page, 'unfinished-before@example.test', 'Vorher');
  await openHome(page);
  const id = await publish(page, 'Quasar');
  const { 'quasar.zip': file = '' } = await writeBuilds({ 'quasar.zip': build('quasar').buffer });
  const begun = countBegun(page);
  const sent = await hold(page, parts, 'PATCH');
  await fillUploadForm(page, { file, name: 'Quasar 2' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await sent.held;
  await leave(page);
  await page.unroute(parts);
  sent.release();
  await execute(flux, `update uploads set target = null where file_name = 'quasar.zip'`);
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.startsWith('tus::')) continue;
      localStorage.removeItem(key);
      localStorage.setItem(key.replace('/new ', ' '), value);
    }
  });

  await page.goto('/upload');
  await expect(continueHere(page)).toBeVisible();
  await page.goto(`/update/${id}`);
  await expect(continueHere(page)).toBeVisible();
  await page.getByLabel('Build file').setInputFiles(file);
  await page.getByLabel('Changelog').fill('Begun before.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
  expect(begun()).toBe(1);
});
