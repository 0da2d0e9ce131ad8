import type { Locator, Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { launchOf, looks, readPageRenderer } from './game-page-renderer.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn, started } from './steps.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  // A phone in landscape, with the browser's bars.
  { width: 740, height: 330 },
];

/** Its long word cannot be wrapped. */
const name =
  'The Donaudampfschifffahrtsgesellschaftskapitänsmütze and other hats, a game for the whole family';
const lost = `http://drawn.localhost/${'Build/'.repeat(20)}game.data.gz`;
const banner =
  'The sound of this game starts late in this browser, as long as nobody has touched the page once.';

/** Unity's loader, up to the simulated state. */
const loaders: Record<string, string> = {
  loading: 'onProgress(0.4); return new Promise(function () {});',
  failed: `return Promise.reject(new Error('Unable to load ${lost}'));`,
  playing: 'return Promise.resolve({});',
  // A banner that stays until it is dismissed.
  warned: `setTimeout(config.showBanner, 0, '${banner}', 'error'); return Promise.resolve({});`,
};

/** In a scaled frame edges are off by less than a pixel: 0.9997 was seen. */
const nearlyAll = 0.999;

const control = (page: Page, called: string) => page.getByRole('button', { name: called });

/** The visible elements of each state, besides the name. */
const parts: Record<string, (page: Page) => Locator[]> = {
  loading: (page) => [page.getByRole('progressbar'), page.getByText('44%'), control(page, 'Fullscreen')],
  failed: (page) => [page.getByRole('alert').getByRole('heading'), control(page, 'Try again')],
  playing: (page) => [control(page, 'Fullscreen')],
  warned: (page) => [page.getByText(banner), control(page, 'Dismiss'), control(page, 'Fullscreen')],
};

/** Runs in the page: controls that are too small or covered for a finger, and elements that overflow. */
function findFaults(within: string): string[] {
  const faults: string[] = [];
  const isScroller = (each: Element) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
  for (const each of document.querySelectorAll('*'))
    if (
      (each === document.documentElement || each === document.body || isScroller(each)) &&
      each.scrollWidth > each.clientWidth
    )
      faults.push(`${each.tagName} #${each.id} scrolls sideways`);
  const title = document.querySelector('.bar .title');
  // An element only for screen readers is clipped.
  const isShown = title && getComputedStyle(title).clipPath === 'none';
  const isCut = isShown && title.scrollWidth > title.clientWidth;
  if (isCut && title.clientWidth < innerWidth * 0.65) faults.push(`${title.clientWidth} pixels for the name`);
  for (const each of document.querySelectorAll(within)) {
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    // Visible only to keyboard users, which another test covers.
    if (each.closest('.sr-only')) continue;
    const { left, top, width, height } = each.getBoundingClientRect();
    if (width < 24 || height < 24) faults.push(`${each.textContent} is ${width} by ${height} small`);
    const [hit = null, ...under] = document.elementsFromPoint(left + width / 2, top + height / 2);
    if (!each.contains(hit)) faults.push(`${each.textContent} is covered or out of sight`);
    if (under.some((other) => other.matches('h1, h2, p'))) faults.push(`${each.textContent} lies over words`);
  }
  return faults;
}

test('every theme has room for its name and its controls on phones, tablets and desktops, in every state', async ({
  page,
}) => {
  const draw = await readPageRenderer();
  await page.route('http://drawn.localhost/**', (route) => {
    const [, look, state = '', file] = new URL(route.request().url()).pathname.split('/');
    const drawn = looks.find((each) => each === look);
    if (!drawn) return route.fulfill({ status: 404, body: '' });
    if (file === '')
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: draw({ look: drawn, name, stage: launchOf('instance', name) }),
      });
    const body = `function createUnityInstance(canvas, config, onProgress) { ${loaders[state]} }`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  for (const look of looks)
    for (const [state, shown] of Object.entries(parts)) {
      await page.goto(`http://drawn.localhost/${look}/${state}/`);
      const expected = state === 'warned' ? 'playing' : state;
      await expect(page.locator('html')).toHaveAttribute('data-state', expected);
      for (const size of sizes)
        await test.step(`${look}, ${state}, ${size.width} by ${size.height}`, async () => {
          await page.setViewportSize(size);
          // Its bar is hidden where the game needs the full height.
          const isBare = look === 'minimal' || size.height < 340;
          const title = state === 'loading' ? page.locator('.name') : page.getByRole('heading', { level: 1 });
          const isTitled = state === 'loading' || !isBare;
          for (const part of [...(isTitled ? [title] : []), ...shown(page)])
            await expect(part).toBeInViewport({ ratio: 1 });
          expect(await page.evaluate(findFaults, 'button')).toEqual([]);
        });
    }
});

test('a creator’s own page has room for its name and its controls on phones, tablets and desktops', async ({
  page,
  allowError,
}) => {
  allowError(/404/);
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publishThemed(page, name, 'vanilla', await generations['2020 gzip']());
  const open = async () => {
    await page.goto(`/play/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  };
  const check = async (state: string, shown: () => Locator[], ratio = 1) => {
    for (const size of sizes.slice(0, 3))
      await test.step(`${state}, ${size.width} by ${size.height}`, async () => {
        await page.setViewportSize(size);
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
        // Phones have Stop in a menu.
        const stop = control(page, 'Stop').or(control(page, 'More actions')).filter({ visible: true });
        for (const part of [control(page, 'Fullscreen'), stop])
          await expect(part).toBeInViewport({ ratio: 1 });
        for (const part of shown()) await expect(part).toBeInViewport({ ratio });
        expect(await page.evaluate(findFaults, '[aria-label="Player"] button')).toEqual([]);
      });
  };
  await page.route('**/serve/**', () => {});
  await open();
  await check('loading', () => [page.getByRole('status').filter({ hasText: name })]);
  await page.unroute('**/serve/**');
  await page.route('**/serve/**', (route) => route.fulfill({ status: 404, body: 'Application not found' }));
  await open();
  await check('failed', () => [game(page).getByText('Application not found')], nearlyAll);
  await page.unroute('**/serve/**');
  await open();
  await started(game(page));
  await expect(game(page).locator('html')).not.toHaveAttribute('data-look');
  await check('playing', () => [gameFrame(page)], nearlyAll);
});
