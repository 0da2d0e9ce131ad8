import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { makeZip } from '../../fixtures/zip.ts';
import { type Figure, figure } from './figures.ts';
import { BenchFlux } from './flux.ts';
import { largeBuild } from './large-builds.ts';

const changed = 'Build/unity.framework.js';
const patienceMs = 10 * 60_000;

/** The bytes that a browser uploads for a rebuild with one changed file, through the page for updates. */
export async function measureUpload(): Promise<Figure[]> {
  const build = await largeBuild('newer');
  const other = (await largeBuild('older')).filter(({ name }) => name === changed);
  const rebuild = makeZip(build.map((entry) => (entry.name === changed ? { ...entry, ...other[0] } : entry)));
  const file = makeZip(other).length;
  const flux = await BenchFlux.start();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    const { appId } = await flux.publish('game.zip', makeZip(build));
    const context = await browser.newContext({ baseURL: `http://flux.localhost:${flux.process.port}` });
    const sent = await update(context, flux.cookie, appId, rebuild);
    const peer = `the file alone as a zip ${megabytes(file)}, sent ${megabytes(sent)} of ${megabytes(rebuild.length)}`;
    return [
      figure('upload of a rebuild with one changed file', sent / file, '× that file', { atMost: 1.1 }, peer),
    ];
  } finally {
    await browser.close();
    await flux.dispose();
  }
}

/** Returns the bytes of request bodies, as counted by the browser. */
async function update(context: BrowserContext, cookie: string, appId: string, zip: Buffer): Promise<number> {
  const [name = '', value = ''] = cookie.split('=');
  const page = await context.newPage();
  const url = `https://flux.localhost`;
  await context.addCookies([{ name, value, url, httpOnly: true, secure: true }]);
  let sent = 0;
  page.on('requestfinished', async (request) => {
    if (request.method() !== 'PATCH' || !new URL(request.url()).pathname.startsWith(uploadsPath)) return;
    sent += Number((await request.allHeaders())['content-length']);
  });
  await page.goto(`/update/${appId}`);
  const folder = await mkdtemp(join(tmpdir(), 'flux-bench-upload-'));
  try {
    await writeFile(join(folder, 'game.zip'), zip);
    await page.getByLabel('Build file').setInputFiles(join(folder, 'game.zip'));
    await page.getByLabel('Changelog').fill('Another framework.');
    await page.getByRole('button', { name: 'Upload New Version' }).click();
    await page.getByText('Successfully uploaded version 1.1!').waitFor({ timeout: patienceMs });
    return sent;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
