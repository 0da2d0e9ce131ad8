import type { Page } from '@playwright/test';
import { applicationEventsPath } from '../src/shared/apps/app-events.ts';
import { build, publish } from './account.ts';
import { changeSubscription, forgetSubscription } from './database.ts';
import { expect, test } from './server.ts';
import { api, fillUploadForm, signIn } from './steps.ts';

const limits = (page: Page) => page.getByRole('region', { name: 'Your Plan Limits' });
const uploadVersion = (page: Page) => page.getByRole('button', { name: 'Upload New Version' });
const uploadApp = (page: Page) => page.getByRole('button', { name: 'Upload Application' });

const appLimit =
  'You have reached your application limit! You can upload up to 1 applications with your Indie plan. You currently have 1 applications.';
const revisionLimit =
  'You have reached your revision limit! You can upload up to 3 revisions per application with your Indie plan. You currently have 3 revisions.';

async function addVersion(page: Page, id: string): Promise<void> {
  const fields = { changelog: 'More.', build: build('more') };
  const { status, body } = await api(page, 'POST', `/api/applications/${id}/versions`, fields);
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Simulates returning to a tab. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test('a limit reached elsewhere is shown before the upload, and the form continues once there is room', async ({
  page,
  allowError,
}) => {
  allowError(/403/);
  await signIn(page, 'limits-elsewhere@example.test', 'Elsa', { plan: 'indie' });
  await fillUploadForm(page, { file: build('late'), name: 'Too late', description: 'Still here.' });
  const id = await publish(page, 'Faster');
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') parts.push(request.url());
  });
  await uploadApp(page).click();
  await expect(page.getByText(appLimit)).toBeVisible();
  await expect(page.getByText(appLimit)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible();
  await expect(uploadApp(page)).toBeDisabled();
  expect(parts).toEqual([]);

  expect((await api(page, 'DELETE', `/api/applications/${id}`)).status).toBe(200);
  await comeBack(page);
  await expect(uploadApp(page)).toBeEnabled();
  await expect(page.getByLabel('Description')).toHaveValue('Still here.');
  await uploadApp(page).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.getByRole('heading', { name: 'Too late' })).toBeVisible();
});

test('the same for revisions: the changelog stays, and the history shows the new versions', async ({
  page,
  allowError,
}) => {
  allowError(/403|ERR_FAILED/);
  await signIn(page, 'limits-revisions@example.test', 'Rita', { plan: 'indie' });
  const id = await publish(page, 'Full');
  await page.route(`**${applicationEventsPath}`, (route) => route.abort());
  await page.goto(`/update/${id}`);
  await page.getByLabel('Build file').setInputFiles(build('late'));
  await page.getByLabel('Changelog').fill('Much better.');
  await addVersion(page, id);
  await addVersion(page, id);
  await uploadVersion(page).click();
  await expect(page.getByText(revisionLimit)).toBeVisible();
  await expect(page.getByText(revisionLimit)).toHaveCount(1);
  await expect(page.getByText('Upload failed')).toHaveCount(0);
  await expect(uploadVersion(page)).toBeDisabled();
  await expect(page.getByRole('listitem', { name: /^Version / })).toHaveCount(3);
  await expect(limits(page)).toContainText('Remaining0');
  await expect(page.getByLabel('Changelog')).toHaveValue('Much better.');
});

// The page of a new version: src/web/features/versions/limits.browser.test.tsx
test('a refused upload names the open payment, or leads an account without a plan to the plans', async ({
  page,
  allowError,
}) => {
  allowError(/402/);
  const email = 'limits-ended@example.test';
  await signIn(page, email, 'Enid', { plan: 'pro' });
  await fillUploadForm(page, { file: build('owed'), name: 'Owed' });
  await changeSubscription(page, email, { tier: 'pro', status: 'past_due' });
  await uploadApp(page).click();
  const notice = page.getByRole('alert').filter({
    hasText: 'A payment for Pro is open. You cannot add applications or versions until it is paid.',
  });
  await expect(notice).toHaveCount(1);
  await expect(notice.getByRole('button', { name: 'Open Billing Portal' })).toBeVisible();
  await expect(page.getByText('You need an active subscription')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Choose a Plan' })).toHaveCount(0);
  await expect(page).toHaveURL('/upload');
  await expect(page.getByLabel('Name')).toHaveValue('Owed');
  await expect(uploadApp(page)).toBeDisabled();

  await changeSubscription(page, email, { tier: 'pro', status: 'active' });
  await fillUploadForm(page, { file: build('unpaid'), name: 'Unpaid' });
  await forgetSubscription(page, email);
  await uploadApp(page).click();
  await expect(page).toHaveURL('/subscriptions');
  const words = 'You need an active subscription to upload applications. Please choose a plan first.';
  await expect(page.getByRole('status').getByText(words)).toBeVisible();
  await page.goto('/upload');
  await expect(page.getByLabel('Name')).toHaveValue('Unpaid');
});
