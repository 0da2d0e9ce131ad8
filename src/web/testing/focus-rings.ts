import { page, userEvent } from 'vitest/browser';
import { expect } from './test.ts';

/** WCAG 1.4.11. axe has no rule for focus rings. */
const minContrast = 3;
const minWidthPixels = 2;
const maxStops = 60;
const maxAncestors = 4;

type Colour = [red: number, green: number, blue: number, alpha: number];

const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
const context = canvas.getContext('2d', { willReadFrequently: true });

function read(colour: string): Colour {
  if (!context) throw new Error('This browser has no canvas.');
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data] as unknown as Colour;
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function backgroundOf(element: Element | null): Colour {
  for (let at = element; at; at = at.parentElement) {
    const background = read(getComputedStyle(at).backgroundColor);
    if (background[3] > 250) return background;
  }
  return read('Canvas');
}

/** The contrast of the element's outline with its background, 0 without an outline. */
function outlineContrast(element: Element): number {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < minWidthPixels) return 0;
  const isInside = Number.parseFloat(outlineOffset) < 0;
  return contrast(read(outlineColor), backgroundOf(isInside ? element : element.parentElement));
}

/** A ring is an outline of the element, of an ancestor, or of its active option. */
function ringContrast(element: Element): number {
  const option = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  const around: Element[] = option ? [element, option] : [element];
  for (let at: Element | null = element, up = 0; at && up < maxAncestors; at = at.parentElement, up++)
    around.push(at, ...(at.tagName === 'SUMMARY' ? at.children : []));
  return Math.max(...around.map(outlineContrast));
}

/** The element without a visible ring, if it has the focus. Frames are skipped: a game is not Flux's. */
function ringProblems(): string[] {
  const element = document.activeElement;
  if (!element || element === document.body || element.tagName === 'IFRAME') return [];
  if (ringContrast(element) >= minContrast) return [];
  return [`${document.documentElement.dataset.theme}: ${element.outerHTML.slice(0, 160)}`];
}

/** The same in the light theme for all of them: one theme change costs as much as many elements. */
function ringProblemsInLight(elements: Iterable<Element>): string[] {
  const { dataset } = document.documentElement;
  dataset.theme = 'light';
  const problems = [...elements].flatMap((element) => {
    (element as HTMLElement).focus({ preventScroll: true });
    return ringProblems();
  });
  dataset.theme = 'dark';
  return problems;
}

/** The focused element has a ring that is visible in both themes. */
export function expectRing(): void {
  const element = document.activeElement;
  expect([...ringProblems(), ...ringProblemsInLight(element ? [element] : [])]).toEqual([]);
}

/** Walks through the page with Tab: every focused element has a ring that is visible in both themes. */
export async function expectRings(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(() => document.querySelectorAll('[data-page-skeleton], main [aria-busy=true]').length)
    .toBe(0);
  (document.activeElement as HTMLElement | null)?.blur();
  const seen = new Set<Element>();
  const problems: string[] = [];
  while (seen.size < maxStops) {
    await userEvent.keyboard('{Tab}');
    const at = document.activeElement;
    if (!at || at === document.body || seen.has(at)) break;
    seen.add(at);
    problems.push(...ringProblems());
  }
  expect([...problems, ...ringProblemsInLight(seen)]).toEqual([]);
  expect(seen.size).toBeGreaterThan(5);
}
