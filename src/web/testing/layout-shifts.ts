import { vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Answers } from './answers.ts';
import { expect, laptop, phone } from './test.ts';

/** Attentive users notice a shift of a tenth of this. Search engines accept five times as much. */
const maxShift = 0.02;
/** Two responses never arrive in the same frame, so that none hides the shift of another. */
const delaysMilliseconds = [60, 140, 100, 180];
/** After this time without pending requests, the last response is rendered. */
const quietMilliseconds = 120;

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface Shift {
  value: number;
  /** The shifted elements, with their old and new positions. */
  moved: string[];
}

function nameOf(node: Node | null): string {
  const element = node instanceof Element ? node : node?.parentElement;
  const text = (node?.textContent ?? '').trim().slice(0, 40);
  return element
    ? `<${element.localName} class="${element.getAttribute('class') ?? ''}"> “${text}”`
    : 'a removed element';
}

const round = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Starts recording.
 * @returns a function that stops it and returns the shifts, once the last change is rendered
 */
export function recordShifts(): () => Promise<Shift[]> {
  const entries: LayoutShift[] = [];
  const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as LayoutShift[])));
  observer.observe({ type: 'layout-shift' });
  return async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    entries.push(...(observer.takeRecords() as LayoutShift[]));
    observer.disconnect();
    return entries.map(({ value, sources }) => ({
      value,
      moved: sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)}: ${round(previousRect)} → ${round(currentRect)}`,
      ),
    }));
  };
}

/**
 * Until the end of the test each response is delayed.
 * @returns whether all have arrived and are rendered
 */
function answerSlowly({ fetch }: Answers): () => boolean {
  let requests = 0;
  let open = 0;
  let lastAt = performance.now();
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    open += 1;
    await sleep(delaysMilliseconds[requests++ % delaysMilliseconds.length] ?? 0);
    try {
      return await fetch(...request);
    } finally {
      open -= 1;
      lastAt = performance.now();
    }
  });
  return () => open === 0 && performance.now() - lastAt > quietMilliseconds;
}

interface Screen {
  answers: Answers;
  open: () => Promise<unknown>;
  /** One of them is visible once the page is complete. */
  shown: Locator;
  /** Scrolled into view as soon as it exists, instead of the top of the page. */
  at?: Locator;
}

/** On a phone and on a laptop nothing moves while the page loads. */
export async function expectNoLayoutShift({ answers, open, shown, at }: Screen): Promise<void> {
  const isQuiet = answerSlowly(answers);
  for (const { width, height } of [phone, laptop]) {
    await page.viewport(width, height);
    window.scrollTo(0, 0);
    await sleep(50);
    const stop = recordShifts();
    await open();
    if (at) {
      await expect.element(at.first()).toBeInTheDocument();
      at.first().element().scrollIntoView();
    }
    await expect.poll(() => shown.elements().some((element) => element.checkVisibility())).toBe(true);
    await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length, { interval: 20 }).toBe(0);
    await expect.poll(isQuiet, { interval: 20 }).toBe(true);
    const shifts = await stop();
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, `at ${width}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(maxShift);
  }
}
