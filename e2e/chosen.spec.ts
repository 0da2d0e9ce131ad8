import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeZip, type ZipEntryOptions } from '../fixtures/zip.ts';
import { uploadPartBytes, uploadsPath } from '../src/shared/versions/uploads.ts';
import { expect, test } from './server.ts';
import {
  api,
  dropFiles,
  fillUploadForm,
  game,
  ownOrganization,
  playedId,
  publishByApi,
  signIn,
  started,
} from './steps.ts';

/** Chosen files on disk can change or disappear before they are sent. */

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-chosen-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const entries = async (): Promise<ZipEntryOptions[]> => [
  ...(await makeInstanceBuild({ base: 'Game' })),
  { name: 'StreamingAssets/level.bin', data: 'A level.' },
];

async function writeBuild(to: string): Promise<void> {
  for (const entry of await entries()) {
    const path = join(to, String(entry.name));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, entry.data);
  }
}

/** As after a rebuild. Browsers tell file versions apart by the second. */
async function writeAgain(path: string): Promise<void> {
  await writeFile(path, makeZip(await entries()));
  const later = new Date(Date.now() + 60_000);
  await utimes(path, later, later);
}

const uploadApp = (page: Page) => page.getByRole('button', { name: 'Upload Application' });
const fileChanged = (page: Page) =>
  page.getByText('This file changed since you chose it. Please choose it again.');

test('several zips that are dropped together are refused, and the files and folders of a build become one', async ({
  page,
}) => {
  await signIn(page, 'chosen-several@example.test', 'Seva');
  const organizationId = await ownOrganization(page);
  await writeBuild(folder);
  const tops = new Set((await entries()).map(({ name }) => String(name).split('/')[0] ?? ''));
  expect(tops.size).toBeGreaterThan(2);
  await page.goto('/upload');
  const zips = ['one.zip', 'two.zip'].map((name) => join(folder, name));
  for (const path of zips) await writeFile(path, makeZip(await entries()));
  await dropFiles(page, zips);
  await expect(
    page.getByText('Please drop one zip by itself, or the files and folders of one build.'),
  ).toBeVisible();
  await expect(page.getByText('one.zip')).toHaveCount(0);
  await dropFiles(page, zips.slice(1));
  await expect(page.getByText('two.zip', { exact: true })).toBeVisible();
  await dropFiles(
    page,
    [...tops].map((top) => join(folder, top)),
  );
  await expect(page.getByText('build.zip', { exact: true })).toBeVisible();
  await page.getByLabel('Name').fill('Several');
  await page.getByLabel('Organization').selectOption(organizationId);
  await uploadApp(page).click();
  await page.waitForURL(/\/play\/[a-z2-7]{26}/, { timeout: 60_000 });
  await started(game(page));
  const { body: app } = await api(page, 'GET', `/api/applications/${playedId(page)}`);
  expect(app.build.fileCount).toBe((await entries()).length);
});

test('a file or folder that was rebuilt after it was chosen has to be chosen again, and nothing is sent', async ({
  page,
}) => {
  await signIn(page, 'chosen-again@example.test', 'Agna');
  const file = join(folder, 'game.zip');
  await writeFile(file, makeZip(await entries()));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname.startsWith(uploadsPath))
      sent.push(request.method());
  });
  await fillUploadForm(page, { file, name: 'Built again' });
  await writeAgain(file);
  await uploadApp(page).click();
  await expect(fileChanged(page)).toBeVisible();
  const top = join(folder, 'My Game');
  await writeBuild(top);
  await page.locator('input[webkitdirectory]').setInputFiles(top);
  await expect(page.getByText('My Game').first()).toBeVisible();
  await writeAgain(join(top, 'StreamingAssets/level.bin'));
  await uploadApp(page).click();
  await expect(
    page.getByText('This folder changed since you chose it. Please choose it again.'),
  ).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByLabel('Build file').setInputFiles(file);
  await uploadApp(page).click();
  await page.waitForURL(/\/play\//, { timeout: 60_000 });
});

test('a build that was rebuilt during the upload has to be chosen again, and the received part is discarded', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_UPLOAD_FILE_CHANGED/);
  await signIn(page, 'chosen-meanwhile@example.test', 'Mena');
  const first = { name: 'game.zip', mimeType: 'application/zip', buffer: makeZip(await entries()) };
  const { body: app } = await publishByApi(page, { name: 'Meanwhile', build: first });
  const file = join(folder, 'game.zip');
  const world = { name: 'StreamingAssets/world.bin', data: randomBytes(3 * uploadPartBytes) };
  await writeFile(file, makeZip([...(await entries()), { ...world, method: 'store' }]));
  await page.route(`**${uploadsPath}/*`, async (route) => {
    const request = route.request();
    const isSecond = request.method() === 'PATCH' && Number(request.headers()['upload-offset']) > 0;
    if (isSecond) await writeAgain(file);
    await route.continue();
  });
  await page.goto(`/update/${app.id}`);
  await page.getByLabel('Build file').setInputFiles(file);
  await page.getByLabel('Changelog').fill('A world.');
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(fileChanged(page)).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/You have an unfinished upload of/)).toHaveCount(0);
  await expect.poll(async () => (await api(page, 'GET', uploadsPath)).body).toEqual([]);
});
