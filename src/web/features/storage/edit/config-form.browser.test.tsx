import { type Locator, page, userEvent } from 'vitest/browser';
import {
  builtinStorageId,
  createStorageConfig,
  listStorageConfigs,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import { answerAdmin, root } from '#web/testing/answer-admin.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { press } from '#web/testing/keys.ts';
import { labelOf } from '#web/testing/labels.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { amazon, someStorageConfig } from '#web/testing/samples/storage.ts';
import { expect, test } from '#web/testing/test.ts';

const local = () => someStorageConfig({ id: builtinStorageId, isActive: true, testStatus: 'success' });
const optionsOf = (select: Locator) =>
  [...(select.element() as HTMLSelectElement).options].map(({ label }) => label);

test('each provider has its own fields, and missing values are reported at them', async ({ answers }) => {
  answerAdmin(answers);
  answers.answer(listStorageConfigs, [local()]);
  answers.answer(createStorageConfig, someStorageConfig());
  const { client } = await openPage('/storage', { answers, user: root });
  const held = () =>
    JSON.stringify([
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ]);
  const add = page.getByRole('button', { name: 'Add Configuration' });
  await press(add, '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Add Storage Configuration' });
  const field = (label: string) => dialog.getByLabelText(labelOf(label));
  const provider = field('Provider');
  await expect.element(provider).toHaveValue('local');
  await expect.element(provider).toHaveFocus();
  await expect.element(field('Max file size (MB)')).toHaveValue(100);
  await expect.element(field('Retention (days)')).toHaveValue(365);
  expect(optionsOf(field('Public read'))).toEqual([
    'Private (requires authentication)',
    'Public (publicly accessible URLs)',
  ]);
  for (const extension of ['.zip', '.html', '.unityweb'])
    await expect.element(dialog.getByRole('checkbox', { name: extension })).toBeChecked();
  await checkAccessibility('add a storage configuration');
  const save = page
    .getByRole('form', { name: 'Storage Configuration' })
    .getByRole('button', { name: 'Add Configuration' });
  await press(save, '{Enter}');
  await expect.element(dialog.getByText('Please enter a name')).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();

  await provider.selectOptions('AWS S3');
  await field('Name').fill('Bucket');
  await expect.element(field('Region')).toHaveValue('us-east-1');
  expect(optionsOf(field('Region'))).toEqual([
    ...['us-east-1', 'us-west-2', 'eu-west-1', 'ap-southeast-1', 'ap-northeast-1'],
    'Another one',
  ]);
  await save.click();
  for (const text of ['the access key ID', 'the secret access key', 'the bucket name'])
    await expect.element(dialog.getByText(`Please enter ${text}`)).toBeVisible();
  await checkAccessibility('add AWS S3, with what is missing');
  const secret = field('Secret access key');
  await expect.element(secret).toHaveAttribute('type', 'password');
  await field('Access key ID').fill('AKIA');
  await secret.fill('s3cr3t');
  await dialog.getByRole('button', { name: 'Show secret access key' }).click();
  await expect.element(secret).toHaveAttribute('type', 'text');
  await field('Bucket name').fill('builds');
  await field('Region').selectOptions('eu-west-1');

  await provider.selectOptions('Azure Blob Storage');
  await save.click();
  for (const text of ['the connection string', 'the container name'])
    await expect.element(dialog.getByText(`Please enter ${text}`)).toBeVisible();
  await expect.element(field('Connection string')).toHaveAttribute('type', 'password');
  await provider.selectOptions('Google Cloud Storage');
  await save.click();
  for (const text of ['the project ID', 'the bucket name'])
    await expect.element(dialog.getByText(`Please enter ${text}`)).toBeVisible();
  await checkAccessibility('add Google Cloud Storage, with what is missing');

  // The form is empty when it opens again, above all the secret.
  await provider.selectOptions('AWS S3');
  for (const label of ['Access key ID', 'Secret access key', 'Bucket name', 'Endpoint'])
    await expect.element(field(label)).toHaveValue('');
  await expect.element(field('Region')).toHaveValue('us-east-1');

  await field('Access key ID').fill('AKIA');
  await secret.fill('s3cr3t');
  await field('Bucket name').fill('builds');
  await field('Region').selectOptions('Another one');
  await field('Region of the service').fill('auto');
  await field('Max file size (MB)').fill('1001');
  await dialog.getByRole('checkbox', { name: '.html' }).click();
  await field('Public read').selectOptions('Public (publicly accessible URLs)');
  await field('Retention (days)').fill('');
  await save.click();
  await expect.element(dialog.getByText('Max file size must be from 1 to 1000 MB')).toBeVisible();
  await expect
    .element(dialog.getByText(/Please choose one of the regions, or enter the endpoint/))
    .toBeVisible();
  expect(answers.calls(createStorageConfig)).toEqual([]);
  await field('Max file size (MB)').fill('250');
  await field('Endpoint').fill('https://s3.example.com');
  await save.click();
  await expect.element(page.getByText('Storage configuration added successfully!')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
  // After sending, the page keeps it nowhere.
  await expect.poll(held).not.toContain('s3cr3t');
  expect(held()).toContain('Local storage');
  expect(answers.calls(createStorageConfig).map(({ body }) => body)).toEqual([
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

test('an edit shows no secret, keeps it, and requires it again for another address', async ({ answers }) => {
  answerAdmin(answers);
  answers.answer(listStorageConfigs, [local(), amazon()]);
  answers.answer(updateStorageConfig, amazon({ name: 'Ireland' }));
  await openPage('/storage', { answers, user: root });
  const open = page.getByRole('button', { name: 'Edit Amazon' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Storage Configuration' });
  const name = dialog.getByLabelText('Name');
  const secret = dialog.getByLabelText('Secret access key');
  await expect.element(secret).toHaveValue('');
  await expect.element(secret).toHaveAttribute('placeholder', '••••1234');
  await expect.element(dialog.getByText('Leave blank to keep the stored value.')).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect.element(save).toBeDisabled();
  await checkAccessibility('edit a storage configuration');
  await dialog.getByLabelText(labelOf('Endpoint')).fill('https://elsewhere.example.com');
  await expect
    .element(dialog.getByText('The account or the address has changed. Please enter it again.'))
    .toBeVisible();
  await save.click();
  await expect.element(dialog.getByText('Please enter the secret access key')).toBeVisible();
  await expect.element(secret).toHaveFocus();
  await dialog.getByLabelText(labelOf('Endpoint')).fill('');
  await name.fill('Ireland');

  // An accidental key does not discard the input.
  await userEvent.keyboard('{Escape}');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(name).toHaveValue('Ireland');
  await save.click();
  await expect.element(page.getByText('Storage configuration updated successfully!')).toBeVisible();
  expect(answers.calls(updateStorageConfig)).toMatchObject([
    { body: { name: 'Ireland', aws: { secretAccessKey: '', accessKeyId: 'AKIAEXAMPLE' } } },
  ]);
  await expect.element(open).toHaveFocus();
});
