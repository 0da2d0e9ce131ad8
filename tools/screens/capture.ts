import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { ScreensInstance } from './instance.ts';
import type { Options, Theme } from './options.ts';
import type { Screen } from './screen.ts';
import type { SeedRegistry } from './seed-registry.ts';

/** One picture, or the reason for its absence. */
export interface Shot {
  screen: string;
  width: number;
  theme: Theme;
  file: string;
  problem?: string;
}

interface Stage {
  browser: Browser;
  world: ScreensInstance;
  seeds: SeedRegistry;
  options: Options;
}

const heights: Record<number, number> = { 390: 844, 768: 1024, 1280: 800, 1920: 1080 };
/** A busy machine takes long to draw a long page. */
const still = { animations: 'disabled', caret: 'hide', timeout: 90_000 } as const;
/** Maximum height of a picture of a long list. */
const longest = 5_000;

/** Takes all pictures, several pages at a time. A failing screen does not stop the others. */
export async function capture(stage: Stage, screens: readonly Screen[]): Promise<Shot[]> {
  const { options } = stage;
  await mkdir(options.out, { recursive: true });
  const pending = screens.flatMap((screen) =>
    (screen.widths ?? options.widths)
      .filter((width) => options.widths.includes(width))
      .map((width) => ({ screen, width })),
  );
  const shots: Shot[] = [];
  const total = pending.length;
  const work = async () => {
    for (let next = pending.shift(); next && stage.browser.isConnected(); next = pending.shift()) {
      const taken = await take(stage, next.screen, next.width);
      shots.push(...taken);
      const problem = taken.find((shot) => shot.problem)?.problem;
      console.error(
        `${String(total - pending.length).padStart(4)}/${total} ${next.screen.name} ${next.width}${problem ? `: ${problem}` : ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  return shots;
}

async function take(stage: Stage, screen: Screen, width: number): Promise<Shot[]> {
  const { themes, out, trees } = stage.options;
  const shots = themes.map(
    (theme): Shot => ({
      screen: screen.name,
      width,
      theme,
      file: `${screen.name}-${width}-${theme}.png`,
    }),
  );
  let context: BrowserContext | undefined;
  try {
    context = await openContext(stage, screen, width, themes[0] ?? 'dark');
    const page = await context.newPage();
    page.setDefaultTimeout(40_000);
    await open(page, stage.seeds, screen);
    for (const shot of shots) {
      await page.evaluate(
        (theme) => void Object.assign(document.documentElement.dataset, { theme }),
        shot.theme,
      );
      await photograph(page, join(out, shot.file), screen);
    }
    if (trees) await writeFile(join(out, `${screen.name}-${width}.tree.yml`), await treeOf(page));
    return shots;
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return shots.map((shot) => ({ ...shot, problem }));
  } finally {
    await context?.close();
  }
}

/** The accessibility tree in reading order, from the skip link to the last word, including notifications. */
async function treeOf(page: Page): Promise<string> {
  return `${await page.locator('body').ariaSnapshot()}\n`;
}

async function openContext(
  { browser, world, seeds }: Stage,
  screen: Screen,
  width: number,
  theme: Theme,
): Promise<BrowserContext> {
  const zoom = screen.zoom ?? 1;
  const height = heights[width] ?? 900;
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    hasTouch: width < 768,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // Each screen has its own client address. Otherwise the rate limit would refuse this many pages per
    // minute.
    extraHTTPHeaders: { 'x-forwarded-for': addressOf(`${screen.name} ${width}`) },
  });
  await context.clock.setFixedTime(world.now);
  const direction = screen.direction ?? 'ltr';
  await context.addInitScript(
    ([theme, direction]) => {
      localStorage.setItem('theme', theme);
      // Pictures have no scrollbar, so the space that the page reserves for one must go.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(':root { scrollbar-gutter: auto !important }');
      document.adoptedStyleSheets.push(sheet);
      if (direction !== 'rtl') return;
      // The page's root element is created later and sets its own writing direction.
      const turn = () => {
        const root = document.documentElement;
        if (root && root.dir !== direction) root.dir = direction;
      };
      new MutationObserver(turn).observe(document, {
        subtree: true,
        childList: true,
        attributeFilter: ['dir'],
      });
      turn();
    },
    [theme, direction] as const,
  );
  if (screen.as) {
    const [name = '', value = ''] = seeds.cookieOf(screen.as).split('=');
    await context.addCookies([
      { name, value, url: world.url.replace('http:', 'https:'), httpOnly: true, secure: true },
    ]);
  }
  return context;
}

async function open(page: Page, seeds: SeedRegistry, screen: Screen): Promise<void> {
  await screen.before?.(page, seeds);
  const path = typeof screen.path === 'string' ? screen.path : screen.path(seeds);
  await page.goto(screen.before ? askedAgain(path) : path, {
    waitUntil: screen.unsettled ? 'commit' : 'load',
  });
  if (!screen.unsettled) await settle(page);
  await screen.act?.(page, seeds);
  if (screen.unsettled) await page.waitForTimeout(900);
  else await settle(page);
}

/**
 * The page must request the replaced responses itself. An unknown query parameter disables server-side
 * rendering.
 */
function askedAgain(path: string): string {
  const url = new URL(path, 'http://flux.localhost');
  url.searchParams.set('asked', '');
  return url.href.slice(url.origin.length);
}

/**
 * Waits until all requests have finished and are drawn. Event streams never end, so the network is never
 * idle.
 */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root > :not([data-before-script])') !== null);
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy=true]'), undefined, { timeout: 8_000 })
    .catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    const late = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
    await Promise.race([
      Promise.all(late.map((image) => image.decode().catch(() => {}))),
      new Promise((resolve) => setTimeout(resolve, 3_000)),
    ]);
  });
  await page.waitForTimeout(250);
}

async function photograph(page: Page, path: string, screen: Screen): Promise<void> {
  if (screen.window) {
    await page.screenshot({ path, ...still });
    return;
  }
  // The pointer would stay over the last clicked control and hover whatever appears there.
  await page.mouse.move(0, 0);
  const { width, height } = await page.evaluate(async () => {
    // Sticky elements would appear at the page's scroll position.
    scrollTo({ top: 0, behavior: 'instant' });
    // Elements below the window would be missing, because the page is never scrolled to them.
    for (const image of document.images) image.loading = 'eager';
    const drawn = [...document.images].map((image) => image.decode().catch(() => {}));
    await Promise.race([Promise.all(drawn), new Promise((resolve) => setTimeout(resolve, 3_000))]);
    return { width: innerWidth, height: document.documentElement.scrollHeight };
  });
  await page.evaluate(lowerWhatStandsAtTheFoot, Math.min(height, longest));
  const clip = { x: 0, y: 0, width, height: Math.min(height, longest) };
  await page.screenshot({ path, fullPage: true, clip, ...still });
}

/** Elements fixed to the bottom of the window would cover the middle of a longer picture. */
function lowerWhatStandsAtTheFoot(height: number): void {
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (getComputedStyle(element).position !== 'fixed') continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (top > innerHeight / 2 && bottom <= innerHeight)
      element.style.translate = `0 ${Math.max(height - innerHeight, 0)}px`;
  }
}

function addressOf(text: string): string {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}
