import type { Page } from '@playwright/test';
import { build, publish } from './account.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn } from './steps.ts';

async function boxOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    });
}

test('the owner edits an application and changes who sees it on its own pages', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'owner-pages@example.test', 'Olga', { plan: 'indie' });
  const id = await publish(page, 'Breakwater', { isPublic: false });
  const dialog = page.getByRole('dialog', { name: 'Edit application' });
  const isPublic = dialog.getByRole('checkbox', { name: 'Public' });
  await page.goto(`/play/${id}`);
  await page.getByRole('button', { name: 'Private – Change visibility' }).click();
  await expect(isPublic).toBeFocused();
  await isPublic.check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: /^Public/ })).toBeFocused();
  expect((await api(page, 'GET', `/api/applications/${id}`)).body.isPublic).toBe(true);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');

  await page.goto(`/update/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Name').fill('Breakwater II');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Breakwater II' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Breakwater II');
  await page.getByRole('button', { name: 'Public – Change visibility' }).click();
  await isPublic.uncheck();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: /^Private/ })).toBeVisible();
  // Of the newest notification.
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('button', { name: /^Public/ })).toBeVisible();
  // The next version is uploaded from the first screen and a half.
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const box = await page.getByRole('heading', { name: 'Upload New Version' }).boundingBox();
    expect(box?.y, `at ${size.width}`).toBeLessThan(size.height * 1.5);
  }

  const visitor = await browser.newPage({ baseURL: flux.url });
  await visitor.goto(`/play/${id}`);
  await expect(visitor.getByText('Public', { exact: true })).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^(Edit|Public)/ })).toHaveCount(0);
  await visitor.close();
});

test('the play page shows frame, controls, title and description in a window of 1280 by 900', async ({
  page,
}) => {
  await signIn(page, 'play-layout@example.test', 'Lotte', { plan: 'indie' });
  const fields = {
    name: 'Lighthouse',
    description: 'Keep the lamp lit.',
    isPublic: 'true',
    theme: 'modern',
    build: build('lamp'),
  };
  const { body } = await publishByApi(page, fields);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/play/${body.id}`);
  const frame = await boxOf(page, 'iframe[data-game]');
  // The thumbnail stays behind the frame, which may paint later than it loads.
  await expect(game(page).locator('html')).toHaveAttribute('data-state', 'playing');
  await expect(page.locator('[data-poster]')).toBeAttached();
  const first = await page.getByRole('button', { name: 'Stop' }).boundingBox();
  const last = await page.getByRole('link', { name: 'Download' }).boundingBox();
  expect(first?.x).toBe(frame.left);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(frame.right);
  const title = await boxOf(page, 'h1');
  expect(title.left).toBe(frame.left);
  expect(title.bottom).toBeLessThan(900);
  await expect(page.getByText('Keep the lamp lit.')).toBeInViewport({ ratio: 1 });

  // On a phone Share comes first, and what is needed less is in a menu.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  const tops = await Promise.all(
    ['Share', 'Fullscreen', 'More actions'].map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  expect(new Set(tops.map((box) => box?.y)).size).toBe(1);
  const lefts = tops.map((box) => box?.x ?? 0);
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Stop',
    'Play in New Tab',
    'QR and embed',
    'Download',
  ]);
  await page.getByRole('menuitem', { name: 'QR and embed' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share Lighthouse' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Stop' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('the thumbnail is on the stage while a play page opened from a list has nothing else to show', async ({
  page,
}) => {
  await signIn(page, 'play-poster@example.test', 'Pia', { plan: 'indie' });
  const id = await publish(page, 'Poster');
  await page.goto('/?filter=my-apps');
  const one = `**/api/applications/${id}*`;
  await page.route(one, () => {});
  await page
    .getByRole('link', { name: /Poster/ })
    .first()
    .click();
  await expect(page).toHaveURL(`/play/${id}`);
  await expect(page.locator('[data-poster]')).toBeVisible();
  await page.unroute(one);
});
