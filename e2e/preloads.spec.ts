import type { Browser, BrowserContext, Page } from '@playwright/test';
import { makeInstanceBuild } from '../fixtures/unity.ts';
import { makeLoaderBuild } from '../fixtures/unity-old.ts';
import { makeZip } from '../fixtures/zip.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

const bulk = true;
const builds = {
  '2018 gzip': () => makeLoaderBuild({ unityVersion: '2018.4.36f1', bulk }),
  '2019 streaming brotli': () =>
    makeLoaderBuild({ unityVersion: '2019.4.40f1', streaming: true, compression: 'brotli', bulk }),
  '2020 uncompressed': () => makeInstanceBuild({ unityVersion: '2020.3.20f1', bulk }),
  '2021 gzip with fallback': () =>
    makeInstanceBuild({ unityVersion: '2021.3.16f1', compression: 'gzip', fallback: true, bulk }),
  '2022 brotli, minimal template': () =>
    makeInstanceBuild({ unityVersion: '2022.3.9f1', compression: 'brotli', page: 'minimal', bulk }),
};

/** Chromium warns after a few seconds about unused preloads. */
const complaintMs = 4_000;

interface Visit {
  page: Page;
  /** Requested addresses, including repetitions. */
  asked: string[];
  /** The browser's warnings about preloads. */
  complaints: string[];
  /** Body bytes from the network, and the response statuses. */
  network: { bodyBytes: number; statuses: number[] };
}

/** Opens a page and waits until its game has started. */
async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const made: Visit = { page, asked: [], complaints: [], network: { bodyBytes: 0, statuses: [] } };
  page.on('request', (request) => made.asked.push(request.url()));
  page.on('console', (message) => {
    if (/preload/i.test(message.text())) made.complaints.push(message.text());
  });
  const session = await context.newCDPSession(page);
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => made.network.statuses.push(statusCode));
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    made.network.bodyBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(address);
  await page.waitForFunction(() => Reflect.get(window, 'fluxFixtureStarted') === true);
  return made;
}

function repeated(addresses: readonly string[]): string[] {
  return addresses.filter((address, at) => !address.startsWith('blob:') && addresses.indexOf(address) !== at);
}

/** A first visit and a second one. */
async function visitTwice(browser: Browser, address: string) {
  const context = await browser.newContext();
  const first = await visit(context, address);
  const back = await visit(context, address);
  await back.page.waitForTimeout(complaintMs);
  await context.close();
  return {
    largeFiles: first.asked.filter((url) => url.includes('/_flux/')).length,
    repeated: [...repeated(first.asked), ...repeated(back.asked)],
    complaints: [...first.complaints, ...back.complaints],
    bodyBytes: back.network.bodyBytes,
    answers: back.network.statuses.toSorted(),
  };
}

/**
 * The redirect to the application's origin, the document and its loader. A page of Flux's own names
 * everything else by content.
 */
const onlyThese = [302, 304, 304];

for (const theme of ['vanilla', 'modern']) {
  test(`a page (${theme}) preloads what its loader requests, and a second visit downloads nothing`, async ({
    page,
    browser,
  }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const published = [];
    for (const [name, make] of Object.entries(builds)) {
      const build = { name: `${name}.zip`, mimeType: 'application/zip', buffer: makeZip(await make()) };
      const { body } = await publishByApi(page, { name, theme, isPublic: 'true', build });
      published.push({ name, isInstance: body.build.loader === 'createUnityInstance', id: body.id });
    }
    // In parallel, because each visit waits seconds for the browser's warnings.
    const visits = published.map(async ({ name, isInstance, id }) => {
      const address = new URL(`/serve/${id}`, page.url()).href;
      return { name, isInstance, ...(await visitTwice(browser, address)) };
    });
    for (const { name, isInstance, answers, ...seen } of await Promise.all(visits))
      await test.step(name, () => {
        expect(seen).toEqual({ largeFiles: 3, repeated: [], complaints: [], bodyBytes: 0 });
        if (theme !== 'vanilla' && isInstance) expect(answers).toEqual(onlyThese);
        // A redirect has no body, and stable paths are always revalidated.
        else expect(answers.filter((status) => ![302, 304, 307].includes(status))).toEqual([]);
      });
  });
}
