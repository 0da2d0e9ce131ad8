import { randomBytes } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeZip } from '../fixtures/zip.ts';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { rowOf } from './organizations.ts';
import { expect } from './server.ts';
import { fillUploadForm, game, playedId, signIn, started, type Upload, upload } from './steps.ts';
import { type StorageServers, test } from './storage-servers.ts';

test.use({ residents: 'storage providers' });
test.describe.configure({ mode: 'serial' });

const dialogOf = (page: Page, verb: 'Add' | 'Edit'): Locator =>
  page.getByRole('dialog', { name: `${verb} Storage Configuration` });

/** A build of which no other has a file, so that all of it lies where it was uploaded to. */
async function buildOf(name: string): Promise<Upload> {
  const entries = await makeInstanceBuild({ base: name });
  const own = entries.map(({ name: path, data }) => ({
    name: path,
    data: Buffer.concat([Buffer.from(data), mark(path)]),
  }));
  return { name: `${name}.zip`, mimeType: 'application/zip', buffer: makeZip(own) };
}

/** What makes a file another one, and changes nothing in what it does. */
function mark(path: string): Buffer {
  const text = randomBytes(16).toString('hex');
  if (path.endsWith('.js')) return Buffer.from(`\n// ${text}`);
  if (path.endsWith('.html')) return Buffer.from(`<!-- ${text} -->`);
  if (path.endsWith('.css')) return Buffer.from(`/* ${text} */`);
  // A custom section of WebAssembly: its size, and a name without anything behind it.
  if (path.endsWith('.wasm')) return Buffer.from([0, text.length + 1, text.length, ...Buffer.from(text)]);
  return Buffer.from(text);
}

interface Provider {
  label: string;
  name: string;
  /** Fills in what is right but for the secret. */
  fill: (dialog: Locator, servers: StorageServers) => Promise<void>;
  secret?: {
    label: string;
    wrong: (servers: StorageServers) => string;
    right: (servers: StorageServers) => string;
  };
  refusal?: RegExp;
}

const providers: Provider[] = [
  { label: 'Local Storage', name: 'Second disk', fill: async () => undefined },
  {
    label: 'AWS S3',
    name: 'Swift',
    fill: async (dialog, { s3, line }) => {
      const options = s3.options(line.url);
      await dialog.getByLabel('Access key ID').fill(options.accessKeyId);
      await dialog.getByLabel('Bucket name').fill(options.bucketName);
      await dialog.getByLabel('Endpoint').fill(options.endpoint);
    },
    secret: {
      label: 'Secret access key',
      wrong: () => 'not-the-secret-of-anybody',
      right: ({ s3 }) => s3.options().secretAccessKey,
    },
    refusal: /^The access key was refused, or does not allow this in bucket "flux-tests"/,
  },
  {
    label: 'Google Cloud Storage',
    name: 'Google',
    fill: async (dialog, { google }) => {
      await dialog.getByLabel('Project ID').fill(google.account.keyFile.project_id);
      await dialog.getByLabel('Bucket name').fill('flux');
    },
    secret: {
      label: 'Service account key',
      wrong: ({ google }) => JSON.stringify(google.powerless.keyFile),
      right: ({ google }) => JSON.stringify(google.account.keyFile),
    },
    refusal: /^The key of the service account was refused, or does not allow this in bucket "flux"/,
  },
  {
    label: 'Azure Blob Storage',
    name: 'Azurite',
    fill: async (dialog) => dialog.getByLabel('Container name').fill('flux'),
    secret: {
      label: 'Connection string',
      wrong: ({ azure }) =>
        azure.connectionString().replace(azure.accountKey, randomBytes(64).toString('base64')),
      right: ({ azure }) => azure.connectionString(),
    },
    refusal: /^The connection string was refused, or does not allow this in container "flux"/,
  },
];

async function openStorage(page: Page): Promise<void> {
  await page.goto('/storage');
  await expect(page.getByRole('heading', { name: /^Storage Configurations \(/ })).toBeVisible();
}

const signInAsAdmin = (page: Page) => signIn(page, 'admin@flux.localhost', 'Root');

async function activate(page: Page, name: string): Promise<void> {
  await openStorage(page);
  const button = page.getByRole('button', { name: `Activate ${name}` });
  const banner = page.getByRole('region', { name: 'Active Configuration' });
  await expect(banner).toBeVisible();
  if (await button.isVisible()) await button.click();
  await expect(banner).toContainText(name);
  await expect(banner).toContainText('Connected');
}

/** Somebody who has never been here opens a game, in a browser of their own. */
async function visit(browser: Browser, flux: FluxProcess, id: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: flux.url });
  const visitor = await context.newPage();
  await visitor.goto(`/play/${id}`);
  return visitor;
}

/**
 * Plays until nothing of the game is fetched from the provider any more: each file's best encoding, which is made after it
 * is published, is another file to the cache.
 */
async function playUntilCached(browser: Browser, flux: FluxProcess, id: string, { line }: StorageServers) {
  const fetched = () => line.requests.filter((request) => request.startsWith('GET ')).length;
  await expect(async () => {
    const before = fetched();
    const visitor = await visit(browser, flux, id);
    await started(game(visitor));
    await visitor.context().close();
    expect(fetched()).toBe(before);
  }).toPass({ timeout: 120_000 });
}

const played: { name: string; id: string }[] = [];

for (const provider of providers) {
  test(`${provider.label} is added, tested and activated, takes an upload, and its game plays`, async ({
    page,
    browser,
    flux,
    servers,
    allowError,
  }) => {
    allowError(/status of 409/);
    const { label, name, secret } = provider;
    await signInAsAdmin(page);
    await openStorage(page);
    await page.getByRole('button', { name: 'Add Configuration' }).click();
    const add = dialogOf(page, 'Add');
    await add.getByLabel('Provider').selectOption({ label });
    await add.getByLabel('Name', { exact: true }).fill(name);
    await provider.fill(add, servers);
    if (secret) await add.getByLabel(secret.label).first().fill(secret.wrong(servers));
    await add.getByRole('button', { name: 'Add Configuration' }).click();
    await expect(add).toHaveCount(0);
    const row = rowOf(page, name);
    await expect(row).toContainText('Untested');

    if (secret && provider.refusal) {
      await page.getByRole('button', { name: `Test connection of ${name}` }).click();
      await expect(row.getByRole('alert').getByText(provider.refusal)).toBeVisible();
      await expect(row).toContainText('Connection Failed');
      // What cannot be written to is not activated either, and says the same.
      await page.getByRole('button', { name: `Activate ${name}` }).click();
      await expect(row.getByRole('alert')).toContainText('It was not activated, since the test failed');
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      const edit = dialogOf(page, 'Edit');
      await expect(edit.getByLabel(secret.label).first()).toHaveValue('');
      await edit.getByLabel(secret.label).first().fill(secret.right(servers));
      await edit.getByRole('button', { name: 'Save changes' }).click();
      await expect(edit).toHaveCount(0);
      await expect(row).toContainText('Untested');
      // What was said of the wrong one is over.
      await expect(row.getByRole('alert')).toHaveCount(0);
    }
    await page.getByRole('button', { name: `Test connection of ${name}` }).click();
    await expect(row.getByRole('status')).toContainText('The connection works.');
    await expect(row).toContainText('Connected');
    await activate(page, name);
    await expect(row).toContainText('No files');

    const file = await buildOf(name.replace(' ', ''));
    const id = await upload(page, { file, name: `Game on ${name}`, isPublic: true });
    played.push({ name, id });
    await started(game(page));
    const visitor = await visit(browser, flux, id);
    await started(game(visitor));
    await visitor.context().close();
    await openStorage(page);
    await expect(row).toContainText(/\d+ files · /);
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeDisabled();
  });
}

test('files are moved to another provider while they are played, and nobody notices', async ({
  page,
  browser,
  flux,
}) => {
  expect(played).toHaveLength(providers.length);
  const players = [];
  for (const { id } of played) {
    const player = await visit(browser, flux, id);
    await started(game(player));
    players.push(player);
  }
  await signInAsAdmin(page);
  await activate(page, 'Google');
  await page.getByRole('button', { name: 'Move files here: Google' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move files here' }).click();
  const others = ['Local storage', 'Second disk', 'Swift', 'Azurite'];
  for (const name of others) await expect(rowOf(page, name)).toContainText('No files', { timeout: 120_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(rowOf(page, 'Google')).toContainText(/\d+ files · /);
  for (const player of players) {
    await started(game(player));
    await player.reload();
    await started(game(player));
    await player.context().close();
  }
  for (const { id } of played) {
    const visitor = await visit(browser, flux, id);
    await started(game(visitor));
    await visitor.context().close();
  }
  await page.getByRole('button', { name: 'Delete Azurite' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete configuration' }).click();
  await expect(rowOf(page, 'Azurite')).toHaveCount(0);
});

test('a provider that goes away takes no game from whoever plays, and uploads wait for it', async ({
  page,
  browser,
  flux,
  servers,
  allowError,
}) => {
  const { line } = servers;
  allowError(/status of 503/);
  await signInAsAdmin(page);
  await activate(page, 'Swift');
  const known = await upload(page, { file: await buildOf('Known'), name: 'Known', isPublic: true });
  await playUntilCached(browser, flux, known, servers);
  const file = await buildOf('Unknown');
  const unknown = await upload(page, { file, name: 'Unknown', isPublic: true });

  // The line breaks in the middle of what a player loads, and is whole again: they see nothing of it.
  line.fail({ kind: 'cut', in: 'response', afterBytes: 200 }, { requests: 3, when: /^GET / });
  const loading = await visit(browser, flux, unknown);
  await started(game(loading));
  line.heal();

  await line.refuse();
  try {
    const visitor = await visit(browser, flux, known);
    await started(game(visitor));
    await visitor.context().close();

    await fillUploadForm(page, { file: await buildOf('Patient'), name: 'Patient', isPublic: true });
    await page.getByRole('button', { name: 'Upload Application' }).click();
    await expect(page.getByRole('alert')).toContainText('The storage cannot be reached right now.', {
      timeout: 120_000,
    });
    await openStorage(page);
    await page.getByRole('button', { name: 'Test connection of Swift' }).click();
    await expect(page.getByRole('region', { name: 'Active Configuration' })).toContainText(
      'Connection Failed',
      {
        timeout: 120_000,
      },
    );
    const reason = `The connection to ${line.url} was refused: the port is closed.`;
    await expect(rowOf(page, 'Swift').getByRole('alert').getByText(reason, { exact: true })).toBeVisible();
  } finally {
    await line.listen();
  }
  await loading.reload();
  await started(game(loading));
  await loading.context().close();
  await fillUploadForm(page, { file: await buildOf('Patient'), name: 'Patient', isPublic: true });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//);
  expect(playedId(page)).not.toBe('');
  await started(game(page));
});
