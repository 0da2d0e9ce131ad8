import type { Locator, Page } from '@playwright/test';
import { builtinStorageId, type StorageConfig } from '../src/shared/storage.ts';
import { ageSessions, build } from './account.ts';
import { examine } from './examine.ts';
import { rowOf } from './organizations.ts';
import { expect, test } from './server.ts';
import { api, continueAs, fillUploadForm, signIn } from './steps.ts';
import { amazon, answerConfigs, azure, google, storageConfig, testOf } from './storing.ts';

test.use({ residents: 'storage' });

const configsPath = /\/api\/storage\/configs$/;
const broken = {
  status: 500,
  json: {
    success: false,
    code: 'internal',
    error: 'Something went wrong on our side. Please try again.',
  },
};
const local = (fields: Partial<StorageConfig> = {}) =>
  storageConfig({ id: builtinStorageId, isActive: true, testStatus: 'success', ...fields });

const signInAsAdmin = (page: Page) => signIn(page, 'admin@flux.localhost', 'Root');
const form = (page: Page): Locator => page.getByRole('form', { name: 'Storage Configuration' });

test('nobody but administrators gets to see it', async ({ page }) => {
  const refused = async () => {
    await expect(page.getByRole('heading', { name: 'Admin access required' })).toBeVisible();
    await expect(page.getByText('Only administrators can configure storage settings.')).toBeVisible();
  };
  let asked = 0;
  await page.route('**/api/storage/**', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto('/storage');
  await refused();
  await signIn(page, 'storage-visitor@example.test', 'Vera');
  await page.goto('/storage');
  await refused();
  await examine(page, 'storage, for others');
  expect(asked).toBe(0);
});

test('it waits in its own shape, and says what failed with a way to try again', async ({
  page,
  allowError,
}) => {
  allowError(/status of 500/);
  await signInAsAdmin(page);
  const held = Promise.withResolvers<void>();
  await page.route(configsPath, async (route) => {
    await held.promise;
    await route.fulfill(broken);
  });
  await page.goto('/storage');
  await expect(page.getByRole('heading', { level: 1, name: 'Storage Configuration' })).toBeVisible();
  await expect(page.getByText('Manage cloud storage providers for application uploads')).toBeVisible();
  await expect(page.getByText('Loading storage configurations…')).toBeAttached();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Admin' })).toHaveAttribute('aria-current', 'page');
  await examine(page, 'storage, loading');
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Failed to fetch storage configurations' })).toBeVisible();
  await examine(page, 'storage, failed');
  await page.unroute(configsPath);
  await answerConfigs(page, () => [local()]);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Storage Configurations (1)' })).toBeVisible();
});

test('tiles, banner and list say all there is to know', async ({ page }) => {
  await signInAsAdmin(page);
  const tested = '2026-11-20T10:00:00.000Z';
  const whole = [
    local({ files: { count: 1204, bytes: 3_650_722_201 }, lastTested: tested }),
    amazon({ testStatus: 'success', lastTested: tested, description: 'In Ireland.' }),
    google({ testStatus: 'failed', testProblem: 'The key was refused.', lastTested: tested }),
    azure(),
  ];
  let list = whole;
  await answerConfigs(page, () => list);
  await page.goto('/storage');
  const tile = (term: string) => page.getByText(term, { exact: true }).locator('..');
  await expect(tile('Active Provider')).toContainText('Local Storage');
  await expect(tile('Total Configs')).toContainText('4');
  await expect(tile('Test Success')).toContainText('2');
  await expect(tile('Test Failed')).toContainText('1');
  const banner = page.getByRole('region', { name: 'Active Configuration' });
  await expect(banner).toContainText(/Local storage.*Local Storage.*Connected/);
  await expect(banner).toContainText('Uploads up to 100 MB: .zip, .html, .unityweb');
  await expect(page.getByRole('heading', { name: 'Storage Configurations (4)' })).toBeVisible();
  await expect(rowOf(page, 'Local storage')).toContainText(/Active.*1,204 files · 3.4 GB.*Nov 2, 2026/);
  await expect(rowOf(page, 'Local storage').getByRole('button', { name: /^Activate/ })).toHaveCount(0);
  await expect(rowOf(page, 'Amazon')).toContainText('AWS S3 · flux-builds · eu-west-1');
  await expect(rowOf(page, 'Amazon')).toContainText(/In Ireland\..*No files.*Last tested Nov 20, 2026/);
  await expect(rowOf(page, 'Google')).toContainText(/Connection Failed.*The key was refused\./);
  await expect(rowOf(page, 'Azure')).toContainText(/Untested.*Azure Blob Storage.*Never tested/);
  const remove = page.getByRole('button', { name: 'Delete Local storage' });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAttribute('title', 'Cannot delete active config');
  await expect(page.getByRole('button', { name: 'Delete Amazon' })).toBeEnabled();
  await examine(page, 'storage');

  for (const [testStatus, words] of [
    ['untested', 'Untested'],
    ['failed', 'Connection Failed'],
  ] as const) {
    const testProblem = testStatus === 'failed' ? 'The disk is full.' : null;
    list = [local({ testStatus, testProblem }), ...whole.slice(1)];
    await page.reload();
    await expect(banner).toContainText(words);
    if (testProblem) await expect(banner).toContainText(testProblem);
  }
  await examine(page, 'storage, the active one failed');
});

test('long texts and fifty configurations keep their place', async ({ page }) => {
  await signInAsAdmin(page);
  const long = 'W'.repeat(100);
  const list = [
    local({ name: long, description: `${'word '.repeat(100)}\n${'x'.repeat(400)}` }),
    amazon({
      name: `${long.slice(1)}b`,
      testStatus: 'failed',
      testProblem: `The host ${'a'.repeat(200)} cannot be found. ${'Look again. '.repeat(10)}`,
      files: { count: 1_000_000_000, bytes: 9_007_199_254_740_991 },
    }),
    ...Array.from({ length: 48 }, (_, index) => azure({ name: `Container ${index}` })),
  ];
  await answerConfigs(page, () => list);
  await page.goto('/storage');
  await expect(page.getByRole('heading', { name: 'Storage Configurations (50)' })).toBeVisible();
  await examine(page, 'storage with long texts');
});

test('a test tells its steps, and what failed in words', async ({ page, allowError }) => {
  allowError(/status of (409|500)/);
  await signInAsAdmin(page);
  const bucket = amazon({ id: 'amazon' });
  await answerConfigs(page, () => [local(), bucket]);
  await page.goto('/storage');
  const row = rowOf(page, 'Amazon');
  const run = page.getByRole('button', { name: 'Test connection of Amazon' });
  const held = Promise.withResolvers<void>();
  await page.route('**/configs/amazon/test', async (route) => {
    await held.promise;
    await route.fulfill({ json: testOf(bucket) });
  });
  await run.press('Enter');
  await expect(run).toHaveText('Testing...');
  await expect(run).toBeDisabled();
  held.resolve();
  await expect(row.getByRole('status')).toContainText('The connection works.');
  await expect(run).toBeFocused();
  await expect(row.getByRole('listitem')).toHaveText([
    /Write a file\s*42 ms/,
    /Read a part of it back\s*11 ms/,
    /List files\s*18 ms/,
    /Delete the file\s*9 ms/,
  ]);
  await examine(page, 'a storage test that succeeded');
  await page.unroute('**/configs/amazon/test');
  const problem = 'The bucket "flux-builds" does not exist. Create it, or correct its name.';
  await page.route('**/configs/amazon/test', (route) => route.fulfill({ json: testOf(bucket, problem) }));
  await run.click();
  await expect(row.getByRole('alert')).toContainText(problem);
  await expect(row.getByRole('listitem')).toHaveText([
    /Write a file\s*failed\s*1,204 ms/,
    /Read a part of it back\s*not tried/,
    /List files\s*not tried/,
    /Delete the file\s*not tried/,
  ]);
  await examine(page, 'a storage test that failed');
  await row.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(row.getByRole('alert')).toHaveCount(0);
  await expect(row).toBeFocused();

  const refusal = 'It cannot be activated, since its test failed: the bucket does not exist.';
  await page.route('**/configs/amazon/activate', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'conflict', error: refusal } }),
  );
  await page.getByRole('button', { name: 'Activate Amazon' }).click();
  await expect(row.getByRole('alert')).toContainText(refusal);
  // What was active before is so again by one button.
  const asked: string[] = [];
  await page.route('**/configs/*/activate', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: bucket });
  });
  await page.getByRole('button', { name: 'Activate Amazon' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const activation = (id: string) => `/api/storage/configs/${id}/activate`;
  await expect.poll(() => asked).toEqual([activation('amazon'), activation(builtinStorageId)]);
  await page.unroute('**/configs/amazon/test');
  await page.route('**/configs/amazon/test', (route) => route.fulfill(broken));
  await run.click();
  await expect(row.getByRole('alert')).toHaveText(broken.json.error);
});

test('files that are moved are seen to arrive, stopped, and gone on with', async ({ page }) => {
  await signInAsAdmin(page);
  const now = '2026-11-22T08:00:00.000Z';
  const progress = { filesTotal: 40, bytesTotal: 40_000_000, problem: null, startedAt: now, updatedAt: now };
  let bucket = amazon({ id: 'amazon', can: { activate: true, delete: true, edit: true, move: true } });
  const begin = () => {
    const { filesDone = 0, bytesDone = 0 } = bucket.move ?? {};
    const move = { ...progress, state: 'running' as const, filesDone, bytesDone };
    bucket = { ...bucket, move, can: { ...bucket.can, move: false } };
    return move;
  };
  await answerConfigs(page, () => {
    const { move } = bucket;
    if (move?.state === 'running') {
      const filesDone = Math.min(20, move.filesDone + 10);
      bucket = { ...bucket, move: { ...move, filesDone, bytesDone: filesDone * 1_000_000 } };
    }
    return [local({ files: { count: 40, bytes: 40_000_000 } }), bucket];
  });
  await page.route('**/configs/amazon/move', (route) => {
    if (route.request().method() === 'POST') return route.fulfill({ json: { move: begin() } });
    const move = bucket.move && { ...bucket.move, state: 'stopped' as const };
    bucket = { ...bucket, move };
    return route.fulfill({ json: { move } });
  });
  await page.goto('/storage');
  await page.getByRole('button', { name: 'Move files to Amazon' }).click();
  const question = page.getByRole('alertdialog', { name: 'Move all files to "Amazon"?' });
  await expect(question).toContainText('40 files · 38.15 MB');
  await examine(page, 'moving files, the question');
  await question.getByRole('button', { name: 'Move files here' }).click();
  await expect(question).toHaveCount(0);
  const row = rowOf(page, 'Amazon');
  await expect(row).toContainText('Moving files here');
  await expect(row).toContainText('20 of 40 files, 19.07 MB of 38.15 MB');
  await expect(page.getByRole('progressbar', { name: 'Files moved to Amazon' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  await examine(page, 'moving files');
  await page.getByRole('button', { name: 'Stop moving files to Amazon' }).click();
  await expect(row).toContainText('Stopped. What has arrived stays.');
  await page.getByRole('button', { name: 'Go on moving files to Amazon' }).click();
  await expect(row).toContainText('Moving files here');

  const problem = 'Amazon has no room left.';
  bucket = {
    ...bucket,
    move: { ...progress, state: 'failed', filesDone: 20, bytesDone: 20_000_000, problem },
  };
  await expect(row).toContainText(problem);
  await expect(page.getByRole('button', { name: 'Go on moving files to Amazon' })).toHaveText('Try Again');
  bucket = { ...bucket, move: { ...progress, state: 'done', filesDone: 40, bytesDone: 40_000_000 } };
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('what needs a fresh sign-in asks for one over the form, which keeps what was typed', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  await signInAsAdmin(page);
  await page.goto('/storage');
  await expect(page.getByRole('heading', { name: 'Storage Configurations (1)' })).toBeVisible();
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Add Configuration' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Storage Configuration' });
  await dialog.getByLabel('Name', { exact: true }).fill('Second disk');
  await dialog.getByLabel('Description').fill('For old games.');
  await form(page).getByRole('button', { name: 'Add Configuration' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await examine(page, 'a fresh sign-in for a storage configuration');
  await confirm.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please sign in again to do this.');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Second disk');
  await form(page).getByRole('button', { name: 'Add Configuration' }).click();
  const popup = page.waitForEvent('popup');
  await confirm.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(await popup, 'admin@flux.localhost', 'Root');
  await expect(page.getByText('Storage configuration added successfully!')).toBeVisible();
  await expect(rowOf(page, 'Second disk')).toContainText(/Untested.*For old games\./);

  await page.getByRole('button', { name: 'Test connection of Second disk' }).click();
  await expect(rowOf(page, 'Second disk')).toContainText('The connection works.');
  await page.getByRole('button', { name: 'Delete Second disk' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete storage configuration "Second disk"?',
  });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await examine(page, 'delete a storage configuration');
  await question.getByRole('button', { name: 'Delete configuration' }).click();
  await expect(page.getByText('Storage configuration "Second disk" deleted successfully')).toBeVisible();
  await expect(rowOf(page, 'Second disk')).toHaveCount(0);
});

test('upload forms take what the active storage allows, and name it', async ({ page }) => {
  await signInAsAdmin(page);
  const limits = { maxUploadBytes: 1_048_576, allowedExtensions: ['.zip'] };
  const session = (await api(page, 'GET', '/api/session')).body;
  await page.route('**/api/session', (route) => route.fulfill({ json: { ...session, limits } }));
  await fillUploadForm(page, { file: build('allowed'), name: 'Allowed' });
  const picker = page.getByLabel('Build file');
  await expect(picker).toHaveAttribute('accept', '.zip');
  await expect(page.getByText('The zip of a Unity web build, up to 1 MB.')).toBeVisible();
  const choose = (name: string, size = 10) =>
    picker.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size) });
  await choose('page.html');
  await expect(page.getByText('Please select a valid WebGL/WebXR build file (.zip)')).toBeVisible();
  await choose('large.zip', 1_048_577);
  await expect(page.getByText('File size must be less than 1MB')).toBeVisible();
});
