import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { naughtyStrings } from '../fixtures/naughty-strings.ts';
import { gamePage, posterPage } from '../src/server/delivery/pages/embed/page.ts';
import type { PageTheme, PlayerLaunch } from '../src/shared/apps/themes.ts';
import { launchOf, looks, readPageRenderer } from './game-page-renderer.ts';
import { expect, test } from './server.ts';

const nonce = 'nonce';
const id = 'a'.repeat(26);

/** Two of Unity's loader functions: messages from the page return to it as a banner and as an error. */
const loaders = `
  function createUnityInstance(canvas, config) {
    config.showBanner(config.productName);
    return Promise.reject(config.productName);
  }
  var UnityLoader = { Error: {}, instantiate: function (container, url, parameters) {
    document.getElementById(container).append(document.createElement('canvas'));
    setTimeout(parameters.onProgress, 0, {}, 1);
  } };`;

/** Themes differ only in style, so each theme tests another way to start a game. */
const stages: [PageTheme, PlayerLaunch['kind'] | 'notice'][] = [
  ['modern', 'instance'],
  ['gaming', 'loader'],
  ['corporate', 'frame'],
  ['minimal', 'notice'],
  ['dark', 'instance'],
];

/** Every page around a game, with the game's name in it. */
async function readPages(): Promise<Record<string, (name: string) => string>> {
  const draw = await readPageRenderer();
  const app = (name: string) => ({ id, name, ownerUsername: name, thumbnailId: null });
  const drawn = stages.map(([look, kind]) => [
    `${look}, ${kind}`,
    (name: string) => draw({ look, name, stage: kind === 'notice' ? kind : launchOf(kind, name) }),
  ]);
  return {
    ...Object.fromEntries(drawn),
    // The response headers would also stop a script. Here they are absent.
    'for other sites': (name) =>
      posterPage({ nonce, pageUrl: `http://flux.localhost/play/${id}`, query: name, app: app(name) }),
    'for other sites, playing': (name) =>
      gamePage({ nonce, app: app(name), query: name, allow: '', isolation: 'origin', pageSize: null }),
  };
}

/** A site whose first page shows the page for each name in a frame. */
async function startSite(made: (name: string) => string) {
  const frames = naughtyStrings.map((_, index) => `<iframe src="/of/${index}"></iframe>`).join('');
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://hostile.localhost');
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' });
    const name = naughtyStrings[Number(/^\/of\/(\d+)$/.exec(pathname)?.[1])];
    if (pathname === '/')
      response.end(`<!doctype html><style>iframe { width: 9px; height: 9px }</style>${frames}`);
    else if (pathname.endsWith('.js')) response.end(loaders);
    else response.end(name === undefined || searchParams.has('flux-framed') ? 'The game' : made(name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://hostile.localhost:${port}/`, close };
}

/** HTML cannot contain NUL, and a lone surrogate is no character. */
const asShown = (name: string) => name.replaceAll('\0', '').toWellFormed().replaceAll('\uFFFD', '');

/** The outcome of each name on such a page. */
async function open(page: Page, made: (name: string) => string) {
  const site = await startSite(made);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.goto(site.url);
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map(({ contentWindow, contentDocument: shown }) => ({
      canary: Reflect.get(contentWindow ?? {}, 'fluxCanary'),
      title: shown?.querySelector('h1')?.textContent ?? shown?.querySelector('iframe')?.title ?? '',
    })),
  );
  const canary: unknown = await page.evaluate(() => Reflect.get(window, 'fluxCanary'));
  page.removeAllListeners('dialog');
  site.close();
  return { seen: seen.map((each) => ({ ...each, title: asShown(each.title) })), canary, dialogs };
}

test('no name breaks out of any theme, loader or embed page', async ({ page }) => {
  expect(stages.map(([look]) => look)).toEqual(looks);
  const seen = naughtyStrings.map((name) => ({ canary: undefined, title: asShown(name) }));
  for (const [what, made] of Object.entries(await readPages()))
    await test.step(what, async () => {
      expect(await open(page, made)).toEqual({ seen, canary: undefined, dialogs: [] });
    });
});

test('control: names break out of a page that does not escape them', async ({ page, allowError }) => {
  allowError(/^(?:console|page): /);
  const { seen, dialogs } = await open(
    page,
    (
      name,
    ) => `<!doctype html><html><head><title>${name}</title><meta name="description" content="${name}"></head>
    <body><h1>${name}</h1><canvas aria-label="${name}"></canvas>
    <script type="application/json">{"name": "${name}"}</script></body></html>`,
  );
  expect(naughtyStrings.filter((_, index) => seen[index]?.canary === 1)).toEqual(
    expect.arrayContaining([
      '<script>window.fluxCanary=1</script>',
      '</script><script>window.fluxCanary=1</script>',
      '"><img src=x onerror="window.fluxCanary=1">',
      '<svg onload=window.fluxCanary=1>',
    ]),
  );
  expect(dialogs).toContain('1');
});
