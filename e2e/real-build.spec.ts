import type { Page } from '@playwright/test';
import { realBuildZip, realUnityVersion, realVariants } from '../fixtures/real-build.ts';
import { chooseCombinations } from '../src/server/testing/measures/trials.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn, upload } from './steps.ts';

/** Number of colours in a picture of the canvas: an empty canvas has one. */
async function colours(page: Page, target: { screenshot(): Promise<Buffer> }): Promise<number> {
  const picture = await target.screenshot();
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) return 0;
    context.drawImage(bitmap, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size;
  }, new Uint8Array(picture));
}

// Software rendering takes seconds for each frame of a large canvas.
test.use({ viewport: { width: 800, height: 600 } });

const patience = { timeout: 90_000 };

const [shipped, ...otherVariants] = realVariants;

for (const variant of [shipped, ...chooseCombinations(otherVariants)]) {
  test(`a real Unity ${realUnityVersion} build (${variant}) starts its engine and draws`, async ({
    page,
  }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const buffer = await realBuildZip(variant);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(/\/_flux\/\w+\/(data|wasm)$/.exec(request.url())?.[1] ?? ''));
    await upload(page, {
      file: { name: `${variant}.zip`, mimeType: 'application/zip', buffer },
      name: `Renderer ${variant}`,
    });
    await expect(page.getByText(realUnityVersion)).toBeVisible();
    const engineStarted = () =>
      game(page)
        .locator('body')
        .evaluate(() => Reflect.get(window, '__engineStarted'));
    await expect.poll(engineStarted, patience).toBe(true);
    await expect.poll(() => colours(page, gameFrame(page)), patience).toBeGreaterThan(100);
    // The loader uses the preloaded files. A second request would download everything twice.
    expect(asked.filter(Boolean).toSorted()).toEqual(['data', 'wasm']);

    // A new tab gets the same files at another address. Drawing is slow there, so only one variant is tested.
    if (variant === shipped) return;
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Play in New Tab' }).click(),
    ]);
    await tab.setViewportSize({ width: 320, height: 240 });
    await page.getByRole('button', { name: 'Stop' }).click();
    const started = () => Reflect.get(window, '__engineStarted') === true;
    await tab.waitForFunction(started, undefined, patience);
    await expect.poll(() => colours(page, tab.locator('canvas')), patience).toBeGreaterThan(100);
    await tab.close();
  });
}
