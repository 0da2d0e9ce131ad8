import type { FrameLocator, Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { game, signIn } from './steps.ts';

/** The behaviour of a creator's own page stays the same under a theme. */

test('a page that navigates its frame to its own root is shown there, without a nested page of Flux', async ({
  page,
  browser,
}) => {
  const links = `<a href="./">Again</a> <a href="sub/">Below</a>
    <form><button name="level" value="2">Level 2</button></form>`;
  const data = (referrer: string) => `<!doctype html><title>Own</title>${referrer}${links}`;
  const silent = '<meta name="referrer" content="no-referrer">';
  const query = 'level=a%20b+c&level=2&bare&empty=';
  const asGiven = /^\?(v=\w+&)?level=a%20b\+c&level=2&bare&empty=(&v=\w+)?&flux-framed=1#room=7$/;
  const flux = await FluxProcess.create({ env: { FLUX_CONTENT_ORIGIN: 'same-host' } });
  await flux.start();
  const context = await browser.newContext({ baseURL: flux.url });
  for (const host of [page, await context.newPage()]) {
    await signIn(host, 'admin@flux.localhost', 'Ada');
    for (const referrer of ['', silent]) {
      const id = await publishThemed(host, 'Round', 'modern', [
        { name: 'index.html', data: data(referrer) },
        { name: 'sub/index.html', data: '<!doctype html><title>Below</title><a href="../">Above</a>' },
      ]);
      await host.goto(`/play/${id}?${query}&key=none#room=7`);
      const own = game(host).frameLocator('#flux-frame');
      const tab = await inNewTab(host);
      for (const asked of [await given(own), await given(tab.frameLocator('#flux-frame'))])
        expect(asked).toMatch(asGiven);
      await tab.close();
      for (const [role, name] of [
        ['link', 'Again'],
        ['link', 'Again'],
        ['button', 'Level 2'],
        ['link', 'Below'],
        ['link', 'Above'],
      ] as const) {
        const before = await own.locator('html').elementHandle();
        await own.getByRole(role, { name, exact: true }).click();
        // The previous page is gone.
        await expect.poll(() => before?.isVisible().catch(() => false)).toBe(false);
        await expect(own.getByRole('link', { name: name === 'Below' ? 'Above' : 'Again' })).toBeVisible();
        await expect(own.locator('#flux-frame')).toHaveCount(0);
        await expect(game(host).locator('#flux-frame')).toHaveCount(1);
      }
    }
    // A page of a fixed size is scaled, whether or not the page around it can measure it.
    const canvas = '<!doctype html><title>Fixed</title><canvas width="1440" height="900"></canvas>';
    const fixed = await publishThemed(host, 'Fixed', 'modern', [{ name: 'index.html', data: canvas }]);
    await host.goto(`/play/${fixed}`);
    const transform = () =>
      game(host)
        .locator('#flux-frame')
        .evaluate((frame: HTMLElement) => frame.style.transform);
    await expect.poll(transform).toMatch(/^scale\(0\.\d+\)$/);
  }
  await context.close();
  await flux.dispose();
});

/** The query and fragment with which a framed page was opened. */
function given(frame: FrameLocator): Promise<string> {
  return frame.locator('html').evaluate(() => location.search + location.hash);
}

async function inNewTab(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Play in New Tab' }).click();
  return opening;
}

test('on a phone the resolution of a stock page also applies under a theme', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const note = (where: string) => `if (/iPhone|iPad|iPod|Android/i.test(navigator.userAgent)) {
        canvas.className = "unity-mobile";
        ${where}config.devicePixelRatio = 1;
      }
      var script =`;
  const entries = await generations['2020 gzip']();
  const published = (where: string) =>
    publishThemed(
      page,
      'Phone',
      'modern',
      entries.map((entry) => {
        if (entry.name === 'index.html')
          return { ...entry, data: String(entry.data).replace('var script =', note(where)) };
        if (!entry.name.endsWith('.loader.js')) return entry;
        const data =
          'function createUnityInstance(canvas, config) { window.fluxConfig = config; return new Promise(() => {}); }';
        return { ...entry, data };
      }),
    );
  const [set, commented] = [await published(''), await published('// ')];
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  for (const [id, userAgent, ratio] of [
    [set, phone, 1],
    [commented, phone, undefined],
    [set, undefined, undefined],
  ] as const) {
    const context = await browser.newContext({ baseURL: flux.url, ...(userAgent ? { userAgent } : {}) });
    const other = await context.newPage();
    await other.goto(`/serve/${id}`);
    await expect(other.locator('html')).toHaveAttribute('data-look', 'modern');
    const config = () => other.evaluate(() => Reflect.get(window, 'fluxConfig'));
    await expect.poll(config).toHaveProperty('dataUrl');
    expect((await config()).devicePixelRatio).toBe(ratio);
    await context.close();
  }
});

test('a theme passes the stock page’s settings to the loader, and exposes the instance to plugins', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const loader = `function createUnityInstance(canvas, config) {
    window.fluxConfig = config;
    return Promise.resolve({ SendMessage: function () { return "heard"; } });
  }`;
  const own = (html: string) =>
    html
      .replace('companyName:', 'autoSyncPersistentDataPath: true, companyName:')
      .replace('.then((unityInstance) => {', '$& window.unityInstance = unityInstance;');
  const entries = (await generations['2020 gzip']()).map((entry) => {
    if (entry.name === 'index.html') return { ...entry, data: own(String(entry.data)) };
    return entry.name.endsWith('.loader.js') ? { ...entry, data: loader } : entry;
  });
  const id = await publishThemed(page, 'Plugins', 'modern', entries);
  await page.goto(`/serve/${id}`);
  await expect(page.locator('html')).toHaveAttribute('data-stage', 'instance');
  const answer = () => page.evaluate(() => Reflect.get(window, 'unityInstance')?.SendMessage('A', 'B'));
  await expect.poll(answer).toBe('heard');
  expect(await page.evaluate(() => Reflect.get(window, 'fluxConfig').autoSyncPersistentDataPath)).toBe(true);
});
