import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { FixtureEntry } from '../fixtures/tree.ts';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeZip } from '../fixtures/zip.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { freePort } from '../src/server/testing/servers/free-port.ts';
import { openBrowser, playerFrame } from './isolation-browser.ts';
import { test } from './server.ts';
import { api, game, publishByApi, signIn, started, type Upload, upload } from './steps.ts';

const zip = (entries: FixtureEntry[]): Upload => ({
  name: 'build.zip',
  mimeType: 'application/zip',
  buffer: makeZip(entries),
});

test('threads are isolated and headsets may be asked for, in the player and in a tab', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const build = await makeInstanceBuild({ threads: true, webXr: true });
  const id = await upload(page, { file: zip(build), name: 'Threads', isPublic: true });
  await started(game(page));
  const facts = () => ({
    isolated: crossOriginIsolated && typeof SharedArrayBuffer === 'function',
    xr: Reflect.get(window, 'fluxFixtureXr'),
  });
  // Without a headset the request fails. Without the permission it would throw.
  expect(await (await playerFrame(page)).evaluate(facts)).toEqual({ isolated: true, xr: 'false' });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  // The message for other browsers: this one supports threads here.
  await expect(page.getByText('This game uses threads')).toHaveCount(0);

  await page.goto(`/serve/${id}`);
  await page.waitForFunction(() => Reflect.get(window, 'fluxFixtureStarted') === true);
  expect(await page.evaluate(facts)).toEqual({ isolated: true, xr: 'false' });
});

test('a window opened by a game shows sites that refuse sandboxes, and Flux in it has no reference to the game', async ({
  page,
  flux,
}) => {
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.end('<title>Shop</title><link rel="icon" href="data:,"><form><button>Buy</button></form>');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  await signIn(page, 'ada@example.test', 'Ada');
  const data = `<!doctype html><title>Game</title><link rel="icon" href="data:,">
    <button onclick="window.open('http://127.0.0.1:${port}/')">Shop</button><button onclick="window.open('${flux.url}/faq')">Flux</button>`;
  await upload(page, { file: zip([{ name: 'index.html', data }]), name: 'Windows', isPublic: true });
  const opened = async (name: string) => {
    const [window] = await Promise.all([
      page.context().waitForEvent('page', { timeout: 30_000 }),
      game(page).getByRole('button', { name }).click(),
    ]);
    await window.waitForLoadState();
    return window;
  };
  const inShop = await opened('Shop');
  expect(await inShop.title()).toBe('Shop');
  await inShop.getByRole('button', { name: 'Buy' }).click();
  await expect(inShop).toHaveURL(/\?$/);
  const onFlux = await opened('Flux');
  await expect(onFlux.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await onFlux.evaluate(() => window.opener)).toBeNull();
  shop.closeAllConnections();
  shop.close();
});

test.describe('Unity’s PWA template', () => {
  const cacheFirst = `
    self.addEventListener('install', (event) => { self.skipWaiting(); event.waitUntil(caches.open('Studio-Game-1').then((cache) => cache.add('/'))); });
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('fetch', (event) => event.respondWith(caches.match('/').then((kept) => kept || fetch(event.request))));`;
  const pwa = async (title: string) => {
    const entries = await makeInstanceBuild({ page: 'pwa' });
    return entries.map((entry) => {
      if (entry.name === 'ServiceWorker.js') return { ...entry, data: cacheFirst };
      return entry.name === 'index.html'
        ? { ...entry, data: String(entry.data).replace(/<title>.*<\/title>/, `<title>${title}</title>`) }
        : entry;
    });
  };
  /** The state of each worker. */
  const workers = (page: Page) =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state),
    );

  test('plays, and its worker outlives neither an update nor a rollback', async ({ page, flux }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const id = await upload(page, { file: zip(await pwa('First')), name: 'PWA', isPublic: true });
    await started(game(page));
    const app = await page.context().newPage();
    const origin = `http://${id}.flux.localhost:${flux.port}`;
    const expectTitle = async (title: string) => {
      await app.goto(`${origin}/`);
      await app.waitForFunction(() => Reflect.get(window, 'fluxFixtureStarted') === true);
      // Flux's own worker, which stays and handles no requests.
      await expect.poll(() => workers(app)).toEqual(['activated']);
      expect(await app.title()).toBe(title);
    };
    await expectTitle('First');
    const { body } = await api(page, 'POST', `/api/applications/${id}/versions`, {
      build: zip(await pwa('Second')),
      changelog: 'Another title',
    });
    await expectTitle('Second');
    const { body: listed } = await api(page, 'GET', `/api/applications/${id}/versions`);
    const first = listed.versions.find((version: { id: string }) => version.id !== body.versionId);
    await page.evaluate(
      ([appId, versionId]) =>
        fetch('/api/activateVersion', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ appId, versionId }),
        }),
      [id, first.id],
    );
    await expectTitle('First');

    // A browser has a worker from before the host belonged to Flux. The worker keeps the old page, then is
    // unregistered.
    await flux.stop();
    const before = await serveAsBefore(flux.port, cacheFirst);
    await app.goto(`${origin}/`);
    await app.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => app.evaluate(() => caches.keys())).toEqual(['Studio-Game-1']);
    await app.reload();
    expect(await app.title()).toBe('Before Flux');
    before.closeAllConnections();
    before.close();
    await flux.start();
    await app.goto(`${origin}/`);
    await expect.poll(() => app.title().catch(() => ''), { timeout: 30_000 }).toBe('First');
    await expectTitle('First');
    expect(await app.evaluate(() => caches.keys())).toEqual([]);
  });

  test('pages that wait for their worker continue immediately, and none reloads more than once', async ({
    page,
    flux,
  }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const script = (then: string) => `<!doctype html><title>Worker</title><script>
      const loads = Number(sessionStorage.getItem('loads')) + 1;
      sessionStorage.setItem('loads', loads);
      const again = () => location.reload();
      ${then}
      navigator.serviceWorker.register('sw.js').then(async (registration) => {
        if (typeof found === 'function') found(registration);
        await navigator.serviceWorker.ready;
        document.title = 'Ready after ' + loads;
      });
      </script>`;
    const activated = `const found = ({ installing, waiting, active }) => {
        const worker = installing ?? waiting ?? active;
        const tell = () => { if (worker.state === 'activated') document.body.append('activated'); };
        worker.addEventListener('statechange', tell);
        tell();
      };`;
    const reloading = [
      "const found = (registration) => registration.addEventListener('updatefound', again);",
      "navigator.serviceWorker.addEventListener('controllerchange', again);",
      'const found = async () => { await navigator.serviceWorker.ready; if (!navigator.serviceWorker.controller) again(); };',
    ];
    const tab = await page.context().newPage();
    for (const [then, expected] of [
      [activated, 1],
      ...reloading.map((each) => [each, 2] as const),
    ] as const) {
      const form = {
        name: 'Worker',
        isPublic: 'true',
        build: zip([{ name: 'index.html', data: script(then) }]),
      };
      const { body } = await publishByApi(page, form);
      await tab.goto(`http://${body.id}.flux.localhost:${flux.port}/`);
      if (then === activated) await expect(tab.getByText('activated')).toBeVisible({ timeout: 3_000 });
      await expect(tab).toHaveTitle(/^Ready after/);
      // Enough time for another reload, if there were a reason.
      await tab.waitForTimeout(1_500);
      const loads = Number((await tab.title()).replace('Ready after ', ''));
      expect(loads, then).toBeLessThanOrEqual(expected);
    }
  });
});

/** Content that may have been served on an application's host before: a page whose worker caches it. */
async function serveAsBefore(port: number, worker: string): Promise<Server> {
  const page = `<title>Before Flux</title><script>navigator.serviceWorker.register('/ServiceWorker.js')</script>`;
  const server = createServer((request, response) => {
    const isWorker = request.url === '/ServiceWorker.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? worker : page);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

test.describe('without content origins', () => {
  let dataDir: string;
  let port: number;
  let id: string;
  let browser: BrowserContext;

  const start = async (host: string): Promise<FluxProcess> => {
    const url = `http://${host}:${port}`;
    const flux = await FluxProcess.create({ dataDir, port, env: { FLUX_PUBLIC_URL: url } });
    await flux.start();
    browser = await openBrowser(url);
    return flux;
  };
  test.beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'flux-same-host-'));
    port = await freePort();
  });
  test.afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test('a Brotli build plays in an opaque sandbox, even if private, and the page shows the restrictions', async () => {
    const flux = await start('127.0.0.1');
    const page = await browser.newPage();
    await signIn(page, 'ada@example.test', 'Ada');
    const build = await makeInstanceBuild({ compression: 'brotli', streamingAssets: true });
    id = await upload(page, { file: zip(build), name: 'Brotli', isPublic: true });
    await started(game(page));
    await expect(page.getByText('Saves are not kept')).toBeVisible();
    const frame = await playerFrame(page);
    expect(new URL(frame.url()).pathname.startsWith(`/_content/${id}/`)).toBe(true);
    expect(await frame.evaluate(() => self.origin)).toBe('null');

    // The address names the version, and a reloaded tab still gets the active one.
    const tab = await browser.newPage();
    await tab.goto(`/serve/${id}`);
    const before = new URL(tab.url()).pathname;
    const update = { changelog: 'Again', build: zip(build) };
    expect((await api(page, 'POST', `/api/applications/${id}/versions`, update)).status).toBe(200);
    await tab.reload();
    const after = new URL(tab.url()).pathname;
    expect(after).toMatch(new RegExp(`^/_content/${id}/`));
    expect(after).not.toBe(before);
    await tab.close();

    await upload(page, { file: zip(build), name: 'Secret' });
    const link = await page.evaluate(async () => {
      const { shareUrl } = await (await fetch(`/api/applications/${location.pathname.slice(6)}`)).json();
      return shareUrl as string;
    });
    await page.context().clearCookies();
    await page.goto(link);
    await started(game(page));
    await browser.close();
    await flux.dispose();
  });

  test('a plain http address, where browsers accept no Brotli, plays the same build', async () => {
    const flux = await start('192.0.2.7');
    const page = await browser.newPage();
    const encodings = new Set<string | undefined>();
    page.on('response', async (response) => {
      if (response.url().includes('/_content/')) encodings.add(response.headers()['content-encoding']);
    });
    await page.goto(`/play/${id}`);
    await started(game(page));
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    expect(encodings.has('br')).toBe(false);
    await browser.close();
    await flux.dispose();
  });
});
