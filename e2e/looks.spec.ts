import type { Locator } from '@playwright/test';
import { build } from './account.ts';
import { expect, test } from './server.ts';
import { fillUploadForm, publishByApi, signIn } from './steps.ts';
import { hold } from './uploading.ts';

const topOf = async (part: Locator) => (await part.boundingBox())?.y;

test('what cards have below their descriptions stands on one line in a row, whatever is above it', async ({
  page,
}) => {
  await signIn(page, 'cards@example.test', 'Carla', { plan: 'pro' });
  const descriptions = ['', 'Caves.', 'Through the caves and out again, by lamp and rope. '.repeat(4)];
  for (const [index, description] of descriptions.entries()) {
    const form = { name: `Cave ${index}`, isPublic: 'true', description, build: build('cave') };
    expect((await publishByApi(page, form)).status).toBe(200);
  }
  await page.goto('/?filter=my-apps&view=grid');
  const links = page.getByRole('button', { name: /^Copy share link of/ });
  await expect(links).toHaveCount(3);
  await expect(page.getByText('Caves.', { exact: true })).toBeVisible();
  const tops = await Promise.all([0, 1, 2].map((index) => topOf(links.nth(index))));
  // Of one row of the grid.
  expect(new Set(tops.map((top) => Math.round(top ?? 0))).size, tops.join()).toBe(1);
});

test('while a form is sent its labels are as dim as its fields', async ({ page }) => {
  await signIn(page, 'dim@example.test', 'Dina', { plan: 'indie' });
  await fillUploadForm(page, { file: build('dim'), name: 'Dim' });
  const labels = ['Build file', 'Name', 'Description', 'Organization', 'Public', 'Theme', 'Thumbnail'];
  const label = (text: string) =>
    page
      .getByRole('main')
      .getByText(new RegExp(`^${text}(Optional)?$`))
      .first();
  for (const text of labels) await expect(label(text), text).toHaveCSS('opacity', '1');
  await hold(page, '**/api/uploads*', 'POST');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByLabel('Name')).toBeDisabled();
  for (const text of labels) await expect(label(text), text).toHaveCSS('opacity', '0.6');
});
