import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, FrameLocator, Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import type { FixtureEntry } from '../fixtures/tree.ts';
import { makeZip } from '../fixtures/zip.ts';
import { makePicture } from '../src/server/features/apps/thumbnails/testing.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { embedCode } from '../src/shared/apps/embed.ts';
import type { DeviceAccess } from '../src/shared/play/game-features.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn, started, type Upload } from './steps.ts';
import {
  allOfVersion,
  makeVersionBuild,
  publishDuringRequests,
  publishVersionBuild,
  readReportedVersions,
  requestedFiles,
} from './version-build.ts';

/** Another site: each page is the HTML in its address. */
let site: Server;
const at = (html: string) =>
  `http://127.0.0.1:${(site.address() as AddressInfo).port}/?${encodeURIComponent(`<!doctype html><title>A blog</title>${html}`)}`;

test.beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(decodeURIComponent(new URL(request.url ?? '', 'http://localhost').search.slice(1)));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => void site.close());

interface Published {
  id: string;
  name: string;
  shareUrl: string;
  deviceAccess: DeviceAccess[];
}

async function publish(
  page: Page,
  name: string,
  entries: readonly FixtureEntry[],
  fields: Record<string, string | Upload> = {},
): Promise<Published> {
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer: makeZip([...entries]) };
  const form = { name, isPublic: 'true', build, ...fields };
  const { status, body } = await publishByApi(page, form);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** A page of another site, seen by a visitor who is not signed in. */
async function visit(browser: Browser, html: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(at(html));
  return page;
}

const inFrame = (page: Page): FrameLocator => page.frameLocator('iframe');

test('another site embeds public games with the embed code, and each of them starts', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'embeds@example.test', 'Ada');
  const picture = await makePicture('png');
  const thumbnail = { name: 'cover.png', mimeType: 'image/png', buffer: picture };
  const builds = [
    ['Unity 2020 with brotli', '2020 brotli', 'vanilla'],
    ['Unity 6 with threads', 'Unity 6 threads', 'modern'],
    ['A custom template', '2022 custom template', 'gaming'],
  ] as const;
  for (const [name, generation, theme] of builds)
    await test.step(name, async () => {
      const app = await publish(page, name, await generations[generation](), { theme, thumbnail });
      const blog = await visit(browser, embedCode(flux.url, app));
      const frame = inFrame(blog);
      await expect(frame.getByRole('heading', { name })).toBeVisible();
      await expect(frame.getByText('by Ada')).toBeVisible();
      const drawn = () => frame.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
      await expect.poll(drawn).toBe(800);
      await frame.getByRole('link', { name: 'Play' }).click();
      const game = frame.frameLocator('iframe');
      await started(theme === 'gaming' ? game.frameLocator('#flux-frame') : game);
      if (name === 'Unity 6 with threads')
        expect(await game.locator('body').evaluate(() => crossOriginIsolated)).toBe(true);
      if (theme === 'vanilla') {
        // A frame smaller than the build's page shows all of it.
        const outside = await game.locator('#unity-container').evaluate((page) => {
          const { left, top, right, bottom } = page.getBoundingClientRect();
          return Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
        });
        expect(outside).toBeLessThan(1);
      }
      // The features that a game may ask for pass through both frames.
      const allowed = game
        .locator('body')
        .evaluate(() => document.fullscreenEnabled && 'getGamepads' in navigator);
      expect(await allowed).toBe(true);
      await blog.context().close();
    });
});

test('without content origins another site can embed games too', async ({ browser }) => {
  const flux = await FluxProcess.create({ env: { FLUX_CONTENT_ORIGIN: 'same-host' } });
  try {
    await flux.start();
    const page = await (await browser.newContext({ baseURL: flux.url })).newPage();
    await signIn(page, 'admin@flux.localhost', 'Ada');
    const app = await publish(page, 'On one host', await generations['2020 brotli']());
    const blog = await visit(browser, embedCode(flux.url, app));
    await inFrame(blog).getByRole('link', { name: 'Play' }).click();
    const game = inFrame(blog).frameLocator('iframe');
    await started(game);
    expect(await game.locator('body').evaluate(() => origin)).toBe('null');
    await Promise.all([blog, page].map((each) => each.context().close()));
  } finally {
    await flux.dispose();
  }
});

test('a game on another site, without cookies, keeps its version while others are published', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'embeds@example.test', 'Ada');
  const { body: app } = await publishByApi(page, {
    name: 'Switch',
    isPublic: 'true',
    build: makeVersionBuild(1),
  });
  const blog = await visit(browser, embedCode(flux.url, app));
  let version = 1;
  const asked = await publishDuringRequests(blog, requestedFiles, () =>
    publishVersionBuild(page, app.id, ++version),
  );
  await inFrame(blog).getByRole('link', { name: 'Play' }).click();
  const { versions } = await readReportedVersions(inFrame(blog).frameLocator('iframe'));
  expect(versions).toEqual(allOfVersion(1));
  expect(asked()).toEqual(requestedFiles.toSorted());
  await blog.context().close();
});

test('a link in the frame opens the page on Flux in a new tab that the frame cannot control', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'embeds@example.test', 'Ada');
  const app = await publish(page, 'Linked', [{ name: 'index.html', data: '<!doctype html><p>Game</p>' }]);
  const blog = await visit(browser, embedCode(flux.url, app));
  const opening = blog.context().waitForEvent('page');
  await inFrame(blog).getByRole('link', { name: /^Flux/ }).click();
  const opened = await opening;
  await expect(opened.getByRole('heading', { name: 'Linked' })).toBeVisible();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await blog.context().close();
});

test('the embed page is accessible at every size and by keyboard', async ({ page, browser, flux }) => {
  await signIn(page, 'embeds@example.test', 'Ada');
  const entries = [{ name: 'index.html', data: '<!doctype html><p>Game</p>' }];
  const thumbnail = { name: 'cover.png', mimeType: 'image/png', buffer: await makePicture('png') };
  const name = 'A name of a game that goes on for long enough to need more than the one line';
  const app = await publish(page, name, entries, { thumbnail });
  const bare = await publish(page, 'Without a picture', entries);
  for (const [shown, width, height] of [
    [app, 960, 600],
    [app, 320, 180],
    [bare, 390, 300],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height } });
    const frame = await context.newPage();
    await frame.goto(`${flux.url}/embed/${shown.id}`);
    const play = frame.getByRole('link', { name: 'Play' });
    await expect(play).toBeInViewport({ ratio: 1 });
    await expect(frame.getByRole('heading')).toBeInViewport({ ratio: 1 });
    const { violations } = await new AxeBuilder({ page: frame }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await frame.keyboard.press('Tab');
    await expect(play).toBeFocused();
    await frame.keyboard.press('Enter');
    await expect(frame.frameLocator('iframe').getByText('Game')).toBeVisible();
    await context.close();
  }
});

test('no other site frames a private game, nor any page of Flux', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/frame-ancestors|Failed to load resource/);
  await signIn(page, 'embeds@example.test', 'Ada');
  const entries = [{ name: 'index.html', data: '<!doctype html><p>The game itself</p>' }];
  const hidden = await publish(page, 'Hidden', entries, { isPublic: 'false' });
  const open = await publish(page, 'Open', entries);
  const { search } = new URL(hidden.shareUrl);

  const embedded = await visit(browser, embedCode(flux.url, hidden));
  await expect(inFrame(embedded).getByRole('heading', { name: 'Application not found' })).toBeVisible();
  await embedded.context().close();

  // Control: the same page shows a public game.
  const shown = await visit(browser, `<iframe src="${flux.url}/serve/${open.id}"></iframe>`);
  await expect(inFrame(shown).getByText('The game itself')).toBeVisible();
  await shown.context().close();

  for (const path of [
    `/serve/${hidden.id}${search}`,
    `/play/${open.id}`,
    `/play/${hidden.id}${search}`,
    '/',
    '/upload',
  ]) {
    // Not even for the owner, whose cookies a frame of the same site would send.
    await page.goto(at(`<p>A blog</p><iframe src="${flux.url}${path}"></iframe>`));
    const blocked = () => page.frames()[1]?.url() ?? '';
    await expect.poll(blocked).toMatch(/^chrome-error:/);
    await expect(inFrame(page).getByText(/The game itself|Flux/)).toHaveCount(0);
  }
});
