import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { game, signIn } from './steps.ts';

/** The maximum overflow of the build's own page beyond its window, and the page's visible width. */
async function look(page: Page, selector: string) {
  const element = game(page).locator(selector);
  await expect(element).toBeVisible();
  const { outside, width } = await element.evaluate((node) => {
    const { left, top, right, bottom, width } = node.getBoundingClientRect();
    return { outside: Math.max(-left, -top, right - innerWidth, bottom - innerHeight), width };
  });
  const scale = await page
    .locator('iframe[data-game]')
    .evaluate((frame: HTMLElement) => frame.getBoundingClientRect().width / frame.offsetWidth);
  return { outside: Math.ceil(outside - 0.5), width: Math.round(width * scale) };
}

test('a page of a fixed size is completely visible, including its footer, in any space', async ({ page }) => {
  await signIn(page, 'fitting@example.test', 'Fay');
  const builds = [
    { name: 'New default', build: generations['2022 hashed brotli'], page: '#unity-container' },
    { name: 'Old default', build: generations['2019 gzip'], page: '.webgl-content' },
    { name: 'Minimal', build: generations['2022 minimal template'], page: '#unity-canvas' },
  ];
  for (const { name, build, page: selector } of builds) {
    const id = await publishThemed(page, name, 'vanilla', await build());
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/play/${id}`);
    await expect.poll(async () => (await look(page, selector)).outside, name).toBeLessThanOrEqual(0);
    // Scaled down, and only as far as necessary.
    const { width } = await look(page, selector);
    expect(width, name).toBeLessThan(960);
    expect(width, name).toBeGreaterThan(850);
    // A narrow page stays completely visible as the window gets narrower.
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(async () => (await look(page, selector)).width, name).toBeLessThan(700);
    expect((await look(page, selector)).outside, name).toBeLessThanOrEqual(0);
    // With enough space it has its original size.
    await page.setViewportSize({ width: 1920, height: 1200 });
    await expect.poll(async () => (await look(page, selector)).width, name).toBe(960);
    await expect(page.locator('iframe[data-game]')).not.toHaveAttribute('style', /scale/);
  }
});
