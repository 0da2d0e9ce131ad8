import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeDataFile } from '../fixtures/unity-parts.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';
import { ThrottledFile } from './throttled-file.ts';

/** Incompressible, so that transferred bytes equal the bytes that the page reads. */
const data = Buffer.concat([makeDataFile('2021.3.16f1'), randomBytes(1_200_000)]);

/** Reports completion immediately, as Unity's loaders do for an encoding that they do not know. */
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
  test(`the progress bar shows received bytes, whatever the loader reports: ${name}`, async ({ page }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const changed: Record<string, string | Buffer> = { '.loader.js': loader, '.data.gz': gzipSync(data) };
    const entries = (await makeInstanceBuild({ compression: 'gzip' })).map((entry) => {
      const end = Object.keys(changed).find((end) => entry.name.endsWith(end));
      return end === undefined ? entry : { ...entry, data: changed[end] ?? '' };
    });
    const id = await publishThemed(page, 'Arriving', 'modern', entries);
    await using file = await ThrottledFile.on(page, /\/_flux\/\w+\/data$/);
    await page.goto(`/serve/${id}`, { waitUntil: 'commit' });
    const bar = page.getByRole('progressbar', { name: 'Loading Arriving' });
    await expect(bar).toHaveAttribute('aria-valuenow', /./);
    const told = await page.evaluateHandle(watchBar);
    for (const share of [0, 0.25, 0.5, 0.75]) {
      file.sendUpTo(share);
      // Bytes in transit are in buffers of the browser.
      await expect.poll(() => page.evaluate('fluxRead')).toBeGreaterThan((share - 0.1) * data.length);
      await expect
        .poll(async () => Math.abs(Number(await bar.getAttribute('aria-valuenow')) - 100 * share))
        .toBeLessThan(10);
    }
    file.sendUpTo(1);
    await expect(page.getByText('Starting')).toBeVisible();
    const shown = await told.jsonValue();
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    await page.evaluate('fluxStart({})');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'playing');
  });

/** Runs in the page: collects every value of the progress bar. */
function watchBar(): number[] {
  const told: number[] = [];
  const bar = document.getElementById('flux-progress') as HTMLElement;
  const note = () => {
    const shown = bar.getAttribute('aria-valuenow');
    if (shown !== null) told.push(Number(shown));
  };
  note();
  new MutationObserver(note).observe(bar, { attributeFilter: ['aria-valuenow'] });
  return told;
}
