import { randomBytes } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeZip } from '../fixtures/zip.ts';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { rowOf } from './organizations.ts';
import { expect } from './server.ts';
import { fillUploadForm, game, playedId, signIn, started, type Upload, upload } from './steps.ts';
import { test } from './storage-servers.ts';

test.use({ instance: 'storage providers' });

const dialogOf = (page: Page, verb: 'Add' | 'Edit'): Locator =>
  page.getByRole('dialog', { name: `${verb} Storage Configuration` });

/** A build that shares no file with others, so that all of it is stored at the active provider. */
async function buildOf(name: string): Promise<Upload> {
  const entries = await makeInstanceBuild({ base: name });
  const own = entries.map(({ name: path, data }) => ({
    name: path,
    data: Buffer.concat([Buffer.from(data), mark(path)]),
  }));
  return { name: `${name}.zip`, mimeType: 'application/zip', buffer: makeZip(own) };
}

/** Bytes that change a file's hash without changing its behaviour. */
function mark(path: string): Buffer {
  const text = randomBytes(16).toString('hex');
  if (path.endsWith('.js')) return Buffer.from(`\n// ${text}`);
  if (path.endsWith('.html')) return Buffer.from(`<!-- ${text} -->`);
  if (path.endsWith('.css')) return Buffer.from(`/* ${text} */`);
  // A custom section of WebAssembly: its size, and an empty name.
  if (path.endsWith('.wasm')) return Buffer.from([0, text.length + 1, text.length, ...Buffer.from(text)]);
  return Buffer.from(text);
}

async function openStorage(page: Page): Promise<void> {
  await page.goto('/storage');
  await expect(page.getByRole('heading', { name: /^Storage Configurations \(/ })).toBeVisible();
}

/** A new visitor opens a game, in a separate browser context. */
async function visit(browser: Browser, flux: FluxProcess, id: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: flux.url });
  const visitor = await context.newPage();
  await visitor.goto(`/play/${id}`);
  return visitor;
}

test('a provider is added, tested and activated, takes an upload that plays, and may fail temporarily', async ({
  page,
  browser,
  flux,
  servers: { s3, line },
  allowError,
}) => {
  allowError(/status of (409|503)/);
  await signIn(page, 'admin@flux.localhost', 'Root');
  await openStorage(page);
  await page.getByRole('button', { name: 'Add Configuration' }).click();
  const add = dialogOf(page, 'Add');
  const options = s3.options(line.url);
  await add.getByLabel('Provider').selectOption({ label: 'AWS S3' });
  await add.getByLabel('Name', { exact: true }).fill('Swift');
  await add.getByLabel('Access key ID').fill(options.accessKeyId);
  await add.getByLabel('Bucket name').fill(options.bucketName);
  await add.getByLabel('Endpoint').fill(options.endpoint);
  await add.getByLabel('Secret access key').first().fill('not-the-secret-of-anybody');
  await add.getByRole('button', { name: 'Add Configuration' }).click();
  await expect(add).toHaveCount(0);
  const row = rowOf(page, 'Swift');
  await expect(row).toContainText('Untested');
  await page.getByRole('button', { name: 'Activate Swift' }).click();
  await expect(row.getByRole('alert')).toContainText(
    'It was not activated because the test failed: The access key was refused',
  );
  await expect(row).toContainText('Connection Failed');
  await page.getByRole('button', { name: 'Edit Swift' }).click();
  const edit = dialogOf(page, 'Edit');
  await expect(edit.getByLabel('Secret access key').first()).toHaveValue('');
  await edit.getByLabel('Secret access key').first().fill(options.secretAccessKey);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText('Untested');
  // The error of the wrong key disappears with it.
  await expect(row.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Test connection of Swift' }).click();
  await expect(row.getByRole('status')).toContainText('The connection works.');
  await page.getByRole('button', { name: 'Activate Swift' }).click();
  const banner = page.getByRole('region', { name: 'Active Configuration' });
  await expect(banner).toContainText('Swift');
  await expect(row).toContainText('No files');

  await upload(page, { file: await buildOf('Swift'), name: 'Game on Swift', isPublic: true });
  // The connection breaks during a download and recovers: players notice nothing.
  line.fail({ kind: 'cut', in: 'response', afterBytes: 200 }, { requests: 3, when: /^GET / });
  await started(game(page));
  line.heal();
  await openStorage(page);
  await expect(row).toContainText(/\d+ files · /);
  await expect(page.getByRole('button', { name: 'Delete Swift' })).toBeDisabled();

  await fillUploadForm(page, { file: await buildOf('Patient'), name: 'Patient', isPublic: true });
  await line.refuse();
  try {
    await page.getByRole('button', { name: 'Upload Application' }).click();
    await expect(page.getByRole('alert')).toContainText('The storage cannot be reached right now.', {
      timeout: 120_000,
    });
  } finally {
    await line.listen();
  }
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//);
  const visitor = await visit(browser, flux, playedId(page));
  await started(game(visitor));
  await visitor.context().close();
});
