import type { Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn, type Upload } from './steps.ts';

/** A page that shows its version. */
function build(version: string): Upload {
  const data = `<!doctype html><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,"><h1>Build ${version}</h1>`;
  const buffer = makeZip([{ name: 'index.html', data }]);
  return { name: `build-${version}.zip`, mimeType: 'application/zip', buffer };
}

async function publish(page: Page, name: string): Promise<string> {
  const fields = { name, isPublic: 'true', build: build('one') };
  const { body, status } = await publishByApi(page, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
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
  await page.getByLabel('Name').fill('Harbour at Night');
  await page.locator('summary', { hasText: 'Theme' }).click();
  await page.getByRole('radio', { name: 'Gaming' }).check();
  await update.click();
  await expect(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Harbour at Night', level: 1 })).toBeVisible();
  await expect(update).toBeDisabled();
  const changed = (await api(page, 'GET', `/api/applications/${id}`)).body;
  expect([changed.name, changed.theme, changed.description]).toEqual(['Harbour at Night', 'gaming', '']);

  const send = page.getByRole('button', { name: 'Upload New Version' });
  await page.getByLabel('Build file').setInputFiles(build('two'));
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
