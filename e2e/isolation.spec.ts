import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test';
import { evilNames, victimBuild } from '../fixtures/evil.ts';
import type { FixtureEntry } from '../fixtures/tree.ts';
import { makeZip } from '../fixtures/zip.ts';
import { isTorture } from '../src/server/testing/measures/trials.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { freePort } from '../src/server/testing/servers/free-port.ts';
import { buildOfAll, type Canary, floods, selfReportingAttacks, startCanary } from './isolation-attacker.ts';
import { failureOf, lootOf, openBrowser, playerFrame, read } from './isolation-browser.ts';
import { type NaiveServer, startNaive } from './isolation-naive.ts';
import { api, continueAs, publishByApi, signIn, signInThroughPages, type Upload } from './steps.ts';

let canary: Canary;
/** A service in the visitor's private network. The browser treats all other addresses as public. */
let home: Canary;
/** The layouts share the server and its published builds. */
let dataDir: string;
let port: number;
let published: Published | undefined;

// A trace requests snapshots of every page, and a hanging page would block it.
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

test.describe('in the undefended layout every attack succeeds, so that a failure elsewhere is meaningful', () => {
  let naive: NaiveServer;
  let browser: BrowserContext;
  let page: Page;

  test.beforeAll(async () => {
    naive = await startNaive();
    naive.add('victim', victimBuild);
    // Each has its own address. Otherwise the worker of one would intercept the others.
    for (const name of [...evilNames, 'T03']) naive.add(name, evilBuild());
    browser = await openBrowser(naive.url, false, [naive.url, canary.url]);
    page = await browser.newPage();
    await page.goto(`${naive.url}/sign-in`);
  });
  test.afterAll(async () => {
    await browser.close();
    naive.close();
  });

  test('session, workers, saves, permissions, the private network', async () => {
    await page.goto(`${naive.url}/play/victim`);
    await lootOf(page);
    for (const [name, expected] of Object.entries(selfReportingAttacks)) {
      const loot = await attack(page, `${naive.url}/play/${name}`, name);
      for (const pattern of expected)
        expect([name, loot]).toEqual([name, expect.arrayContaining([expect.stringMatching(pattern)])]);
      // By a CORS request, an opaque request, and a form.
      await expect.poll(() => naive.ended()).toBe(3);
    }
    expect(home.referers).toHaveLength(2);
    home.referers.length = 0;
  });

  test('the surrounding page, its address, an image that is a page, and Flux in a frame', async () => {
    await attack(page, `${naive.url}/play/T05`, 'T05');
    await expect.poll(() => read(page, 'spoofed')).toBe(true);
    const leak = attack(page, `${naive.url}/play/T10?key=secret`, 'T10');
    expect(await leak).toEqual([expect.stringContaining('key=secret')]);
    expect(canary.referers).toContainEqual(expect.stringContaining('key=secret'));
    for (const name of ['drawing.svg', 'drawing.xml']) {
      await page.goto(`${naive.url}/serve/T11/${name}`);
      await expect.poll(() => read(page, 'loot')).toEqual([expect.stringContaining('"user":')]);
    }
    await attack(page, `${naive.url}/play/T13`, 'T13');
    await expect.poll(() => framedBy(page)).toBe(`${naive.url}/`);
    canary.orders.push('T04');
    await page.goto(`${naive.url}/play/T04`);
    await page.waitForURL(/taken/);
  });

  test('the surrounding tab through a popup, and a page of Flux in a popup', async () => {
    let led = false;
    // Without content, so that the page stays and can report.
    await page.route('**/faq?taken', (route) => {
      led = true;
      return route.fulfill({ status: 204 });
    });
    await attack(page, `${naive.url}/play/T04?sandbox`, 'T04');
    expect(led).toBe(false);
    const frame = await playerFrame(page);
    await frame.click('#go');
    await expect.poll(() => read(frame, 'clicked')).toEqual(['a page of Flux in a window']);
    await expect.poll(() => led).toBe(true);
  });

  test('signing in again, after a flood of cookies', async () => {
    const flooded = await openBrowser(naive.url);
    const tab = await flooded.newPage();
    canary.orders.push('T03');
    await tab.goto(`${naive.url.replace('//', '//game.')}/serve/T03/`);
    await expect.poll(() => read(tab, 'loot')).toEqual([]);
    // The response header is too large whatever the user does, and stays so.
    for (const address of ['/', '/', '/sign-in']) {
      const answer = tab.waitForResponse(naive.url + address);
      await tab.goto(naive.url + address).catch(() => {});
      expect((await answer).status()).toBe(431);
    }
    await flooded.close();
  });

  test('the whole tab, by an endless loop', async () => {
    const tab = await browser.newPage();
    canary.orders.push('T08');
    await tab.goto(`${naive.url}/play/T08`);
    await expect.poll(() => answers(tab)).toBe(false);
  });
});

const layouts = [
  { name: 'sibling subdomain', host: 'flux.localhost', content: undefined, keepsSaves: () => true },
  {
    name: 'separate domain',
    host: 'flux.localhost',
    content: '{app}.games.localhost',
    keepsSaves: (blocked: boolean) => !blocked,
  },
  { name: 'one host', host: '127.0.0.1', content: undefined, keepsSaves: () => false },
];

/** Ids of applications. */
interface Published {
  victim: string;
  evil: string;
  /** The malicious build in a private application. */
  secret: string;
}

/** A Flux with its published builds. */
interface Site {
  url: string;
  /** The address of the game whose saves are attacked. */
  victim: string;
  evil: string;
  evilId: string;
  /** The malicious build in a private application, with the key in its address. */
  secret: string;
}

for (const layout of layouts)
  test.describe(`in the layout "${layout.name}"`, () => {
    let flux: FluxProcess;
    let site: Site;
    const isSibling = layout.name === 'sibling subdomain';

    test.beforeAll(async ({ browser }) => {
      const url = `http://${layout.host}:${port}`;
      const env = {
        FLUX_PUBLIC_URL: url,
        ...(layout.content ? { FLUX_CONTENT_ORIGIN: `http://${layout.content}:${port}` } : {}),
      };
      flux = await FluxProcess.create({ dataDir, port, env });
      await flux.start();
      site = await openSite(browser, url);
    });
    test.afterAll(() => flux.dispose());

    for (const blocked of [false, true])
      test(`no attack succeeds, with third-party storage ${blocked ? 'blocked' : 'allowed'}`, async () => {
        const browser = await openBrowser(site.url, blocked, [site.url, canary.url]);
        const page = await signedIn(browser);
        await page.goto(site.victim);
        // If saves are kept, there is something to steal. If not, storage is really blocked.
        expect((await failureOf(page)) === null).toBe(layout.keepsSaves(blocked));
        await expectNoReportedAttack(browser, site);
        // The other attacks use no third-party storage. `npm run torture` repeats them here.
        if (!blocked || isTorture) await expectOthersFail(page, site);
        expect(await emailOf(page)).toBe('bob@example.test');
        await browser.close();
      });

    test('floods of cookies lock no user out', async () => {
      const browser = await openBrowser(site.url);
      const page = await signedIn(browser);
      for (const [name, attributes] of Object.entries(floods).slice(isSibling ? 0 : -1))
        await test.step(`flood${attributes}`, async () => {
          const isSwept = watchSweeps(page);
          canary.orders.push(name);
          await page.goto(site.evil);
          // A sandboxed page can set no cookie, and gets an error.
          expect((await failureOf(page)) === null).toBe(layout.name !== 'one host');
          await page.goto(site.url);
          // Cookies of the highest priority even evict the session; signing in works immediately.
          const evicting = isSibling && attributes.includes('High');
          if (!evicting) expect(await emailOf(page)).toBe('bob@example.test');
          else await signInThroughPages(page, 'bob@example.test', 'Bob');
          await page.goto(`${site.url}/faq`);
          expect(await emailOf(page)).toBe('bob@example.test');
          await expect.poll(() => page.evaluate(() => document.cookie.length)).toBe(0);
          // Only cookies that are set next to Flux's host reach it.
          await expect.poll(isSwept).toBe(isSibling);
        });
      await browser.close();
    });
  });

/** One archive with every attack, including the floods. */
function evilBuild(): FixtureEntry[] {
  return buildOfAll({ canary: canary.url, home: home.url });
}

async function openSite(browser: Browser, url: string): Promise<Site> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, 'eve@example.test', 'Eve');
  published ??= await publishAll(page);
  const { victim, evil, secret } = published;
  const { body } = await api(page, 'GET', `/api/applications/${secret}`);
  await context.close();
  const play = (id: string) => `${url}/play/${id}`;
  return { url, victim: play(victim), evil: play(evil), evilId: evil, secret: body.shareUrl };
}

/** The malicious build is published for everyone, and for holders of the key. */
async function publishAll(page: Page): Promise<Published> {
  const publish = async (build: Upload, name: string, isPublic: boolean): Promise<string> => {
    const { status, body } = await publishByApi(page, { build, name, isPublic: String(isPublic) });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id;
  };
  const evil = zip(evilBuild());
  return {
    victim: await publish(zip(victimBuild), 'Victim', true),
    evil: await publish(evil, 'Free coins', true),
    secret: await publish(evil, 'Secret coins', false),
  };
}

function zip(entries: FixtureEntry[]): Upload {
  return { name: 'build.zip', mimeType: 'application/zip', buffer: makeZip(entries) };
}

/** Plays the malicious build with this attack, and returns its loot. */
async function attack(page: Page, address: string, name: string): Promise<string[]> {
  canary.orders.push(name);
  await page.goto(address);
  const loot = await lootOf(page);
  expect(await attackIn(page)).toBe(name);
  return loot;
}

async function attackIn(page: Page): Promise<string | null> {
  return read(await playerFrame(page), 'attack');
}

/** Signs in with the cookies exactly as the server sets them, without Flux's pages before and after. */
async function signedIn(browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await page.goto('/auth/google/start');
  await continueAs(page, 'bob@example.test', 'Bob');
  const isFlux = ({ pathname }: URL) => !/^\/(auth|local-sign-in)\//.test(pathname);
  await page.waitForURL(isFlux, { waitUntil: 'commit' });
  return page;
}

async function emailOf(page: Page): Promise<string | undefined> {
  const { body } = await api(page, 'GET', '/api/session');
  return body.user?.email;
}

/** Whether a response has removed the attacker's cookies. */
function watchSweeps(page: Page): () => boolean {
  let swept = false;
  page.on('response', async (response) => {
    const cookies = await response.headerValues('set-cookie').catch(() => []);
    if (cookies.some((cookie) => /^evil\d+=;.*Max-Age=0/.test(cookie))) swept = true;
  });
  return () => swept;
}

/** T01, T02, T06, T07, T09 in parallel, because each waits. */
async function expectNoReportedAttack(browser: BrowserContext, { evil }: Site): Promise<void> {
  const names = Object.keys(selfReportingAttacks);
  canary.orders.push(...names);
  // Each tab reports its attack itself.
  const told = names.map(async () => {
    const tab = await browser.newPage();
    await tab.goto(evil);
    const loot = await lootOf(tab);
    const name = await attackIn(tab);
    await tab.close();
    return [name, loot];
  });
  expect(Object.fromEntries(await Promise.all(told))).toEqual(
    Object.fromEntries(names.map((name) => [name, []])),
  );
}

/** T04, T05, T08, T09, T10, T11, T13 */
async function expectOthersFail(page: Page, site: Site): Promise<void> {
  await expectPageUntouched(page, site);
  await expectNoLeak(page, site);
  await attack(page, site.evil, 'T11');
  const build = new URL((await playerFrame(page)).url());
  await expectFramesApart(page, site, build);
  await expectHomeUntouched(page, build);
  await expectStillAnswering(page, site);
}

/** T09: in the player, as announced, and in a tab of its own, without a page of Flux around it. */
async function expectHomeUntouched(page: Page, build: URL): Promise<void> {
  canary.orders.push('T09');
  await page.goto(build.href);
  await expect.poll(() => read(page, 'loot'), { timeout: 60_000 }).toEqual([]);
  expect(await read(page, 'attack')).toBe('T09');
  expect(await read(page, 'failure')).toBeNull();
  expect(home.referers).toEqual([]);
}

/** T04, T05, T13 */
async function expectPageUntouched(page: Page, { url, evil }: Site): Promise<void> {
  await attack(page, evil, 'T05');
  expect(
    await page.evaluate(() => Reflect.get(window, 'spoofed') ?? Reflect.get({}, 'spoofed')),
  ).toBeUndefined();
  await expect(page.getByRole('heading', { level: 1, name: 'Free coins' })).toBeVisible();

  expect(await attack(page, evil, 'T04')).toEqual([]);
  const frame = await playerFrame(page);
  await frame.click('#go');
  await expect.poll(() => read(frame, 'clicked')).toEqual([]);
  expect(page.url()).toBe(evil);
  for (const tab of page.context().pages()) if (tab !== page) await tab.close();

  await attack(page, evil, 'T13');
  // If the browser refuses a frame, it shows its own error page there.
  await expect.poll(() => framedBy(page)).toMatch(/^chrome-error:/);
  expect(page.frames().filter((child) => child.url() === `${url}/`)).toEqual([]);
}

/** The address of the frame inside the build in the player. */
function framedBy(page: Page): string | undefined {
  return page
    .frames()
    .find((child) => child.name() === 'framed')
    ?.url();
}

/** T10: the share key of a private app is in the address of its page. */
async function expectNoLeak(page: Page, { secret }: Site): Promise<void> {
  const key = new URL(secret).searchParams.get('key');
  if (!key) throw new Error('The private app has no key.');
  canary.referers.length = 0;
  expect(await attack(page, secret, 'T10')).toEqual([]);
  await expect.poll(() => canary.referers.length).toBe(4);
  expect(canary.referers.filter((referer) => referer.includes(key))).toEqual([]);
  // Only the origin, never a path: third parties restrict their keys by origin.
  const frame = await playerFrame(page);
  const origin = await frame.evaluate(() => self.origin);
  const expected = origin === 'null' ? '' : `${origin}/`;
  expect(canary.referers.slice(2)).toEqual([expected, expected]);
}

/** T11: an image that is a page, opened directly; and no other way to a build's content on Flux's host. */
async function expectFramesApart(page: Page, { url, evilId }: Site, build: URL): Promise<void> {
  const contentOf = async (host: string, address: string) =>
    (await page.request.get(`http://127.0.0.1:${port}${address}`, { headers: { host } })).text();
  for (const name of ['drawing.svg', 'drawing.xml']) {
    const own = new URL(name, build);
    await page.goto(own.href);
    await expect.poll(() => read(page, 'loot')).toEqual([]);
    expect(await contentOf(own.host, own.pathname)).toContain('Coins');
    for (const address of [`/${name}`, `/serve/${evilId}/${name}`, `/play/${evilId}/${name}`])
      expect(await contentOf(new URL(url).host, address)).not.toContain('Coins');
  }
}

/** T08: if the build shared the page's process, nothing would ever respond. */
async function expectStillAnswering(page: Page, { evil }: Site): Promise<void> {
  canary.orders.push('T08');
  await page.goto(evil);
  const frame = await playerFrame(page);
  await expect.poll(() => answers(frame), { timeout: 30_000 }).toBe(false);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
}

/** Whether a page or frame still runs scripts. */
function answers(page: Page | Frame): Promise<boolean> {
  const answer = page.evaluate(() => true).catch(() => true);
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false));
  return Promise.race([answer, late]);
}
