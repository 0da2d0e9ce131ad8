import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './server.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/**
 * All of axe's rules, and for the second theme those that look at colours: themes differ in nothing else
 * (src/web/theme-colours.test.ts), so that the others have said in the first what they have to say.
 */
const themes = [
  { theme: 'dark', rules: [] },
  { theme: 'light', rules: ['color-contrast', 'link-in-text-block'] },
];
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Each size in each theme: nothing that axe objects to, nothing wider than the screen, no heading before the page's own. */
export async function examine(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const { theme, rules } of themes) {
      await page.evaluate(async (name) => {
        localStorage.setItem('theme', name);
        document.documentElement.dataset.theme = name;
        // Colours take a frame to follow, and axe must not meet them half way.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
      }, theme);
      const found = (await violationsOf(page, rules)).map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`,
      );
      expect(found, `${screen} at ${size.width}, ${theme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${screen} at ${size.width} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    const first = page.locator('main').locator('h1, h2, h3, h4, h5, h6').first();
    if ((await first.count()) > 0)
      expect(await first.evaluate((heading) => heading.tagName), `${screen} begins with its heading`).toBe(
        'H1',
      );
    // Whatever a dialog lies over is covered for those who hear the page, too, which a live region in it would prevent.
    if ((await page.locator('[data-aria-hidden]').count()) > 0)
      expect(await page.getByRole('main').count(), `${screen} is heard through what lies over it`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/**
 * By those rules of axe, or all. It is brought to a document once; frames are left out, and what passes is not written
 * up.
 */
async function violationsOf(page: Page, rules: string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (values) => {
    const { run }: typeof axe = Reflect.get(window, 'axe');
    const only = values.length > 0 ? { runOnly: { type: 'rule' as const, values } } : {};
    return (await run({ exclude: [['iframe']] }, { ...only, resultTypes: ['violations'] })).violations;
  }, rules);
}
