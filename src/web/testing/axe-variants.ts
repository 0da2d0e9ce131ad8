import type { RunOptions } from 'axe-core';

/** A viewport, a theme and the axe rules to run there. */
export interface AxeVariant {
  width: number;
  height: number;
  theme: 'dark' | 'light';
  options: RunOptions;
}

/** Off by default in axe: a name without the visible label cannot be spoken to a browser (WCAG 2.5.3). */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/**
 * All axe rules at both sizes. The light theme runs only the colour rules, at one size, because themes differ in
 * nothing else (src/web/theme-colours.test.ts).
 */
export const axeVariants: readonly AxeVariant[] = [
  { width: 1280, height: 800, theme: 'dark', options: { rules } },
  {
    width: 1280,
    height: 800,
    theme: 'light',
    options: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  },
  { width: 390, height: 844, theme: 'dark', options: { rules } },
];
