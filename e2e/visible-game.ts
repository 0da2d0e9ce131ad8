import type { Locator, Page } from '@playwright/test';
import { expect } from './server.ts';

const widths = [1280, 1024, 768, 390];
export const height = 800;
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const canvases = '#unity-container canvas, canvas, #gameContainer, #unityContainer';

/** Pixels of the game outside of its window, at the side with the largest overflow; null without a game. */
function outside(_page: Element, selector: string): number | null {
  const node = [...document.querySelectorAll(selector)].find(
    (each) => each.getBoundingClientRect().width > 0,
  );
  if (!node) return null;
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return Math.floor(Math.max(-left, -top, right - innerWidth, bottom - innerHeight));
}

export async function expectGameVisible(
  page: Page,
  measure: () => Promise<number | null>,
  sizes = widths,
): Promise<void> {
  for (const width of sizes) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => measure().catch(() => null), {
        message: `${width} pixels wide`,
        timeout: 15_000,
        intervals: [100],
      })
      .toBe(0);
  }
}

/** 0 if the whole game is visible in its page. */
export async function gameOverflow(page: Locator): Promise<number | null> {
  const found = await page.evaluate(outside, canvases);
  return found === null ? null : Math.max(0, found);
}
