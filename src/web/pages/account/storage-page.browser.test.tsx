import { page, userEvent } from 'vitest/browser';
import { listIdentities } from '#shared/accounts/accounts.ts';
import { listOrganizations } from '#shared/orgs/orgs.ts';
import {
  activateStorageConfig,
  builtinStorageId,
  createStorageConfig,
  deleteStorageConfig,
  listStorageConfigs,
  moveFilesHere,
  type StorageConfig,
  type StorageMove,
  stopMove,
  testStorageConfig,
} from '#shared/storage/storage.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { answerAdmin, root } from '../../testing/answer-admin.ts';
import { type Answers, refusal } from '../../testing/answers.ts';
import { examine } from '../../testing/examine.ts';
import { press } from '../../testing/keys.ts';
import { openPage } from '../../testing/open-page.tsx';
import { amazon, azure, google, someStorageConfig, testOf } from '../../testing/samples/storage.ts';
import { expect, test } from '../../testing/test.ts';

const local = (fields: Partial<StorageConfig> = {}) =>
  someStorageConfig({ id: builtinStorageId, isActive: true, testStatus: 'success', ...fields });

const rowOf = (name: string) => page.getByRole('listitem', { name });
const heading = (count: number) => page.getByRole('heading', { name: `Storage Configurations (${count})` });

/** The page as an administrator sees it, with what is in the list when it is asked for. */
async function openStorage(answers: Answers, list: () => StorageConfig[]): Promise<void> {
  answerAdmin(answers);
  answers.answer(listStorageConfigs, list);
  await openPage('/storage', { answers, user: root });
  await expect.element(heading(list().length)).toBeVisible();
}

test('the page keeps its layout while it loads, and offers another try after a failure', async ({
  answers,
}) => {
  answerAdmin(answers);
  const fail = answers.hold(listStorageConfigs, refusal('internal'));
  await openPage('/storage', { answers, user: root });
  const title = page.getByRole('heading', { level: 1, name: 'Storage Configuration' });
  await expect.element(title).toBeVisible();
  const subtitle = page.getByText('Manage cloud storage providers for application uploads');
  await expect.element(subtitle).toBeVisible();
  await expect.element(page.getByText('Loading storage configurations…')).toBeInTheDocument();
  const admin = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
  await expect.element(admin).toHaveAttribute('aria-current', 'page');
  await examine('storage, loading');
  fail();
  const failure = page.getByRole('heading', { name: 'Failed to fetch storage configurations' });
  await expect.element(failure).toBeVisible();
  await examine('storage, failed');
  answers.answer(listStorageConfigs, [local()]);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(heading(1)).toBeVisible();
});

test('tiles, banner and list show every fact of the configurations', async ({ answers }) => {
  const lastTested = '2026-11-20T10:00:00.000Z';
  const whole = [
    local({ files: { count: 1204, bytes: 3_650_722_201 }, lastTested }),
    amazon({ testStatus: 'success', lastTested, description: 'In Ireland.' }),
    google({ testStatus: 'failed', testProblem: 'The key was refused.', lastTested }),
    azure(),
    azure({ name: 'Container' }),
  ];
  let list = whole;
  await openStorage(answers, () => list);
  for (const [term, value] of [
    ['Active Provider', 'Local Storage'],
    ['Total Configs', '5'],
    ['Test Success', '2'],
    ['Test Failed', '1'],
  ] as const)
    expect(page.getByText(term).element().parentElement?.textContent).toBe(term + value);
  const banner = page.getByRole('region', { name: 'Active Configuration' });
  await expect.element(banner).toMatchTextContent(/Local storage.*Local Storage.*Connected/);
  await expect.element(banner).toMatchTextContent('Uploads up to 100 MB: .zip, .html, .unityweb');
  for (const [name, words] of [
    ['Local storage', /Active.*1,204 files · 3.4 GB.*Nov 2, 2026/],
    ['Amazon', 'AWS S3 · flux-builds · eu-west-1'],
    ['Amazon', /In Ireland\..*No files.*Last tested Nov 20, 2026/],
    ['Google', /Connection Failed.*The key was refused\./],
    ['Azure', /Untested.*Azure Blob Storage.*Never tested/],
  ] as const)
    await expect.element(rowOf(name)).toMatchTextContent(words);
  await expect
    .element(rowOf('Local storage').getByRole('button', { name: /^Activate/ }))
    .not.toBeInTheDocument();
  const remove = page.getByRole('button', { name: 'Delete Local storage' });
  await expect.element(remove).toBeDisabled();
  await expect.element(remove).toHaveAttribute('title', 'Cannot delete active config');
  await expect.element(page.getByRole('button', { name: 'Delete Amazon' })).toBeEnabled();
  await examine('storage');

  const failed = { testStatus: 'failed', testProblem: 'The disk is full.' } as const;
  for (const [fields, words] of [
    [{ testStatus: 'untested' }, 'Untested'],
    [failed, /Connection Failed.*The disk is full\./],
  ] as const) {
    list = [local(fields), ...whole.slice(1)];
    await openStorage(answers, () => list);
    await expect.element(banner).toMatchTextContent(words);
  }
  await examine('storage, the active one failed');
});

test('long texts and fifty configurations fit on the page', async ({ answers }) => {
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
  await openStorage(answers, () => list);
  await examine('storage with long texts');
});

test('a test shows its steps, and explains what failed', async ({ answers }) => {
  const bucket = amazon();
  await openStorage(answers, () => [local(), bucket]);
  const row = rowOf('Amazon');
  const run = page.getByRole('button', { name: /^Test.* Amazon$/ });
  const stepsOf = () =>
    row
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  const finish = answers.hold(testStorageConfig, testOf(bucket));
  await press(run, '{Enter}');
  await expect.element(run).toMatchTextContent('Testing...');
  await expect.element(run).toBeDisabled();
  finish();
  await expect.element(row.getByRole('status')).toMatchTextContent('The connection works.');
  await expect.element(run).toHaveFocus();
  expect(stepsOf()).toEqual([
    expect.stringMatching(/Write a file\s*42 ms/),
    expect.stringMatching(/Read a part of it back\s*11 ms/),
    expect.stringMatching(/List files\s*18 ms/),
    expect.stringMatching(/Delete the file\s*9 ms/),
  ]);
  await examine('a storage test that succeeded');
  const problem = 'The bucket "flux-builds" does not exist. Create it, or correct its name.';
  answers.answer(testStorageConfig, testOf(bucket, problem));
  await run.click();
  await expect.element(row.getByRole('alert')).toMatchTextContent(problem);
  expect(stepsOf()).toEqual([
    expect.stringMatching(/Write a file\s*failed\s*1,204 ms/),
    expect.stringMatching(/Read a part of it back\s*not tried/),
    expect.stringMatching(/List files\s*not tried/),
    expect.stringMatching(/Delete the file\s*not tried/),
  ]);
  await examine('a storage test that failed');
  await press(row.getByRole('button', { name: 'Dismiss' }), '{Enter}');
  await expect.element(row.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
  answers.refuse(testStorageConfig, 'internal');
  await run.click();
  await expect
    .element(row.getByRole('alert'))
    .toHaveTextContent('Something went wrong on our side. Please try again.');
});

test('a refused activation is explained, and an activation is undone by one button', async ({ answers }) => {
  const bucket = amazon();
  await openStorage(answers, () => [local(), bucket]);
  const reason = 'It cannot be activated, since its test failed: the bucket does not exist.';
  answers.refuse(activateStorageConfig, 'conflict', { error: reason });
  const activate = page.getByRole('button', { name: 'Activate Amazon' });
  await activate.click();
  await expect.element(rowOf('Amazon').getByRole('alert')).toMatchTextContent(reason);
  answers.answer(activateStorageConfig, bucket);
  await activate.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => answers.calls(activateStorageConfig).map(({ params }) => params.id))
    .toEqual([bucket.id, bucket.id, builtinStorageId]);
});

test('a move of files shows its progress, is stopped, continued and reported when it fails', async ({
  answers,
}) => {
  const at = '2026-11-22T08:00:00.000Z';
  const progress = { filesTotal: 40, bytesTotal: 40_000_000, problem: null, startedAt: at, updatedAt: at };
  const half = { ...progress, filesDone: 20, bytesDone: 20_000_000 };
  let move: StorageMove | null = null;
  const bucket = amazon();
  const can = { activate: true, delete: true, edit: true };
  const list = () => [
    local({ files: { count: 40, bytes: 40_000_000 } }),
    { ...bucket, move, can: { ...can, move: move === null || move.state === 'stopped' } },
  ];
  const change = (to: StorageMove) => {
    move = to;
    return { move: to };
  };
  answers.answer(moveFilesHere, () => change({ ...half, state: 'running' }));
  answers.answer(stopMove, () => change({ ...half, state: 'stopped' }));
  await openStorage(answers, list);
  await page.getByRole('button', { name: 'Move files here: Amazon' }).click();
  const question = page.getByRole('alertdialog', { name: 'Move all files to "Amazon"?' });
  await expect.element(question).toMatchTextContent('40 files (38.15 MB)');
  await examine('moving files, the question');
  await question.getByRole('button', { name: 'Move files here' }).click();
  await expect.element(question).not.toBeInTheDocument();
  const row = rowOf('Amazon');
  await expect.element(row).toMatchTextContent('Moving files here');
  await expect.element(row).toMatchTextContent('20 of 40 files, 19.07 MB of 38.15 MB');
  const bar = page.getByRole('progressbar', { name: 'Files moved to Amazon' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
  await examine('moving files');
  // The page follows by itself while files are moved.
  move = { ...half, state: 'running', filesDone: 30 };
  await expect.element(row).toMatchTextContent('30 of 40 files');
  await page.getByRole('button', { name: 'Stop moving files to Amazon' }).click();
  await expect.element(row).toMatchTextContent('Stopped. Moved files stay here.');
  await page.getByRole('button', { name: 'Continue moving files to Amazon' }).click();
  await expect.element(row).toMatchTextContent('Moving files here');
  move = { ...half, state: 'failed', problem: 'Amazon has no room left.' };
  await expect.element(row).toMatchTextContent('Amazon has no room left.');
  await expect.element(page.getByRole('button', { name: 'Try Again to move files to Amazon' })).toBeVisible();
  move = { ...half, state: 'done', filesDone: 40, bytesDone: 40_000_000 };
  await openStorage(answers, list);
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
});

test('a change that needs a fresh sign-in asks for it above the form, which keeps its input', async ({
  answers,
}) => {
  answers.refuse(createStorageConfig, 'fresh_sign_in_required');
  answers.answer(listIdentities, []);
  await openStorage(answers, () => [local()]);
  await page.getByRole('button', { name: 'Add Configuration' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Storage Configuration' });
  await dialog.getByLabelText('Name').fill('Second disk');
  const form = page.getByRole('form', { name: 'Storage Configuration' });
  await form.getByRole('button', { name: 'Add Configuration' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect.element(confirm).toBeVisible();
  await examine('a fresh sign-in for a storage configuration');
  await confirm.getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please sign in again to do this.');
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Second disk');
});

test('a deletion asks first, and the focus is on keeping the configuration', async ({ answers }) => {
  const away = amazon();
  let list = [local(), away];
  answers.answer(deleteStorageConfig, ({ params }) => {
    list = list.filter(({ id }) => id !== params.id);
    return { success: true as const };
  });
  await openStorage(answers, () => list);
  const remove = page.getByRole('button', { name: 'Delete Amazon' });
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete storage configuration "Amazon"?',
  });
  await remove.click();
  await expect.element(question.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await examine('delete a storage configuration');
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(remove).toHaveFocus();
  expect(answers.calls(deleteStorageConfig)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'Delete configuration' }).click();
  await expect.element(page.getByText('Storage configuration "Amazon" deleted successfully')).toBeVisible();
  await expect.element(heading(1)).toBeVisible();
  expect(answers.calls(deleteStorageConfig).map(({ params }) => params.id)).toEqual([away.id]);
});

test('upload forms take what the active storage allows, and name it', async ({ answers }) => {
  answers.answer(listUploads, []);
  answers.answer(listOrganizations, { items: [], nextCursor: null });
  await openPage('/upload', {
    answers,
    session: { limits: { maxUploadBytes: 1_048_576, allowedExtensions: ['.zip'] } },
  });
  const picker = page.getByLabelText('Build file');
  await expect.element(picker).toHaveAttribute('accept', '.zip');
  await expect.element(page.getByText('The zip of a Unity web build, up to 1 MB.')).toBeVisible();
  await userEvent.upload(picker, new File(['page'], 'page.html'));
  await expect
    .element(page.getByText('Please select a valid WebGL/WebXR build file (.zip)').first())
    .toBeVisible();
  await userEvent.upload(picker, new File([new Uint8Array(1_048_577)], 'large.zip'));
  await expect.element(page.getByText('File size must be less than 1MB').first()).toBeVisible();
});
