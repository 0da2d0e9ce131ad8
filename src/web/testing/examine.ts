import axe from 'axe-core';
import { page } from 'vitest/browser';
import { type AxeVariant, axeVariants } from './axe-variants.ts';
import { expect, laptop } from './test.ts';

/**
 * Checks the page at both sizes and in both themes: no axe violations, no horizontal overflow, no heading
 * before the page's own.
 */
export async function checkAccessibility(screen: string): Promise<void> {
  for (const variant of axeVariants) {
    await show(variant);
    const where = `${screen} at ${variant.width}, ${variant.theme}`;
    await expectNoViolations(where, variant.options);
    const overflow = document.documentElement.scrollWidth - window.innerWidth;
    expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    expectHeadings(where);
  }
  await show({ ...laptop, theme: 'dark' });
}

async function show({ width, height, theme }: Pick<AxeVariant, 'width' | 'height' | 'theme'>): Promise<void> {
  await page.viewport(width, height);
  document.documentElement.dataset.theme = theme;
  // Colours change a frame later. axe must not see them half way.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}

/** Frames are skipped: a game is not Flux's. */
async function expectNoViolations(screen: string, options: axe.RunOptions): Promise<void> {
  const { violations } = await axe.run(
    { exclude: [['iframe']] },
    { ...options, resultTypes: ['violations'] },
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' ')}`,
  );
  expect(found, screen).toEqual([]);
}

function expectHeadings(screen: string): void {
  const first = document.querySelector('main :is(h1, h2, h3, h4, h5, h6)');
  if (first) expect(first.tagName, `${screen} begins with its heading`).toBe('H1');
  // A dialog also hides the page from assistive technology. A live region in the page would break that.
  if (document.querySelector('[data-aria-hidden]'))
    expect(page.getByRole('main').elements(), `${screen} is heard through what lies over it`).toEqual([]);
}
