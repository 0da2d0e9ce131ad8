import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, devices, type Locator, type Page, type Route } from '@playwright/test';
import { expect } from './server.ts';

/** Layout shifts while a screen loads over a slow network. */

const windows = [
  // The server recognizes a phone by its User-Agent.
  { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
  { viewport: { width: 1280, height: 800 } },
];

/** Attentive users notice shifts of a tenth of this. Search engines accept five times as much. */
const maxShift = 0.02;

export interface Screen {
  name: string;
  path: string;
  /** Is visible once the screen is complete. */
  shown: (page: Page) => Locator;
  /** An element to scroll into view as soon as it exists, instead of the top of the page. */
  at?: (page: Page) => Locator;
  /** Whether the content of its frames is also Flux's own. */
  frames?: boolean;
}

/** Each response has its own delay, so that no shift hides behind a simultaneous one. */
const delays = [150, 270, 210, 330];
const fontDelay = 240;
/** After this time without requests, the last response has been drawn. */
const quietMs = 150;

/** Opens each screen in each window size as this page's account, and expects no layout shift. */
export async function expectStill(visitor: Page, screens: readonly Screen[]): Promise<void> {
  const storageState = await visitor.context().storageState();
  const browser = visitor.context().browser();
  const baseURL = new URL(visitor.url()).origin;
  await Promise.all(
    windows.map(async (window) => {
      const context = await browser?.newContext({
        ...window,
        baseURL,
        storageState,
        reducedMotion: 'reduce',
      });
      if (!context) throw new Error('The page is in no browser.');
      const left = [...screens];
      const lane = async () => {
        for (let screen = left.shift(); screen; screen = left.shift()) {
          const shifts = await shiftsWhile(context, screen);
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          const told = `${screen.name} at ${window.viewport.width}: ${JSON.stringify(shifts, null, 1)}`;
          expect.soft(sum, told).toBeLessThan(maxShift);
        }
      };
      // They mostly wait.
      await Promise.all([lane(), lane()]);
      await context.close();
    }),
  );
}

async function shiftsWhile(context: BrowserContext, screen: Screen): Promise<Shift[]> {
  const page = await context.newPage();
  await watchShifts(page);
  await open(page, screen);
  const shifts = await shiftsOf(page, screen.frames);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
  return shifts;
}

async function open(page: Page, { path, shown, at }: Screen): Promise<void> {
  let asked = 0;
  let waiting = 0;
  let last = Date.now();
  const answerSlowly = async (route: Route) => {
    const isFont = route.request().resourceType() === 'font';
    waiting += 1;
    await sleep(isFont ? fontDelay : delays[asked++ % delays.length]);
    await route.continue();
    waiting -= 1;
    last = Date.now();
  };
  await page.route(/\/api\/|\.woff2$/, answerSlowly);
  await page.goto(path);
  await at?.(page).evaluate((element) => element.scrollIntoView());
  await expect(shown(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect.poll(() => waiting === 0 && Date.now() - last > quietMs, { intervals: [50] }).toBe(true);
}

interface Shift {
  value: number;
  /** The shifted elements, with their old and new positions. */
  moved: string[];
}

declare global {
  interface Window {
    takeLayoutShifts: () => Shift[];
  }
}

export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(observe);
}

/** Runs in the page, before any other script. */
function observe(): void {
  const shifts: Shift[] = [];
  let touched = false;
  for (const input of ['pointerdown', 'keydown'])
    window.addEventListener(input, ({ isTrusted }) => (touched ||= isTrusted), true);

  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'what is gone';
    const text = (node?.textContent ?? '').trim().slice(0, 40);
    return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> “${text}”`;
  };
  const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    })[]) {
      // The browser also attributes other shifts to user input, such as those after a resize.
      if (touched && entry.hadRecentInput) continue;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)}: ${place(previousRect)} → ${place(currentRect)}`,
      );
      shifts.push({ value: entry.value, moved });
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeLayoutShifts = () => {
    note(observer.takeRecords());
    return shifts;
  };
}

/** Shifts in the page, and optionally in its frames, after everything has been drawn. */
export async function shiftsOf(page: Page, withFrames = false): Promise<Shift[]> {
  const frames = withFrames ? page.frames() : [page.mainFrame()];
  const each = frames.map((frame) =>
    frame.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      return window.takeLayoutShifts?.() ?? [];
    }),
  );
  return (await Promise.all(each)).flat();
}
