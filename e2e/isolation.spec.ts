import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test';
import { cookieFlood, type EvilName, evilBuild, evilNames, victimBuild } from '../fixtures/evil.ts';
import { makeZip } from '../fixtures/zip.ts';
import { FluxProcess } from '../src/server/testing/flux-process.ts';
import { freePort } from '../src/server/testing/free-port.ts';
import { type Canary, lootOf, openBrowser, playerFrame, readList, startCanary } from './isolation-browser.ts';
import { type NaiveServer, startNaive } from './isolation-naive.ts';
import { api, publishByApi, signInThroughPages, upload } from './steps.ts';

/** Attacks whose success the page itself can tell. */
const selfTold = ['T01', 'T02', 'T06', 'T07', 'T09'] as const satisfies EvilName[];

/** From the plain to the one that ranks highest with the browser. */
const floods = ['', '; Secure', '; Secure; Priority=High'];

let canary: Canary;
/** Something in the visitor's own network: the browser is told that all others are on the internet. */
let home: Canary;
let dataDir: string;
let port: number;
const ids = new Map<string, string>();

// A trace asks every page for snapshots, which one that never answers would hold up.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  [canary, home] = await Promise.all([startCanary(), startCanary()]);
  dataDir = await mkdtemp(path.join(tmpdir(), 'flux-isolation-'));
  port = await freePort();
});
test.afterAll(async () => {
  canary.close();
  home.close();
  await rm(dataDir, { recursive: true, force: true });
});

test.describe('in the naive layout every attack succeeds, so that its failure elsewhere means something', () => {
  let naive: NaiveServer;
  let browser: BrowserContext;
  let page: Page;

  test.beforeAll(async () => {
    naive = await startNaive();
    naive.add('victim', victimBuild);
    for (const name of evilNames) naive.add(name, evilBuild(name, { canary: canary.url, home: home.url }));
    browser = await openBrowser(naive.url, false, [naive.url, canary.url]);
    page = await browser.newPage();
    await page.goto(`${naive.url}/sign-in`);
  });
  test.afterAll(async () => {
    await browser.close();
    naive.close();
  });

  test('session, workers, saves, permissions, the home network', async () => {
    await page.goto(`${naive.url}/play/victim`);
    await lootOf(page);
    for (const name of selfTold) {
      await page.goto(`${naive.url}/play/${name}`);
      const loot = await lootOf(page);
      expect([name, loot]).not.toEqual([name, []]);
      if (name === 'T09')
        expect(loot).toEqual(expect.arrayContaining(['an answer from home', 'a picture from home']));
    }
    expect(home.referers).toHaveLength(2);
    home.referers.length = 0;
  });

  test('the page around it, its address, a picture that is a page, and Flux in a frame', async () => {
    await page.goto(`${naive.url}/play/T05`);
    await lootOf(page);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'spoofed'))).toBe(true);
    await page.goto(`${naive.url}/play/T10?key=secret`);
    expect(await lootOf(page)).toEqual([expect.stringContaining('key=secret')]);
    await page.goto(`${naive.url}/serve/T11/drawing.svg`);
    await expect.poll(() => readList(page, 'loot')).not.toEqual([]);
    await page.goto(`${naive.url}/play/T13`);
    await lootOf(page);
    expect(
      page
        .frames()
        .find((frame) => frame.name() === 'framed')
        ?.url(),
    ).toBe(`${naive.url}/`);
    await page.goto(`${naive.url}/play/T04`);
    await page.waitForURL(/taken/);
  });

  test('everybody’s way back, by a flood of cookies', async () => {
    naive.add('flood', cookieFlood(''));
    const flooded = await openBrowser(naive.url);
    const tab = await flooded.newPage();
    await tab.goto(`${naive.url.replace('//', '//game.')}/serve/flood/`);
    await expect.poll(() => readList(tab, 'loot')).toEqual([]);
    // Whatever the person does, the answer is too short to show, and stays so.
    for (const address of ['/', '/', '/sign-in']) {
      const answer = tab.waitForResponse(naive.url + address);
      await tab.goto(naive.url + address).catch(() => {});
      expect((await answer).status()).toBe(431);
    }
    await flooded.close();
  });

  test('the whole tab, by a loop without end', async () => {
    const tab = await browser.newPage();
    await tab.goto(`${naive.url}/play/T08`);
    await expect.poll(() => answers(tab)).toBe(false);
  });
});

const layouts = [
  { name: 'sibling subdomain', host: 'flux.localhost', content: undefined },
  { name: 'separate domain', host: 'flux.localhost', content: '{app}.games.localhost' },
  { name: 'one host', host: '127.0.0.1', content: undefined },
];

for (const layout of layouts)
  test.describe(`in the layout "${layout.name}"`, () => {
    let flux: FluxProcess;
    let url: string;

    test.beforeAll(async () => {
      test.setTimeout(180_000);
      url = `http://${layout.host}:${port}`;
      const env = {
        FLUX_PUBLIC_URL: url,
        ...(layout.content ? { FLUX_CONTENT_ORIGIN: `http://${layout.content}:${port}` } : {}),
      };
      flux = await FluxProcess.create({ dataDir, port, env });
      await flux.start();
      if (ids.size === 0) await uploadAll(url);
    });
    test.afterAll(() => flux.dispose());

    for (const blocked of [false, true])
      test(`nothing is lost, with third-party storage ${blocked ? 'blocked' : 'allowed'}`, async () => {
        const browser = await openBrowser(url, blocked, [url, canary.url]);
        const page = await signedIn(browser, url);
        await page.goto(play(url, 'victim'));
        await lootOf(page);
        const attacked = selfTold.map(async (name) => {
          const tab = await browser.newPage();
          await tab.goto(play(url, name));
          expect([name, await lootOf(tab)]).toEqual([name, []]);
          await tab.close();
        });
        await Promise.all(attacked);
        await expectHomeUntouched(page, url);
        await expectPageUntouched(page, url);
        await expectNoLeak(page, url);
        await expectFramesApart(page, url);
        await expectStillAnswering(page, url);
        expect(await emailOf(page)).toBe('bob@example.test');
        await browser.close();
      });

    for (const attributes of layout.name === 'sibling subdomain' ? floods : floods.slice(-1))
      test(`a flood of cookies${attributes} locks nobody out`, async () => {
        // Once in a while the flooded browser answers nothing any more; another one is tried soon, not after minutes.
        test.setTimeout(60_000);
        const browser = await openBrowser(url);
        const page = await signedIn(browser, url);
        await page.goto(play(url, `flood${attributes}`));
        await lootOf(page);
        await page.goto(url);
        // Cookies of the highest rank push out even the session; signing in is then possible at once.
        const evicting = layout.name === 'sibling subdomain' && attributes.includes('High');
        if (!evicting) expect(await emailOf(page)).toBe('bob@example.test');
        else await signInThroughPages(page, 'bob@example.test', 'Bob');
        await page.goto(`${url}/faq`);
        expect(await emailOf(page)).toBe('bob@example.test');
        await expect.poll(() => page.evaluate(() => document.cookie.length)).toBe(0);
        await browser.close();
      });
  });

/** Through the page, as a creator does. */
async function uploadAll(url: string): Promise<void> {
  const browser = await openBrowser(url);
  const page = await browser.newPage();
  await signInThroughPages(page, 'eve@example.test', 'Eve');
  const builds = [
    ['victim', victimBuild] as const,
    ...evilNames.map((name) => [name, evilBuild(name, { canary: canary.url, home: home.url })] as const),
    ...['', '; Secure', '; Secure; Priority=High'].map(
      (kind) => [`flood${kind}`, cookieFlood(kind)] as const,
    ),
  ];
  for (const [name, entries] of builds) {
    const file = { name: 'build.zip', mimeType: 'application/zip', buffer: makeZip([...entries]) };
    const isPublic = name !== 'T10';
    // The form is filled in once; the others are sent as it sends them, without waiting for each to be shown.
    if (ids.size === 0) ids.set(name, await upload(page, { file, name, isPublic }));
    else {
      const form = { build: file, name, isPublic: String(isPublic) };
      const { body } = await publishByApi(page, form);
      ids.set(name, body.id);
    }
  }
  const shared = await api(page, 'GET', `/api/applications/${ids.get('T10')}`);
  ids.set('T10 key', new URL(shared.body.shareUrl).searchParams.get('key') ?? '');
  await browser.close();
}

function play(url: string, name: string): string {
  return `${url}/play/${ids.get(name)}`;
}

async function signedIn(browser: BrowserContext, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await signInThroughPages(page, 'bob@example.test', 'Bob');
  return page;
}

async function emailOf(page: Page): Promise<string | undefined> {
  const { body } = await api(page, 'GET', '/api/session');
  return body.user?.email;
}

/** T09: in the player, and in a tab of its own, where there is no page of Flux around it. */
async function expectHomeUntouched(page: Page, url: string): Promise<void> {
  await page.goto(play(url, 'T09'));
  expect(await lootOf(page)).toEqual([]);
  await page.goto((await playerFrame(page)).url());
  await expect.poll(() => readList(page, 'loot'), { timeout: 20_000 }).toEqual([]);
  expect(home.referers).toEqual([]);
}

/** T04, T05, T13 */
async function expectPageUntouched(page: Page, url: string): Promise<void> {
  await page.goto(play(url, 'T05'));
  await lootOf(page);
  expect(
    await page.evaluate(() => Reflect.get(window, 'spoofed') ?? Reflect.get({}, 'spoofed')),
  ).toBeUndefined();
  await expect(page.getByRole('heading', { level: 1, name: 'T05' })).toBeVisible();

  await page.goto(play(url, 'T04'));
  expect(await lootOf(page)).toEqual([]);
  const frame = await playerFrame(page);
  await frame.click('#go');
  await expect.poll(() => readList(frame, 'clicked')).toEqual([]);
  expect(page.url()).toBe(play(url, 'T04'));
  for (const tab of page.context().pages()) if (tab !== page) await tab.close();

  await page.goto(play(url, 'T13'));
  await lootOf(page);
  const framed = page.frames().find((child) => child.name() === 'framed');
  expect(framed?.url() ?? '').not.toContain(url);
}

/** T10: the share key of a private app is in the address of its page. */
async function expectNoLeak(page: Page, url: string): Promise<void> {
  const key = ids.get('T10 key') ?? 'none';
  canary.referers.length = 0;
  await page.goto(`${play(url, 'T10')}?key=${key}`);
  expect(await lootOf(page)).toEqual([]);
  await expect.poll(() => canary.referers.length).toBe(4);
  expect(canary.referers.filter((referer) => referer.includes(key))).toEqual([]);
}

/** T11: a picture that is a page, opened by itself; and nothing of a build by another way on Flux's host. */
async function expectFramesApart(page: Page, url: string): Promise<void> {
  await page.goto(play(url, 'T11'));
  await lootOf(page);
  const build = new URL((await playerFrame(page)).url());
  for (const name of ['drawing.svg', 'drawing.xml']) {
    await page.goto(new URL(name, build).href);
    await expect.poll(() => readList(page, 'loot')).toEqual([]);
    for (const address of [
      `/${name}`,
      `/serve/${ids.get('T11')}/${name}`,
      `/play/${ids.get('T11')}/${name}`,
    ]) {
      const answer = await page.request.get(`http://127.0.0.1:${port}${address}`, {
        headers: { host: new URL(url).host },
      });
      expect(await answer.text()).not.toContain('Coins');
    }
  }
}

/** T08: where the build shared the page's process, nothing would be answered ever. */
async function expectStillAnswering(page: Page, url: string): Promise<void> {
  await page.goto(play(url, 'T08'));
  const frame = await playerFrame(page);
  await expect.poll(() => answers(frame), { timeout: 30_000 }).toBe(false);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
}

/** Whether a page or frame still runs anything. */
function answers(page: Page | Frame): Promise<boolean> {
  const answer = page.evaluate(() => true).catch(() => true);
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false));
  return Promise.race([answer, late]);
}
