import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';

/** The background as `lab(lightness a b)`: the allowed lightness of each theme. */
const lightness = { dark: [0, 10], light: [95, 100] } as const;

/** Records the lightness of the background in every drawn frame, from the first one on. */
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

test('a page has its theme in every frame from the first one: the chosen one, or the dark one', async ({
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
    // A server-rendered page, and one rendered by the browser.
    for (const path of ['/', '/upload'])
      await test.step(`${path}, ${chosen ?? 'nothing'} chosen`, async () => {
        const { promise: isWrongPossible, resolve: release } = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
          await isWrongPossible;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'commit' });
        // Some frames are drawn before the script of the app, and those could be wrong.
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
    // It has no size before its first layout.
    if (!canvas?.width || !canvas.height) return false;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  });
}

test('the decoration moves, and stops under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect.poll(() => areParticlesDrawn(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => areParticlesDrawn(page)).toBe(false);
});
