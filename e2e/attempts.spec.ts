import type { Page } from '@playwright/test';
import { uploadsPath } from '../src/shared/uploads.ts';
import { build, publish } from './account.ts';
import { expect, test } from './server.ts';
import { api, fillUploadForm, openHome, signIn } from './steps.ts';
import { countBegun, hold } from './uploading.ts';

/** One attempt to upload belongs to the form that it was begun in. */

const send = (page: Page) => page.getByRole('button', { name: 'Upload New Version' });
const cancel = (page: Page) => page.getByRole('form').getByRole('button', { name: 'Cancel', exact: true });

async function fillInUpdate(page: Page, name: string): Promise<string> {
  const id = await publish(page, name);
  await page.goto(`/update/${id}`);
  await page.getByLabel('Build file').setInputFiles(build('second'));
  await page.getByLabel('Changelog').fill('Typed.');
  return id;
}

test('a button that is pressed twice on a slow line publishes once', async ({ page }) => {
  await signIn(page, 'attempts-twice@example.test', 'Twila');
  const id = await fillInUpdate(page, 'Twice');
  const begun = countBegun(page);
  const script = await hold(page, '**/assets/prepare-*.js', 'GET');
  await send(page).dblclick();
  await script.held;
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  script.release();
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
  await expect(send(page)).toBeEnabled();
  expect(begun()).toBe(1);
  expect((await api(page, 'GET', `/api/applications/${id}/versions`)).body.versions).toHaveLength(2);
});

test('an upload can be stopped and left while it waits for anything, and is not heard of again', async ({
  page,
}) => {
  await signIn(page, 'attempts-stopped@example.test', 'Stella');
  await fillInUpdate(page, 'Stopped');
  const begun = countBegun(page);
  for (const [address, method] of [
    ['**/assets/prepare-*.js', 'GET'],
    ['**/known-files', 'POST'],
    [`**${uploadsPath}`, 'GET'],
  ] as const) {
    await test.step(`Cancel while it waits for ${address}`, async () => {
      const awaited = await hold(page, address, method);
      await send(page).click();
      await awaited.held;
      await cancel(page).click();
      await expect(send(page)).toBeEnabled();
      await expect(page.getByLabel('Changelog')).toHaveValue('Typed.');
      await page.unroute(address);
      awaited.release();
    });
  }
  await test.step('leaving', async () => {
    const question = await hold(page, '**/known-files', 'POST');
    await send(page).click();
    await question.held;
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
    await expect(page).toHaveURL('/');
    question.release();
  });
  // As long as it took before to begin one.
  await page.waitForTimeout(1_000);
  expect(begun()).toBe(0);
});

test('whoever leaves while their build is checked stays where they are, with what they typed since', async ({
  page,
}) => {
  await signIn(page, 'attempts-left@example.test', 'Lefa');
  await openHome(page);
  await fillUploadForm(page, { file: build('left'), name: 'Left', description: 'The first.' });
  const creation = await hold(page, '**/api/applications', 'POST');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await creation.held;
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /upload/i })
    .click();
  await page.getByLabel('Description').fill('The second.');
  creation.release();
  await expect(page.getByText('Application uploaded successfully!')).toBeVisible();
  await expect(page).toHaveURL('/upload');
  await expect(page.getByLabel('Description')).toHaveValue('The second.');
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('The second.');
});

test('whoever left is told that it failed, and not led away', async ({ page, allowError }) => {
  allowError(/status of 402/);
  await signIn(page, 'attempts-unpaid@example.test', 'Una');
  await openHome(page);
  await fillUploadForm(page, { file: build('unpaid'), name: 'Unpaid' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/applications', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await released;
    await route.fulfill({
      status: 402,
      json: { success: false, code: 'subscription_required', error: 'A plan is needed.' },
    });
  });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByRole('progressbar', { name: 'Checking your build' })).toBeVisible();
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  release();
  await expect(page.getByText('A plan is needed.')).toBeVisible();
  await expect(page).toHaveURL('/profile');
});

test('who was asked whether to leave one upload is not asked so of the next', async ({ page }) => {
  await signIn(page, 'attempts-asked@example.test', 'Aske');
  await fillInUpdate(page, 'Asked');
  const dialog = page.getByRole('alertdialog');
  const first = await hold(page, `**${uploadsPath}/*`, 'PATCH');
  await send(page).click();
  await first.held;
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await expect(dialog).toContainText('Leave and stop the upload?');
  first.release();
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.unroute(`**${uploadsPath}/*`);
  const second = await hold(page, `**${uploadsPath}/*`, 'PATCH');
  await page.getByLabel('Build file').setInputFiles(build('third'));
  await page.getByLabel('Changelog').fill('Another.');
  await send(page).click();
  await second.held;
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  second.release();
  await expect(page.getByText('Successfully uploaded version 1.2!')).toBeVisible();
});

test('signing out during an upload asks first, and is done by whoever leaves then', async ({ page }) => {
  await signIn(page, 'attempts-logout@example.test', 'Lou');
  const id = await fillInUpdate(page, 'Logged out');
  const upload = await hold(page, `**${uploadsPath}/*`, 'PATCH');
  await send(page).click();
  await upload.held;
  const progress = page.getByRole('progressbar', { name: 'Upload' });
  await expect(progress).toBeVisible();
  const dialog = page.getByRole('alertdialog', { name: 'Leave and stop the upload?' });
  const account = page.getByRole('button', { name: 'Account menu of Lou' });
  const chooseLogout = async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('logout');
    await page.keyboard.press('Enter');
  };
  await account.click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep uploading' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(account).toBeFocused();
  await expect(progress).toBeVisible();

  const main = page.getByRole('main');
  await main.focus();
  await chooseLogout();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(main).toBeFocused();
  await expect(progress).toBeVisible();
  await expect(page).toHaveURL(`/update/${id}`);
  expect((await api(page, 'GET', '/api/session')).body.user.username).toBe('Lou');

  await chooseLogout();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect((await api(page, 'GET', '/api/session')).body.user).toBeNull();
  upload.release();
});
