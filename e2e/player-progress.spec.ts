import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeDataFile } from '../fixtures/unity-parts.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';
import { publishThemed } from './themed.ts';

/** No packing makes it smaller, so that what comes over the line is what the page reads. */
const data = Buffer.concat([makeDataFile('2021.3.16f1'), randomBytes(1_200_000)]);
const bytesPerSecond = 400_000;

/** They say at once that all is there, as Unity's own do where a file comes in an encoding that they do not know. */
const guessing = (ask: string) => `function createUnityInstance(canvas, config, onProgress) {
  onProgress(0.9);
  window.fluxRead = 0;
  ${ask}
  return load(config.frameworkUrl)
    .then(function () { return load(config.codeUrl); })
    .then(function () { return load(config.dataUrl, true); })
    .then(function () { return new Promise(function (resolve) { window.fluxStart = resolve; }); });
}`;
const loaders = {
  'requests of before 2021': guessing(`function load(url, counts) {
    return new Promise(function (resolve) {
      var request = new XMLHttpRequest();
      request.open('GET', url);
      request.responseType = 'arraybuffer';
      request.onprogress = function (event) { if (counts) fluxRead = event.loaded; };
      request.onload = resolve;
      request.send();
    });
  }`),
  'streams of later ones': guessing(`async function load(url, counts) {
    var reader = (await fetch(url)).body.getReader();
    for (var piece = await reader.read(); !piece.done; piece = await reader.read())
      if (counts) fluxRead += piece.value.length;
  }`),
};

for (const [name, loader] of Object.entries(loaders))
  test(`the bar tells what has arrived, whatever a loader guesses: ${name}`, async ({ page }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const changed: Record<string, string | Buffer> = { '.loader.js': loader, '.data.gz': gzipSync(data) };
    const entries = (await makeInstanceBuild({ compression: 'gzip' })).map((entry) => {
      const end = Object.keys(changed).find((end) => entry.name.endsWith(end));
      return end === undefined ? entry : { ...entry, data: changed[end] ?? '' };
    });
    const id = await publishThemed(page, 'Arriving', 'modern', entries);
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0 },
      ...{ downloadThroughput: bytesPerSecond, uploadThroughput: -1 },
    });
    await page.goto(`/serve/${id}`, { waitUntil: 'commit' });
    const bar = page.getByRole('progressbar', { name: 'Loading Arriving' });
    await expect(bar).toHaveAttribute('aria-valuenow', /./);
    const seen = await page.evaluate(watchBar);
    const shares = seen.map(({ read }) => read / data.length);
    // Between the first byte and the last one, or nothing would be proved.
    expect(shares.filter((share) => share > 0.2 && share < 0.8).length).toBeGreaterThan(3);
    for (const [at, { shown }] of seen.entries())
      expect(Math.abs(shown - 100 * (shares[at] ?? 0)), JSON.stringify(seen)).toBeLessThan(8);
    expect(seen.map(({ shown }) => shown)).toEqual(seen.map(({ shown }) => shown).toSorted((a, b) => a - b));
    await expect(page.getByText('Starting')).toBeVisible();
    await page.evaluate('fluxStart({})');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'playing');
  });

/** Runs in the page: what the bar shows at each picture, beside the bytes of the data that the loader has read. */
async function watchBar(): Promise<{ shown: number; read: number }[]> {
  const seen: { shown: number; read: number }[] = [];
  const bar = document.getElementById('flux-progress');
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = bar?.getAttribute('aria-valuenow');
    if (shown === null || shown === undefined) return seen;
    const { fluxRead: read } = window as { fluxRead?: number };
    if (read !== undefined && read > 0) seen.push({ shown: Number(shown), read });
  }
}
