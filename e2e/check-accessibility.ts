import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { axeVariants } from '../src/web/testing/axe-variants.ts';
import { expect } from './server.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Checks each size in each theme: no axe violations, no horizontal overflow, no heading before the page's own. */
export async function checkAccessibility(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { width, height, theme, options } of axeVariants) {
    const where = `${screen} at ${width}, ${theme}`;
    await page.setViewportSize({ width, height });
    await page.evaluate(async (name) => {
      localStorage.setItem('theme', name);
      document.documentElement.dataset.theme = name;
      // Colours change a frame later. axe must not see them half way.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    }, theme);
    const found = (await violationsOf(page, options)).map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`,
    );
    expect(found, where).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    const first = page.locator('main').locator('h1, h2, h3, h4, h5, h6').first();
    if ((await first.count()) > 0)
      expect(await first.evaluate((heading) => heading.tagName), `${where} begins with its heading`).toBe(
        'H1',
      );
    // A dialog also hides the page from assistive technology. A live region in the page would break that.
    if ((await page.locator('[data-aria-hidden]').count()) > 0)
      expect(await page.getByRole('main').count(), `${where} is heard through what lies over it`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Injected once per document. Frames are skipped, and passed rules are not reported. */
async function violationsOf(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (asked) => {
    const { run }: typeof axe = Reflect.get(window, 'axe');
    return (await run({ exclude: [['iframe']] }, { ...asked, resultTypes: ['violations'] })).violations;
  }, options);
}
