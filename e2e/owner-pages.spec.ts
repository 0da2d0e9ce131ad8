import type { Page } from '@playwright/test';
import { build } from './account.ts';
import { expect, test } from './server.ts';
import { game, publishByApi, signIn } from './steps.ts';

async function boxOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    });
}

// Settings of the owner on these pages: src/web/pages/apps/visibility.browser.test.tsx
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
  // The thumbnail stays behind the frame, which may paint after its load event.
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

  // On phones Share comes first, and less used controls are in a menu.
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
