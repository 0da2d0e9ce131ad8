import type { Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn, type Upload } from './steps.ts';

/** A page that says which version it is. */
function build(version: string): Upload {
  const data = `<!doctype html><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,"><h1>Build ${version}</h1>`;
  const buffer = makeZip([{ name: 'index.html', data }]);
  return { name: `build-${version}.zip`, mimeType: 'application/zip', buffer };
}

async function publish(page: Page, name: string, isPublic = 'true'): Promise<string> {
  const { body, status } = await publishByApi(page, {
    name,
    isPublic,
    build: build('one'),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

async function addVersion(page: Page, id: string, fields: Record<string, string>): Promise<void> {
  const path = `/api/applications/${id}/versions`;
  const { body, status } = await api(page, 'POST', path, { ...fields, build: build('another') });
  expect(status, JSON.stringify(body)).toBe(200);
}

const entry = (page: Page, version: string) => page.getByRole('listitem', { name: `Version ${version}` });
const dialog = (page: Page) => page.getByRole('alertdialog');

test('the owner edits the details, uploads a version, rolls back and deletes', async ({ page }) => {
  await signIn(page, 'update-owner@example.test', 'Olga', { plan: 'indie' });
  const id = await publish(page, 'Harbour');
  await page.goto(`/play/${id}`);
  await page.getByRole('link', { name: 'Update', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Harbour', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Plan Limits' })).toContainText('Remaining2');

  const update = page.getByRole('button', { name: 'Update Details' });
  await expect(update).toBeDisabled();
  await page.getByLabel('Name').fill('  ');
  await update.click();
  await expect(page.getByText('Application name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Harbour at Night');
  const chosen = page.locator('summary', { hasText: 'Theme' });
  await expect(chosen).toHaveText(/^ThemeVanilla/);
  await expect(page.getByRole('region', { name: 'Application Details' }).getByRole('radio')).toHaveCount(0);
  await chosen.click();
  await page.getByRole('radio', { name: 'Gaming' }).check();
  await expect(chosen).toHaveText(/^ThemeGaming/);
  await update.click();
  await expect(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Harbour at Night', level: 1 })).toBeVisible();
  await expect(update).toBeDisabled();
  const changed = (await api(page, 'GET', `/api/applications/${id}`)).body;
  expect([changed.name, changed.theme, changed.description]).toEqual(['Harbour at Night', 'gaming', '']);

  const send = page.getByRole('button', { name: 'Upload New Version' });
  await send.click();
  await expect(page.getByText('Please select a file to upload')).toBeVisible();
  await expect(
    page.getByText("Please provide a changelog describing what's new in this version"),
  ).toBeVisible();
  const file = page.getByLabel('Build file');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(
    page.getByText(
      'Please select a valid WebGL/WebXR build file (.zip), HTML file (.html), or .unityweb file',
    ),
  ).toBeVisible();
  await file.setInputFiles(build('two'));
  await expect(page.getByPlaceholder('1.1', { exact: true })).toBeVisible();
  await page.getByLabel('Changelog').fill('The ships are lit.');
  await send.click();
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
  await expect(entry(page, '1.1')).toContainText('Active');
  await expect(entry(page, '1.1')).toContainText('The ships are lit.');
  await expect(entry(page, '1.1').getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await expect(entry(page, '1.0.0')).not.toContainText('Active');
  await expect(page.getByLabel('Changelog')).toHaveValue('');

  await page.goto(`/play/${id}`);
  await expect(game(page).frameLocator('iframe').getByText('Build two')).toBeVisible();
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await entry(page, '1.0.0').getByRole('button', { name: 'Rollback to version 1.0.0' }).click();
  await expect(dialog(page)).toContainText('Roll back to version 1.0.0?');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(entry(page, '1.1')).toContainText('Active');
  await entry(page, '1.0.0').getByRole('button', { name: 'Rollback to version 1.0.0' }).click();
  await dialog(page).getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText('Successfully rolled back to version 1.0.0!')).toBeVisible();
  await expect(entry(page, '1.0.0')).toContainText('Active');
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    entry(page, '1.1').getByRole('link', { name: 'Preview version 1.1' }).click(),
  ]);
  await expect(preview.frameLocator('iframe').getByText('Build two')).toBeVisible();
  await preview.close();

  await entry(page, '1.1').getByRole('button', { name: 'Delete version 1.1' }).click();
  await expect(dialog(page)).toContainText('“Harbour at Night”');
  await dialog(page).getByRole('button', { name: 'Delete version 1.1' }).click();
  await expect(page.getByText('Successfully deleted version 1.1!')).toBeVisible();
  await expect(entry(page, '1.1')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Version History' })).toBeFocused();
});

test('a visitor is asked to sign in, a stranger finds nothing, an administrator may', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/404/);
  await signIn(page, 'update-owner-2@example.test', 'Oskar');
  const refusal = 'Application not found.';
  const open = await publish(page, 'Open Water');
  const hidden = await publish(page, 'Hidden Cove', 'false');

  const visitor = await browser.newPage({ baseURL: flux.url });
  await visitor.goto(`/update/${open}`);
  await expect(visitor.getByText('Please log in to update applications.')).toBeVisible();
  await visitor.goto(`/play/${open}`);
  await expect(visitor.getByRole('heading', { name: 'Open Water' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Update', exact: true })).toHaveCount(0);

  await signIn(visitor, 'update-stranger@example.test', 'Sten');
  for (const id of [open, hidden, 'a'.repeat(26)]) {
    await visitor.goto(`/update/${id}`);
    await expect(visitor.getByRole('heading', { level: 1, name: refusal })).toBeVisible();
    const said = await visitor.getByRole('alert').filter({ hasText: refusal }).innerText();
    expect(said.match(/not found/g)).toHaveLength(1);
    await expect(visitor.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  }
  await examine(visitor, 'an update that is not theirs');
  await visitor.close();

  const admin = await browser.newPage({ baseURL: flux.url });
  await signIn(admin, 'admin@flux.localhost', 'Root');
  await admin.goto(`/update/${hidden}`);
  await expect(admin.getByRole('heading', { name: 'Hidden Cove', level: 1 })).toBeVisible();
  await expect(admin.getByRole('region', { name: 'Your Plan Limits' })).toHaveCount(0);
  await admin.getByLabel('Description').fill('Looked after.');
  await admin.getByRole('button', { name: 'Update Details' }).click();
  await expect(admin.getByText('Application details updated successfully!')).toBeVisible();
  await admin.close();
  // The owner's page follows, without being asked.
  await page.goto(`/update/${hidden}`);
  await expect(page.getByLabel('Description')).toHaveValue('Looked after.');
});

test('what another tab publishes shows up', async ({ page }) => {
  await signIn(page, 'update-tabs@example.test', 'Tara');
  const id = await publish(page, 'Tabs');
  await page.goto(`/update/${id}`);
  await expect(entry(page, '1.0.0')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/faq');
  await addVersion(other, id, { version: '1.5', changelog: 'From elsewhere.' });
  await expect(entry(page, '1.5')).toContainText('Active');
  await expect(entry(page, '1.5').getByRole('heading')).toHaveAccessibleName('Version 1.5');
  await expect(page.getByPlaceholder('1.6', { exact: true })).toBeVisible();
});

test('what another tab deletes is said to be gone, and what was typed stays', async ({
  page,
  allowError,
}) => {
  allowError(/404/);
  await signIn(page, 'update-gone@example.test', 'Greta');
  const id = await publish(page, 'Going');
  await page.goto(`/update/${id}`);
  await page.getByLabel('Changelog').fill('Typed before it went.');
  const other = await page.context().newPage();
  await other.goto(`/play/${id}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Going' })).toBeVisible();
  await api(other, 'DELETE', `/api/applications/${id}`);
  await expect(page.getByRole('alert')).toContainText('This application is not there any more');
  await expect(page.getByLabel('Changelog')).toHaveValue('Typed before it went.');
});

test('a version that could not be published says why in words, and keeps what was filled in', async ({
  page,
  allowError,
}) => {
  allowError(/50\d|409/);
  await signIn(page, 'update-failures@example.test', 'Frida');
  const id = await publish(page, 'Failures');
  const broken = { status: 500, json: { success: false, code: 'internal', error: 'It broke.' } };
  const versions = `**/api/applications/${id}/versions`;
  await page.route(versions, (route) =>
    route.request().method() === 'POST' ? route.fulfill(broken) : route.continue(),
  );
  await page.goto(`/update/${id}`);
  await page.getByLabel('Changelog').fill('Typed.');
  await page.getByLabel('Build file').setInputFiles(build('third'));
  const send = page.getByRole('button', { name: 'Upload New Version' });
  await send.click();
  const failed = page.getByRole('alert').filter({ hasText: 'Upload failed. Please try again.' });
  await expect(failed).toContainText('Failed to create version');
  // What the server says stands there in its words, and a network that is away in those of the page.
  const refused = { status: 409, json: { success: false, code: 'conflict', error: 'Not now.' } };
  await page.unroute(versions);
  await page.route(versions, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
  );
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Upload failed: Not now.' })).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(page.getByLabel('Changelog')).toHaveValue('Typed.');
});

test('an upload that is under way is not left by accident', async ({ page }) => {
  await signIn(page, 'update-leaves@example.test', 'Lea');
  const id = await publish(page, 'Leaving');
  await page.goto(`/update/${id}`);
  // The bytes never arrive.
  await page.route('**/api/uploads/*', (route) =>
    route.request().method() === 'PATCH' ? null : route.continue(),
  );
  await page.getByLabel('Build file').setInputFiles(build('two'));
  await page.getByLabel('Changelog').fill('On its way.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText('build-two.zip', { exact: true })).toBeVisible();
  await expect(page.getByText('to choose another')).toHaveCount(0);
  // A download leads nowhere else.
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  await downloaded;
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await expect(dialog(page)).toContainText('Leave and stop the upload?');
  await dialog(page).getByRole('button', { name: 'Keep uploading' }).click();
  await expect(page).toHaveURL(`/update/${id}`);
  // Nor by a key, nor by what is found by its name.
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(dialog(page)).toContainText('Leave and stop the upload?');
  await dialog(page).getByRole('button', { name: 'Keep uploading' }).click();
  const choosePricing = async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pricing');
    await page.keyboard.press('Enter');
  };
  await choosePricing();
  await expect(dialog(page)).toContainText('Leave and stop the upload?');
  await dialog(page).getByRole('button', { name: 'Keep uploading' }).click();
  await expect(page).toHaveURL(`/update/${id}`);
  await page
    .getByRole('form', { name: 'Upload New Version' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('button', { name: 'Upload New Version' })).toBeEnabled();
  await expect(page.getByLabel('Changelog')).toHaveValue('On its way.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await choosePricing();
  await dialog(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/subscriptions#pricing');
});
