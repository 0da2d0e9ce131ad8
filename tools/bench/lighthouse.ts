import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import puppeteer, { type Browser } from 'puppeteer-core';
import { generations } from '../../fixtures/generations.ts';
import { makeZip } from '../../fixtures/zip.ts';
import { renderPictures } from '../screens/pictures/render.ts';
import { apps } from '../screens/seed/catalogue.ts';
import { type Figure, figure, median } from './figures.ts';
import { BenchFlux } from './flux.ts';
import type { Effort } from './run.ts';

const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof categories;
const applications = 8;
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** Traces without a beginning are a rare fault of the browser, so the run is repeated. */
const maxAttempts = 3;

/** Lighthouse scores of visitors' first pages, as on a phone with a slow network. */
export async function measureLighthouse({ rounds }: Effort): Promise<Figure[]> {
  const flux = await BenchFlux.start();
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  });
  try {
    const appId = await fillGallery(flux);
    const pages = { home: '/', play: `/play/${appId}`, faq: '/faq', subscriptions: '/subscriptions' };
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const runs: Run[] = [];
      for (let round = 0; round < rounds; round += 1)
        runs.push(await look(browser, `http://flux.localhost:${flux.process.port}${path}`));
      figures.push(...figuresOf(name, runs));
    }
    return figures;
  } finally {
    await browser.close();
    await flux.dispose();
  }
}

/** Fills a gallery with named games that have descriptions and thumbnails. Returns the newest one. */
async function fillGallery(flux: BenchFlux): Promise<string> {
  const painter = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox'] });
  const pictures = await renderPictures(painter).finally(() => painter.close());
  const zip = makeZip(await generations['2022 hashed brotli']());
  let newest = '';
  for (const [name, picture] of [...pictures].slice(0, applications)) {
    const { appId } = await flux.publish('game.zip', zip);
    await flux.describeApp(appId, { name: apps[name].name, description: apps[name].description, picture });
    newest = appId;
  }
  return newest;
}

interface Run {
  scores: Record<Category, number>;
  /** Failed audits by category. */
  failed: Record<Category, string[]>;
  timings: string;
}

async function look(browser: Browser, url: string, attempt = 1): Promise<Run> {
  const page = await browser.newPage();
  const settings = { onlyCategories: Object.keys(categories), output: 'json' } as const;
  const result = await lighthouse(url, settings, undefined, page).finally(() => page.close());
  const error = result ? result.lhr.runtimeError : { code: 'NOTHING', message: 'no result' };
  if (error && attempt < maxAttempts) return look(browser, url, attempt + 1);
  if (!result || error) throw new Error(`${url}: ${error?.code} ${error?.message}`);
  const { audits } = result.lhr;
  const of = <Value>(value: (category: Category) => Value) =>
    Object.fromEntries(Object.keys(categories).map((name) => [name, value(name as Category)])) as Record<
      Category,
      Value
    >;
  const shown = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  return {
    scores: of((category) => (result.lhr.categories[category]?.score ?? 0) * 100),
    failed: of((category) =>
      (result.lhr.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
    timings: shown.map((id) => audits[id]?.displayValue ?? '–').join(', '),
  };
}

function figuresOf(page: string, runs: Run[]): Figure[] {
  return Object.entries(categories).map(([name, atLeast]) => {
    const category = name as Category;
    const score = median(runs.map(({ scores }) => scores[category]));
    const run = runs.find(({ scores }) => scores[category] === score);
    // Performance is reported by its metrics: first and largest paint, blocking time, layout shift.
    const words = category === 'performance' ? run?.timings : run?.failed[category].join(', ');
    return figure(`${page}: ${name}`, score, 'points', { atLeast }, words || null);
  });
}
