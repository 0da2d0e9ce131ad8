import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Route } from '@playwright/test';
import sharp from 'sharp';
import { generations } from '../fixtures/generations.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn, started } from './steps.ts';

/** Like Unity's older loaders: they use XHR and handle only successful responses. */
const ask = `function ask(url, done) {
    var request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'arraybuffer';
    request.onload = function () { if (request.status === 200) done(request.response); };
    request.send();
  }`;
const silentInstanceLoader = `function createUnityInstance(canvas, config, onProgress) {
  ${ask}
  return new Promise(function (resolve) {
    var script = document.createElement('script');
    script.src = config.frameworkUrl;
    script.onload = function () {
      ask(config.dataUrl, function () {
        onProgress(0.5);
        ask(config.codeUrl, resolve);
      });
    };
    document.body.appendChild(script);
  });
}`;
const silentOldLoader = `var UnityLoader = { Error: {}, instantiate: function (container, url, parameters) {
  ${ask}
  ask(url, function (bytes) {
    var config = JSON.parse(new TextDecoder().decode(bytes));
    var next = function (keys) {
      if (keys.length === 0) return parameters.onProgress({}, 1);
      ask('Build/' + config[keys[0]], function () { next(keys.slice(1)); });
    };
    next(['dataUrl', 'wasmFrameworkUrl', 'wasmCodeUrl']);
  });
} };`;
/** Like the loaders of 2021 and later: they read streams and report no errors. */
const readingLoader = `function createUnityInstance(canvas, config, onProgress) {
  async function read(url) {
    var response = await fetch(url);
    if (response.status !== 200) throw new Error('Nothing to read.');
    var reader = response.body.getReader();
    while (!(await reader.read()).done);
  }
  return new Promise(async function (resolve) {
    try {
      for (var key of ['frameworkUrl', 'dataUrl', 'codeUrl']) await read(config[key]);
      resolve();
    } catch (error) { console.log(error); }
  });
}`;

/** Sends the headers of a response, and a small part of its body. */
async function startBreaking() {
  const server = createServer(({ url = '' }, response) => {
    const isCode = url.includes('.wasm');
    const type = isCode ? 'application/wasm' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, 'content-length': 1_000_000 });
    response.write(isCode ? '\0asm\x01\0\0\0' : '//', () => setImmediate(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Redirects the request internally to another server, under its own address. */
    answer: (route: Route) =>
      route.continue({ url: `http://127.0.0.1:${port}${new URL(route.request().url()).pathname}` }),
    close: () => void server.close(),
  };
}

test('failures are explained, and a retry works', async ({ page, allowError }) => {
  allowError(/404|ERR_FAILED|Unable to load|fetch/);
  await signIn(page, 'ada@example.test', 'Ada');
  for (const [name, files] of [
    ['2020 gzip', ['**/*.loader.js', '**/*.framework.js.gz', '**/*.data.gz']],
    ['2018 gzip', ['**/UnityLoader.js', '**/*.json', '**/*.data.unityweb']],
  ] as const) {
    const id = await publishThemed(page, 'Lost', 'modern', await generations[name]());
    for (const lost of files) {
      for (const refusal of ['missing', 'offline'] as const)
        await test.step(`${name}: ${lost} is ${refusal}`, async () => {
          let isLost = true;
          // Routes disable the HTTP cache. This one stays during the retry, so that it requests the file again.
          let retried = false;
          await page.route(lost, (route) => {
            retried = !isLost;
            if (!isLost) return route.continue();
            return refusal === 'missing' ? route.fulfill({ status: 404, body: 'Not here' }) : route.abort();
          });
          await page.goto(`/play/${id}`);
          const alert = game(page).getByRole('alert');
          await expect(alert.getByRole('heading')).toHaveText('This game could not start');
          await expect(alert).toContainText(
            'A file of this game could not be loaded. Please check the connection and try again.',
          );
          isLost = false;
          await alert.getByRole('button', { name: 'Try again' }).click();
          await started(game(page));
          await expect(alert).toBeHidden();
          expect(retried).toBe(true);
          await page.unroute(lost);
        });
    }
  }
});

test('errors and warnings of a loader that fails or waits are shown', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const entries = await generations['2020 gzip']();
  const speak = `window.fluxUnity = {};
    function createUnityInstance(canvas, config, onProgress) {
      fluxUnity.onProgress = onProgress; fluxUnity.showBanner = config.showBanner;
      return new Promise(function (resolve, reject) { fluxUnity.resolve = resolve; fluxUnity.reject = reject; });
    }`;
  const quiet = entries.map((entry) =>
    entry.name.endsWith('.loader.js') ? { ...entry, data: speak } : entry,
  );
  const id = await publishThemed(page, 'Speaking', 'gaming', quiet);
  const unity = (call: string) => page.evaluate(`fluxUnity.${call}`);
  await page.goto(`/serve/${id}`);
  await unity('onProgress(0.9)');
  const bar = page.getByRole('progressbar', { name: 'Loading Speaking' });
  await expect(bar).not.toHaveAttribute('aria-valuenow');
  await expect(page.getByText('Starting')).toBeVisible();
  await unity('showBanner("Sound may start late.", "warning")');
  await expect(page.getByText('Sound may start late.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Sound may start late.')).toBeHidden();
  await unity('showBanner("Out of memory", "error")');
  await expect(page.getByRole('alert')).toContainText(
    'This game needs more memory than the browser has left.',
  );
  await unity('resolve({})');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'playing');
  await page.reload();
  await unity('onProgress(0.2)');
  await unity('reject("unknown data format")');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('A file of this game is damaged');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeHidden();
  await page.reload();
  // A crash message of Unity's loader, with the stack trace.
  await unity(
    'showBanner("The error was:\\nRuntimeError: unreachable\\n    at main (Game.wasm:1:2)", "error")',
  );
  await expect(alert).toContainText('The game stopped because of an error.');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(alert.getByText('at main (Game.wasm:1:2)')).toBeHidden();
  await alert.getByText('Details', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(alert.getByText('at main (Game.wasm:1:2)')).toBeVisible();
});

test('refused, lost and truncated files are reported, even if the loader waits forever and the browser reports no status', async ({
  page,
  allowError,
}) => {
  allowError(/404|ERR_|network error/);
  await page.addInitScript(() =>
    Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'responseStatus'),
  );
  await signIn(page, 'ada@example.test', 'Ada');
  const breaking = await startBreaking();
  const instance = ['**/*.framework.js.gz', '**/*.data.gz', '**/*.wasm.gz'];
  const old = ['**/*.json', '**/*.data.unityweb', '**/*.framework.unityweb', '**/*.code.unityweb'];
  for (const [generation, loader, lost] of [
    ['2020 gzip', silentInstanceLoader, instance],
    ['2020 gzip', readingLoader, instance],
    ['2020 gzip', null, instance],
    ['2018 gzip', silentOldLoader, old],
  ] as const) {
    const isLoader = /oader\.js$/;
    const entries = (await generations[generation]()).map((entry) =>
      loader !== null && isLoader.test(entry.name) ? { ...entry, data: loader } : entry,
    );
    await page.goto('/');
    const id = await publishThemed(page, 'Silent', 'modern', entries);
    await page.goto(`/serve/${id}`);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'playing');
    for (const file of lost)
      for (const [what, answer] of [
        ['refused', (route: Route) => route.fulfill({ status: 404, body: 'Not here' })],
        ['lost', (route: Route) => route.abort()],
        ['breaking off', breaking.answer],
      ] as const)
        await test.step(`${generation}: ${file} is ${what}`, async () => {
          await page.route(file, answer);
          await page.goto(`/serve/${id}`);
          await expect(page.getByRole('alert')).toContainText(
            'A file of this game could not be loaded. Please check the connection and try again.',
          );
          await page.unroute(file);
        });
  }
  breaking.close();
});

test('a player who lost access is told in the player, in a dark and in a light page', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of 404/);
  await signIn(page, 'ada@example.test', 'Ada');
  const context = await browser.newContext({ baseURL: flux.url });
  const visitor = await context.newPage();
  for (const theme of ['dark', 'light']) {
    const id = await publishThemed(page, 'Closing', 'modern', await generations['2020 gzip']());
    await visitor.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await visitor.goto(`/play/${id}`);
    await started(game(visitor));
    await visitor.getByRole('button', { name: 'Stop' }).click();
    // The page still shows its old content.
    await visitor.route(/\/serve\//, async (route) => {
      await page.evaluate((path) => fetch(path, { method: 'DELETE' }), `/api/applications/${id}`);
      await route.continue();
    });
    await visitor.getByRole('button', { name: 'Play', exact: true }).last().click();
    await expect(game(visitor).getByText('Application not found')).toBeVisible();
    // Text and background have enough contrast.
    const picture = await sharp(await gameFrame(visitor).screenshot()).stats();
    const isRead = picture.channels.slice(0, 3).map(({ min, max }) => max - min > 150);
    expect([theme, isRead]).toEqual([theme, [true, true, true]]);
    await visitor.unroute(/\/serve\//);
  }
  await context.close();
});
