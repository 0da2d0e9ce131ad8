import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';

/** What is behind everything, as `lab(lightness a b)`: the lightness that each theme may have. */
const lightness = { dark: [0, 10], light: [95, 100] } as const;

/** Writes down the lightness of the background in every frame that the page draws, from the first one on. */
async function watchFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const drawn: number[] = [];
    Reflect.set(window, 'drawnFrames', drawn);
    const look = () => {
      const color = document.body && getComputedStyle(document.body).backgroundColor;
      if (color) drawn.push(Number(/^lab\(([\d.]+)/.exec(color)?.[1]));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => Reflect.get(window, 'drawnFrames') as number[]);
}

for (const theme of ['dark', 'light'] as const) {
  test(`a page in ${theme} is ${theme} in every frame from the first one`, async ({ page }) => {
    await page.goto('/');
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    const frames = await watchFrames(page);
    const [least, most] = lightness[theme];
    // The script of the app takes a while, so that there are frames before it which could be wrong.
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    for (const path of ['/', '/subscriptions', '/upload']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(async () => (await frames()).length).toBeGreaterThan(3);
      const drawn = await frames();
      expect(drawn.filter((value) => !(value >= least && value <= most))).toEqual([]);
    }
  });
}

test('without a choice it is dark; a choice is kept, and other tabs follow it', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const other = await context.newPage();
  await other.goto('/faq');
  // One that is there, and does not listen yet.
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const late = await context.newPage();
  await late.route('**/assets/*.js', async (route) => {
    await asked;
    await route.fallback();
  });
  await late.goto('/terms');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(other.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await expect(late.locator('html')).toHaveAttribute('data-theme', 'dark');
  ask();
  await expect(late.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await expect(late.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});
