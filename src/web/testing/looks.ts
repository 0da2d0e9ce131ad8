import type { RunOptions } from 'axe-core';

/** A size and a theme in which a screen is looked at, and what axe is asked there. */
export interface Look {
  width: number;
  height: number;
  theme: 'dark' | 'light';
  options: RunOptions;
}

/** Off by default in axe: a name without the visible label cannot be spoken to a browser (WCAG 2.5.3). */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/**
 * All of axe's rules at both sizes. In the light theme only those that look at colours, and at one size: themes differ in
 * nothing else (src/web/theme-colours.test.ts).
 */
export const hasStyle: readonly Look[] = [
  { width: 1280, height: 800, theme: 'dark', options: { rules } },
  {
    width: 1280,
    height: 800,
    theme: 'light',
    options: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  },
  { width: 390, height: 844, theme: 'dark', options: { rules } },
];
