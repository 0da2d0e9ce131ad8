import type { Locator, Page } from '@playwright/test';
import type { QueryClient } from '@tanstack/react-query';
import { builtinStorageId } from '../src/shared/storage.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';
import { amazon, answerConfigs, storageConfig } from './storing.ts';

test.use({ residents: 'storage' });

const local = () => storageConfig({ id: builtinStorageId, isActive: true, testStatus: 'success' });
const signInAsAdmin = (page: Page) => signIn(page, 'admin@flux.localhost', 'Root');
const form = (page: Page): Locator => page.getByRole('form', { name: 'Storage Configuration' });

/** What the form sends, which is answered as if it were stored. */
async function takeSaved(page: Page): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = [];
  await page.route(/\/api\/storage\/configs(\/[a-z2-7]+)?$/, (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: storageConfig() });
  });
  return sent;
}

/** Runs in the page: every answer and every change that it remembers. */
function whatThePageHolds(): string {
  type Fiber = { memoizedProps?: { client?: QueryClient } | null; child?: Fiber | null };
  const root = document.getElementById('root') ?? document.body;
  const fibers = Object.entries(root).find(([name]) => name.startsWith('__reactContainer$'));
  let fiber: Fiber | null | undefined = fibers?.[1];
  while (fiber && !fiber.memoizedProps?.client) fiber = fiber.child;
  const client = fiber?.memoizedProps?.client;
  return JSON.stringify([
    client
      ?.getMutationCache()
      .getAll()
      .map(({ state }) => state),
    client
      ?.getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ]);
}

test('each provider asks for what is its own, and says what is missing at the field', async ({ page }) => {
  await signInAsAdmin(page);
  await answerConfigs(page, () => [local()]);
  const sent = await takeSaved(page);
  await page.goto('/storage');
  const add = page.getByRole('button', { name: 'Add Configuration' });
  await add.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Storage Configuration' });
  await expect(dialog.getByLabel('Provider')).toHaveValue('local');
  await expect(dialog.getByLabel('Provider')).toBeFocused();
  await expect(dialog.getByLabel('Max file size (MB)')).toHaveValue('100');
  await expect(dialog.getByLabel('Retention (days)')).toHaveValue('365');
  await expect(dialog.getByLabel('Public read').locator('option')).toHaveText([
    'Private (requires authentication)',
    'Public (publicly accessible URLs)',
  ]);
  for (const extension of ['.zip', '.html', '.unityweb'])
    await expect(dialog.getByRole('checkbox', { name: extension })).toBeChecked();
  await examine(page, 'add a storage configuration');
  const save = form(page).getByRole('button', { name: 'Add Configuration' });
  await save.press('Enter');
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();

  await dialog.getByLabel('Provider').selectOption({ label: 'AWS S3' });
  await dialog.getByLabel('Name', { exact: true }).fill('Bucket');
  await expect(dialog.getByLabel('Region')).toHaveValue('us-east-1');
  await expect(dialog.getByLabel('Region').locator('option')).toHaveText([
    ...['us-east-1', 'us-west-2', 'eu-west-1', 'ap-southeast-1', 'ap-northeast-1'],
    'Another one',
  ]);
  await save.click();
  for (const text of ['the access key ID', 'the secret access key', 'the bucket name'])
    await expect(dialog.getByText(`Please enter ${text}`)).toBeVisible();
  await examine(page, 'add AWS S3, with what is missing');
  const secret = dialog.getByLabel('Secret access key', { exact: true });
  await expect(secret).toHaveAttribute('type', 'password');
  await dialog.getByLabel('Access key ID').fill('AKIA');
  await secret.fill('s3cr3t');
  await dialog.getByRole('button', { name: 'Show secret access key' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await dialog.getByLabel('Bucket name').fill('builds');
  await dialog.getByLabel('Region').selectOption('eu-west-1');

  await dialog.getByLabel('Provider').selectOption({ label: 'Azure Blob Storage' });
  await save.click();
  for (const text of ['the connection string', 'the container name'])
    await expect(dialog.getByText(`Please enter ${text}`)).toBeVisible();
  await expect(dialog.getByLabel('Connection string', { exact: true })).toHaveAttribute('type', 'password');
  await dialog.getByLabel('Provider').selectOption({ label: 'Google Cloud Storage' });
  await save.click();
  for (const text of ['the project ID', 'the bucket name'])
    await expect(dialog.getByText(`Please enter ${text}`)).toBeVisible();
  await examine(page, 'add Google Cloud Storage, with what is missing');

  // Whoever comes back begins anew, with the secret above all.
  await dialog.getByLabel('Provider').selectOption({ label: 'AWS S3' });
  for (const label of ['Access key ID', 'Secret access key', 'Bucket name'])
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('');
  await expect(dialog.getByLabel('Endpoint')).toHaveValue('');
  await expect(dialog.getByLabel('Region')).toHaveValue('us-east-1');

  await dialog.getByLabel('Access key ID').fill('AKIA');
  await secret.fill('s3cr3t');
  await dialog.getByLabel('Bucket name').fill('builds');
  await dialog.getByLabel('Region').selectOption('Another one');
  await dialog.getByLabel('Region of the service').fill('auto');
  await dialog.getByLabel('Max file size (MB)').fill('1001');
  await dialog.getByRole('checkbox', { name: '.html' }).uncheck();
  await dialog.getByLabel('Public read').selectOption({ label: 'Public (publicly accessible URLs)' });
  await dialog.getByLabel('Retention (days)').fill('');
  await save.click();
  await expect(dialog.getByText('Max file size must be from 1 to 1000 MB')).toBeVisible();
  await expect(dialog.getByText(/Please choose one of the regions, or enter the endpoint/)).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByLabel('Max file size (MB)').fill('250');
  await dialog.getByLabel('Endpoint').fill('https://s3.example.com');
  await save.click();
  await expect(page.getByText('Storage configuration added successfully!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  // Once it is sent the page keeps it nowhere.
  await expect.poll(() => page.evaluate(whatThePageHolds)).not.toContain('s3cr3t');
  expect(await page.evaluate(whatThePageHolds)).toContain('Local storage');
  expect(sent).toEqual([
    {
      provider: 'aws-s3',
      name: 'Bucket',
      description: '',
      aws: {
        accessKeyId: 'AKIA',
        secretAccessKey: 's3cr3t',
        region: 'auto',
        bucketName: 'builds',
        endpoint: 'https://s3.example.com',
      },
      settings: {
        publicRead: true,
        maxFileSize: 250 * 1_048_576,
        allowedExtensions: ['.zip', '.unityweb'],
        retentionDays: null,
      },
    },
  ]);
});

test('an edit shows no secret, keeps it, and asks for it anew where it would be sent elsewhere', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await answerConfigs(page, () => [local(), amazon({ id: 'amazon' })]);
  const sent = await takeSaved(page);
  await page.goto('/storage');
  const open = page.getByRole('button', { name: 'Edit Amazon' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Storage Configuration' });
  const secret = dialog.getByLabel('Secret access key', { exact: true });
  await expect(secret).toHaveValue('');
  await expect(secret).toHaveAttribute('placeholder', '••••1234');
  await expect(dialog.getByText('Left blank, the stored one is kept.')).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await examine(page, 'edit a storage configuration');
  await dialog.getByLabel('Endpoint').fill('https://elsewhere.example.com');
  await expect(
    dialog.getByText('The account or the address is another one now: please enter it again.'),
  ).toBeVisible();
  await save.click();
  await expect(dialog.getByText('Please enter the secret access key')).toBeVisible();
  await expect(secret).toBeFocused();
  await dialog.getByLabel('Endpoint').fill('');
  await dialog.getByLabel('Name', { exact: true }).fill('Ireland');

  // A stray key does not throw away what was typed.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Ireland');
  await save.click();
  await expect(page.getByText('Storage configuration updated successfully!')).toBeVisible();
  expect(sent).toMatchObject([{ name: 'Ireland', aws: { secretAccessKey: '', accessKeyId: 'AKIAEXAMPLE' } }]);
  await expect(open).toBeFocused();
});
