import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeZip } from '../fixtures/zip.ts';
import { uploadPartBytes, uploadsPath } from '../src/shared/versions/uploads.ts';
import { expect, test } from './server.ts';
import { api, fillUploadForm, playedId, signIn } from './steps.ts';
import { holdAfterParts, offsetOf } from './upload-steps.ts';

/** A synthetic build of three parts. */
let buffer: Buffer;
let folder: string;
/** The build on disk. Choosing it again gives the same file with the same date. */
let file: string;

test.beforeAll(async () => {
  const level = { name: 'StreamingAssets/level.bin', data: randomBytes(2.5 * uploadPartBytes) };
  buffer = makeZip([...(await makeInstanceBuild()), { ...level, method: 'store' }]);
  folder = await mkdtemp(join(tmpdir(), 'flux-e2e-'));
  file = join(folder, 'game.zip');
  await writeFile(file, buffer);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** The upload takes five seconds. */
const slow = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: uploadPartBytes / 2 };

const brokenLine =
  /^console: Failed to load resource: net::ERR_(?:INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED|CONNECTION_[A-Z]+|EMPTY_RESPONSE) \(http:\/\/[^/]+\/api\//;

async function connection(page: Page) {
  const session = await page.context().newCDPSession(page);
  const set = (conditions: typeof slow) => session.send('Network.emulateNetworkConditions', conditions);
  await set(slow);
  return { cut: () => set({ ...slow, offline: true }), mend: () => set(slow) };
}

async function sentPercent(page: Page): Promise<number> {
  return Number(
    await page
      .getByRole('progressbar')
      .getAttribute('aria-valuenow', { timeout: 2_000 })
      .catch(() => 0),
  );
}

const reached = (page: Page, percent: number) =>
  expect.poll(() => sentPercent(page), { timeout: 60_000, intervals: [100] }).toBeGreaterThanOrEqual(percent);

test('an upload that is cut three times and outlives a killed server completes, with equal bytes', async ({
  page,
  flux,
  allowError,
}) => {
  // Errors of the cut connection and of the killed server.
  allowError(brokenLine);
  await signIn(page, 'ada@example.test', 'Ada');
  const patches: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches.push(offsetOf(request));
  });
  const line = await connection(page);
  await fillUploadForm(page, { file, name: 'Renderer' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  for (const percent of [15, 35, 70]) {
    await reached(page, percent);
    await line.cut();
    await page.waitForTimeout(400);
    await line.mend();
    if (percent === 35) {
      await reached(page, 45);
      await flux.kill();
      await flux.start();
    }
  }
  await page.waitForURL(/\/play\//, { timeout: 90_000 });
  // Each of the four interruptions may cost the current part, and nothing more: parts never overlap.
  expect(patches).toEqual(patches.toSorted((a, b) => a - b));
  expect(patches.length).toBeLessThanOrEqual(Math.ceil(buffer.length / uploadPartBytes) + 2 * 4);

  const app = (await api(page, 'GET', `/api/applications/${playedId(page)}`)).body;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const hash = createHash('sha256');
  for await (const chunk of await download.createReadStream()) hash.update(chunk);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(buffer).digest('hex'));
  expect(app.fileSize).toBe(buffer.length);
});

test('an upload resumes after a restart of Flux behind a proxy that responds meanwhile', async ({
  page,
  allowError,
}) => {
  allowError(/status of 502/);
  await signIn(page, 'behind@example.test', 'Bea');
  const begun: string[] = [];
  const patches: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploadsPath)
      begun.push(request.url());
    if (request.method() === 'PATCH') patches.push(offsetOf(request));
  });
  const refused = new Set<string>();
  await page.route(`**${uploadsPath}/*`, (route) => {
    const request = route.request();
    const begins = offsetOf(request) >= 2 * uploadPartBytes;
    // Flux is back after the first refused HEAD.
    if ((!begins && refused.size === 0) || refused.has('HEAD')) return route.continue();
    refused.add(request.method());
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  });
  await fillUploadForm(page, { file, name: 'Behind a proxy' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//, { timeout: 90_000 });
  expect(refused).toEqual(new Set(['PATCH', 'HEAD']));
  expect(begun).toHaveLength(1);
  expect(patches).toEqual(patches.toSorted((a, b) => a - b));
});

test('parts that a proxy refuses for their size get smaller, and below 512 kB the error names the proxy', async ({
  page,
  allowError,
}) => {
  allowError(/status of 413/);
  await signIn(page, 'hedy@example.test', 'Hedy');
  let left = Number.POSITIVE_INFINITY;
  const taken: number[] = [];
  await page.route(`**${uploadsPath}/*`, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    left -= 1;
    if (left >= 0)
      return route.fulfill({
        status: 413,
        contentType: 'text/html',
        body: '<h1>413 Request Entity Too Large</h1>',
      });
    taken.push(offsetOf(route.request()));
    return route.continue();
  });
  await fillUploadForm(page, { file, name: 'Behind a small proxy' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(
    page
      .getByText(
        'Your proxy refused a part of 512 KB. Its operator can raise the limit (nginx: client_max_body_size 0).',
      )
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  left = 2;
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//, { timeout: 90_000 });
  expect(taken.length).toBeGreaterThan(2);
  expect(taken.slice(1, -1).map((offset, at) => offset - (taken[at] ?? 0))).toEqual(
    taken.slice(1, -1).map(() => uploadPartBytes / 4),
  );
});

test('a reloaded tab resumes the upload with the form as typed, unless it is discarded', async ({
  page,
  allowError,
}) => {
  allowError(/status of 503/);
  await signIn(page, 'grace@example.test', 'Grace');
  const sending = await holdAfterParts(page, 2);
  await fillUploadForm(page, { file, name: 'After the reload', description: 'Still here.' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await sending.held;
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  sending.release();
  await expect(page.getByText(/You have an unfinished upload of/)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('After the reload');
  await expect(page.getByLabel('Description')).toHaveValue('Still here.');
  await test.step('an upload that could not be discarded is shown again', async () => {
    const notice = page.getByText(/You have an unfinished upload of/);
    let refuse = () => {};
    const asked = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/api/uploads/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await asked;
      return route.fulfill({ status: 503 });
    });
    await page.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard the upload of game.zip?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(notice).toBeHidden();
    refuse();
    await expect(page.getByText(/The upload could not be discarded/)).toBeVisible();
    await expect(notice).toBeVisible();
    await page.unroute('**/api/uploads/*');
  });
  const firstPatch = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByLabel('Build file').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload Application' }).click();
  expect(offsetOf(await firstPatch)).toBeGreaterThanOrEqual(2 * uploadPartBytes);
  await page.waitForURL(/\/play\//, { timeout: 90_000 });
});
