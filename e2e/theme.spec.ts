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

test('a page has its theme in every frame from the first one: the chosen one, or else the dark one', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const frames = await watchFrames(page);
  for (const chosen of [null, 'light', 'dark'] as const) {
    await page.evaluate((theme) => {
      if (theme === null) localStorage.removeItem('theme');
      else localStorage.setItem('theme', theme);
    }, chosen);
    const [least, most] = lightness[chosen ?? 'dark'];
    // One that the server draws, and one that it does not.
    for (const path of ['/', '/upload'])
      await test.step(`${path}, ${chosen ?? 'nothing'} chosen`, async () => {
        const { promise: isWrongPossible, resolve: release } = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
          await isWrongPossible;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'commit' });
        // There are frames before the script of the app, which could be wrong.
        await expect.poll(async () => (await frames()).length).toBeGreaterThan(3);
        release();
        await expect(page.locator('html[data-hydrated=page]')).toHaveCount(1);
        expect((await frames()).filter((value) => !(value >= least && value <= most))).toEqual([]);
        await page.unroute('**/assets/*.js');
      });
  }
});

/** Whether the decoration has drawn anything. */
function areParticlesDrawn(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    // It has no size before it is first laid out.
    if (!canvas?.width || !canvas.height) return false;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  });
}

test('the decoration moves, and stops when somebody asks for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect.poll(() => areParticlesDrawn(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => areParticlesDrawn(page)).toBe(false);
});
