import AxeBuilder from '@axe-core/playwright';
import type { FrameLocator, Page } from '@playwright/test';
import { otherWebApp, withoutPages } from '../fixtures/archives.ts';
import { generations } from '../fixtures/generations.ts';
import { realBuild } from '../fixtures/real-build.ts';
import type { FixtureEntry } from '../fixtures/tree.ts';
import { makeZip } from '../fixtures/zip.ts';
import { chooseCombinations } from '../src/server/testing/measures/trials.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { freePort } from '../src/server/testing/servers/free-port.ts';
import { themes } from '../src/shared/apps/themes.ts';
import { looks } from './game-page-renderer.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { fillUploadForm, game, signIn, started } from './steps.ts';

const ownPage: FixtureEntry[] = [
  {
    name: 'index.html',
    data: '<!doctype html><title>Own</title><p>My own page</p><script>window.fluxFixtureStarted = location.pathname === "/"</script>',
  },
];
const one = ['modern'] as const;
const builds = [
  { name: 'Unity 2020 with brotli', entries: generations['2020 brotli'], stage: 'instance', in: themes },
  { name: 'Unity 2018', entries: generations['2018 gzip'], stage: 'loader', in: themes },
  { name: 'a custom template', entries: generations['2022 custom template'], stage: 'frame', in: themes },
  { name: 'a page that is not Unity’s', entries: async () => ownPage, stage: 'frame', in: themes },
  { name: 'Unity 2019', entries: generations['2019 gzip'], stage: 'loader', in: one },
  { name: 'Unity 6 with threads', entries: generations['Unity 6 threads'], stage: 'instance', in: one },
  { name: 'Unity without a page', entries: pageless, stage: 'instance', in: ['vanilla', 'gaming'] },
] as const;

async function pageless(): Promise<FixtureEntry[]> {
  return withoutPages(await generations['2022 hashed brotli']());
}

/** The document that contains the game: the player's frame, or the creator's page inside the themed one. */
function inner(page: Page, stage: string): FrameLocator {
  return stage === 'frame' ? game(page).frameLocator('#flux-frame') : game(page);
}

test('themes play every kind of build inside the play page', async ({ page }) => {
  test.setTimeout(480_000);
  await signIn(page, 'ada@example.test', 'Ada');
  const chosen = chooseCombinations(builds.flatMap((build) => build.in.map((theme) => ({ build, theme }))));
  for (const build of builds) {
    const { name, stage } = build;
    const files = await build.entries();
    for (const { theme } of chosen.filter((each) => each.build === build)) {
      await test.step(`${name}, ${theme}`, async () => {
        const id = await publishThemed(page, `${name}, ${theme}`, theme, files);
        await page.goto(`/play/${id}`);
        const root = game(page).locator('html');
        if (theme === 'vanilla' && name !== 'Unity without a page') {
          await started(game(page));
          await expect(root).not.toHaveAttribute('data-look');
          return;
        }
        await started(inner(page, stage));
        await expect(root).toHaveAttribute('data-state', 'playing');
        await expect(root).toHaveAttribute('data-stage', stage);
        await expect(root).toHaveAttribute('data-look', theme === 'vanilla' ? 'minimal' : theme);
        await expect(game(page).getByRole('heading', { level: 1 })).toHaveText(`${name}, ${theme}`);
        await expect(game(page).locator('.curtain')).toBeHidden();
        await expect(game(page).getByRole('alert')).toBeHidden();
        // Unity names the folder of a game's saves after the address without its query and last segment.
        const paths = page
          .frames()
          .filter((frame) => frame !== page.mainFrame())
          .map((frame) => new URL(frame.url()).pathname);
        expect(new Set(paths)).toEqual(new Set(['/']));
      });
    }
  }
});

test('themed pages also play without content origins, in an opaque origin, and report no failure', async ({
  browser,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flux = await FluxProcess.create({ port, env: { FLUX_PUBLIC_URL: url } });
  await flux.start();
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watch = () => {
      if (document.documentElement?.dataset.state === 'failed') Reflect.set(window, 'fluxFailed', true);
    };
    new MutationObserver(watch).observe(document, { subtree: true, attributes: true });
  });
  await signIn(page, 'ada@example.test', 'Ada');
  for (const { name, entries, stage } of builds.slice(0, 4)) {
    const id = await publishThemed(page, name, 'modern', await entries());
    await page.goto(`/play/${id}`);
    // The small page recognizes the root by its path, which differs here.
    if (name !== 'a page that is not Unity’s') await started(inner(page, stage));
    const root = game(page).locator('html');
    await expect(root).toHaveAttribute('data-state', 'playing');
    expect(await root.evaluate(() => [self.origin, Reflect.get(window, 'fluxFailed')])).toEqual([
      'null',
      undefined,
    ]);
  }
  await context.close();
  await flux.dispose();
});

test('a real Unity build starts its engine in a themed page', async ({ page }) => {
  // Functions that the engine calls on its creator's page.
  await page.addInitScript(() => {
    Reflect.set(window, 'USE_UNITY_INDEXED_DB_CACHE', Promise.resolve(false));
    const EngineStarted = () => Reflect.set(window, 'fluxEngineStarted', true);
    Reflect.set(window, 'DCL', { EngineStarted, MessageFromEngine: () => {} });
  });
  await signIn(page, 'ada@example.test', 'Ada');
  const buffer = makeZip(
    withoutPages(await realBuild('shipped')).map((entry) => ({ ...entry, method: 'store' })),
  );
  await fillUploadForm(page, {
    file: { name: 'build.zip', mimeType: 'application/zip', buffer },
    name: 'Renderer',
  });
  await page.getByRole('radio', { name: 'Modern' }).check();
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//, { timeout: 120_000 });
  await expect(game(page).locator('html')).toHaveAttribute('data-state', 'playing', { timeout: 90_000 });
  const engine = () =>
    game(page)
      .locator('body')
      .evaluate(() => Reflect.get(window, 'fluxEngineStarted'));
  await expect.poll(engine, { timeout: 30_000 }).toBe(true);
  await expect(game(page).getByRole('alert')).toBeHidden();
});

test('a browser without WebGL, WebAssembly or threads is told which is missing', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const plain = await publishThemed(page, 'Plain', 'dark', await generations['2020 gzip']());
  const threads = await publishThemed(page, 'Threads', 'dark', await generations['Unity 6 threads']());
  for (const [id, lack, sentence] of [
    [plain, 'HTMLCanvasElement.prototype.getContext = () => null', 'It needs WebGL'],
    [plain, 'delete window.WebAssembly', 'It needs WebAssembly'],
    [threads, 'Object.defineProperty(window, "crossOriginIsolated", { value: false })', 'It uses threads'],
  ] as const) {
    const other = await page.context().newPage();
    await other.addInitScript(lack);
    await other.goto(`/serve/${id}`);
    const alert = other.getByRole('alert');
    await expect(alert.getByRole('heading')).toHaveText('This browser cannot run this game');
    await expect(alert).toContainText(sentence);
    await expect(alert.getByRole('button')).toBeHidden();
    await other.close();
  }
});

test('themes are accessible while they load, play, fail and show a frame', async ({ page, allowError }) => {
  allowError(/404/);
  await signIn(page, 'ada@example.test', 'Ada');
  const unity = await generations['2020 gzip']();
  const apps: { theme: string; id: string; framed: string }[] = [];
  for (const theme of chooseCombinations(looks)) {
    const id = await publishThemed(page, 'A game', theme, unity);
    apps.push({ theme, id, framed: await publishThemed(page, 'A page', theme, otherWebApp) });
  }
  for (const { theme, id, framed } of apps) {
    const check = async (state: string) => {
      await expect(page.locator('html')).toHaveAttribute('data-state', state);
      await page.waitForTimeout(250);
      const { violations } = await new AxeBuilder({ page }).exclude('#flux-frame').analyze();
      expect(violations, `${theme}, ${state}`).toEqual([]);
    };
    await page.goto(`/serve/${id}`);
    await check('playing');
    await page.goto(`/serve/${framed}`);
    await check('playing');
    await page.route('**/*.data.gz', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`/serve/${id}`);
    await check('failed');
    await page.unroute('**/*.data.gz');
    await page.route('**/*.data.gz', () => {});
    await page.goto(`/serve/${id}`);
    await check('loading');
    await page.unroute('**/*.data.gz');
  }
});
