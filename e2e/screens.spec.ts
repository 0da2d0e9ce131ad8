import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

test('every screen for visitors is accessible at both sizes in both themes', async ({ page, allowError }) => {
  allowError(/404/);
  // The server is shared with other journeys, which may have published. With a question the page asks for the list itself.
  await page.route(/\/api\/applications(\?|$)/, (route) => route.fulfill({ json: [] }));
  await page.goto('/?asked');
  await expect(page.getByText('No public applications yet')).toBeVisible();
  await examine(page, 'home');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  await examine(page, 'sign-in');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  await examine(page, 'local sign-in');
  await page.goto('/upload');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByText('You must be logged in to upload applications.')).toBeVisible();
  await examine(page, 'upload, signed out');
  await page.goto('/play/aaaaaaaaaaaaaaaaaaaaaaaaaa');
  await expect(page.getByText('Application not found')).toBeVisible();
  await examine(page, 'play, not found');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Nothing is showing here' })).toBeVisible();
  await examine(page, 'not found');
});

test('every screen for signed-in people is accessible at both sizes in both themes', async ({ page }) => {
  await signIn(page, 'newcomer@example.test', 'Newcomer');
  await page.goto('/?filter=my-apps');
  await expect(page.getByText('No applications yet')).toBeVisible();
  await examine(page, 'my applications, empty');
  await page.goto('/upload');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByText('Please select a file to upload')).toBeVisible();
  // What is private to whom is told before it is uploaded.
  await expect(page.getByRole('checkbox', { name: 'Public' })).toHaveAccessibleDescription(
    /Otherwise only you, the members of its organization and those you give the link can play it\.$/,
  );
  await examine(page, 'upload, with errors');
  const buffer = makeZip(await generations['2020 gzip']());
  const name = `A name that is as long as a name may be ${'and longer '.repeat(7)}`.trim();
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer };
  const { body } = await publishByApi(page, { name, isPublic: 'true', build });
  await page.goto('/');
  await expect(page.getByRole('link', { name: new RegExp(name.slice(0, 30)) }).first()).toBeVisible();
  await examine(page, 'home with an application');
  await page.goto(`/play/${body.id}`);
  await expect(page.getByText('Build report')).toBeVisible();
  await examine(page, 'play');
});

test('a visitor signs in, and reaches a game, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue with Google' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('keys@example.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
});

test('where an application has no build, the play page says so', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const buffer = makeZip(await generations['2020 gzip']());
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer };
  const { body } = await publishByApi(page, { name: 'Empty stage', build });
  await page.route(`**/api/applications/${body.id}**`, (route) =>
    route.fulfill({ json: { ...body, fileUrl: null, fileName: null, fileSize: null, build: null } }),
  );
  await page.goto(`/play/${body.id}`);
  await expect(page.getByText('No Build File Available')).toBeVisible();
  await examine(page, 'play without a build');
});
