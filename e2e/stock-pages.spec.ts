import type { Browser, Page } from '@playwright/test';
import { type StockPage, stockPages } from '../fixtures/stock-pages.ts';
import type { FixtureEntry } from '../fixtures/tree.ts';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { chooseCombinations } from '../src/server/testing/measures/trials.ts';
import { looks } from './game-page-renderer.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { api, game, signIn } from './steps.ts';
import { expectGameVisible, gameOverflow, height, phone } from './visible-game.ts';

async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, userAgent: phone });
  return context.newPage();
}

/** Resolves once the serving worker process knows the theme. */
async function openUnder(page: Page, id: string, look: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/serve/${id}`);
    expect(await page.locator('html').getAttribute('data-look')).toBe(look);
  }).toPass();
}

async function inParallel(pages: Page[], check: (page: Page) => Promise<void>): Promise<void> {
  await Promise.all(pages.map(check));
}

const inWindow = (page: Page) => () => gameOverflow(page.locator('html'));
const onPlayPage = (page: Page) => () => gameOverflow(game(page).locator('html'));
const inFrame = (page: Page) => () => gameOverflow(page.frameLocator('#flux-frame').locator('html'));

test('each of Unity’s stock pages shows its whole game in vanilla and under a theme, on computers and phones', async ({
  page,
  browser,
  flux,
}) => {
  test.slow();
  await signIn(page, 'stock@example.test', 'Sam');
  const visitor = await page.context().newPage();
  const onPhone = await openPhone(browser, flux.url);
  const themed = chooseCombinations(Object.keys(stockPages));
  for (const [index, [name, { build }]] of Object.entries<StockPage>(stockPages).entries()) {
    const id = await publishThemed(page, name, 'vanilla', await build());
    await test.step(`${name}, vanilla`, async () => {
      await onPhone.setViewportSize({ width: 390, height });
      await inParallel([visitor, onPhone], async (who) => {
        await who.goto(`/play/${id}`);
        await expectGameVisible(who, onPlayPage(who), who === onPhone ? [390] : undefined);
      });
    });
    if (!themed.includes(name)) continue;
    // `stock-page-themes.spec.ts` tests the other themes.
    const look = looks[index % looks.length] ?? 'modern';
    const { status } = await api(page, 'PATCH', `/api/applications/${id}`, { theme: look });
    expect(status).toBe(200);
    await test.step(`${name}, ${look}`, () =>
      inParallel([visitor, onPhone], async (who) => {
        await openUnder(who, id, look);
        const html = who.locator('html');
        await expect(html).toHaveAttribute('data-stage', /^(instance|loader)$/);
        await expect(html).toHaveAttribute('data-state', 'playing');
        await expectGameVisible(who, inWindow(who));
      }));
  }
  await onPhone.context().close();
});

const drawn = (
  width: number,
  height: number,
) => `<canvas id="game" width="${width}" height="${height}"></canvas>
  <script>document.getElementById("game").getContext("2d").fillRect(0, 0, ${width}, ${height});</script>`;
const page = (head: string, body: string) =>
  `<!doctype html><html><head><title>Own</title>${head}</head><body>${body}</body></html>`;

/** Pages of a fixed size that no theme replaces. */
const ownPages: Record<string, () => FixtureEntry[] | Promise<FixtureEntry[]>> = {
  'at the left': () => [{ name: 'index.html', data: page('', drawn(800, 480)) }],
  'in the middle': () => [
    {
      name: 'index.html',
      data: page(
        '<style>body { margin: 0 } canvas { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%) }</style>',
        drawn(1440, 900),
      ),
    },
  ],
  'of a Unity template of somebody’s own': async () =>
    (await makeInstanceBuild()).map((entry) =>
      entry.name === 'index.html'
        ? {
            ...entry,
            data: String(entry.data).replace('</body>', '<script>function showAd() {}</script></body>'),
          }
        : entry,
    ),
};

test('a framed page of a fixed size shows its whole game, and so does a custom page in vanilla', async ({
  page: owner,
  browser,
  flux,
}) => {
  await signIn(owner, 'stock@example.test', 'Sam');
  const visitor = await owner.context().newPage();
  const onPhone = await openPhone(browser, flux.url);
  for (const [name, build] of Object.entries(ownPages)) {
    const id = await publishThemed(owner, name, 'vanilla', await build());
    await test.step(`${name}, vanilla`, () =>
      inParallel([visitor, onPhone], async (who) => {
        await who.goto(`/play/${id}`);
        await expectGameVisible(who, onPlayPage(who));
      }));
    for (const look of chooseCombinations(looks))
      await test.step(`${name}, ${look}`, async () => {
        await api(owner, 'PATCH', `/api/applications/${id}`, { theme: look });
        await inParallel([visitor, onPhone], async (who) => {
          await openUnder(who, id, look);
          await expectGameVisible(who, inFrame(who));
        });
      });
  }
  await onPhone.context().close();
});

test('a page that adapts to its window gets a frame of the window size, after any resize', async ({
  page: owner,
}) => {
  await signIn(owner, 'stock@example.test', 'Sam');
  const follows = (delay: number) => `<script>
    const game = document.getElementById("game");
    const fit = () => { game.width = innerWidth; game.height = innerHeight; };
    addEventListener("resize", () => setTimeout(fit, ${delay}));
    fit();</script>`;
  for (const delay of [0, 350]) {
    const data = page(
      '<style>body { margin: 0 } canvas { display: block }</style>',
      drawn(800, 480) + follows(delay),
    );
    const id = await publishThemed(owner, 'Follows', 'modern', [{ name: 'index.html', data }]);
    const visitor = await owner.context().newPage();
    await visitor.goto(`/serve/${id}`);
    const frame = visitor.locator('#flux-frame');
    const canvas = visitor.frameLocator('#flux-frame').locator('canvas');
    for (const width of [1280, 390]) {
      await visitor.setViewportSize({ width, height });
      const size = () =>
        canvas.evaluate((element: HTMLCanvasElement) => [
          element.width - innerWidth,
          element.height - innerHeight,
        ]);
      await expect.poll(size).toEqual([0, 0]);
      await expect.poll(() => frame.evaluate((element: HTMLElement) => element.style.transform)).toBe('');
    }
    await visitor.close();
  }
});
