import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './server.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Each size in each theme: nothing that axe objects to, nothing wider than the screen. */
export async function examine(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of ['dark', 'light']) {
      await page.evaluate(async (name) => {
        localStorage.setItem('theme', name);
        document.documentElement.dataset.theme = name;
        // Colours take a frame to follow, and axe must not meet them half way.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
      }, theme);
      // Frames are left out, so the results need no blank page of their own to be put together in.
      const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode(true);
      const { violations } = await axe.analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`,
      );
      expect(found, `${screen} at ${size.width}, ${theme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${screen} at ${size.width} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
