import { type StockPage, stockPages } from '../fixtures/stock-pages.ts';
import { makeTree } from '../fixtures/tree.ts';
import { unityPage } from '../src/server/delivery/pages/theme/stage.ts';
import { inspectTree } from '../src/server/features/publishing/builds/inspect/inspect.ts';
import { chooseCombinations } from '../src/server/testing/measures/trials.ts';
import { looks, readPageRenderer } from './game-page-renderer.ts';
import { expect, test } from './server.ts';
import { expectGameVisible, gameOverflow, phone } from './visible-game.ts';

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  css: 'text/css',
  wasm: 'application/wasm',
};

const devices = { computers: undefined, phones: phone };
const cases = Object.entries<StockPage>(stockPages).flatMap(([name, stock]) =>
  Object.entries(devices).map(([device, userAgent]) => ({ name, stock, device, userAgent })),
);
const keyOf = (name: string, device: string, look: string) => [name, device, look].join();
const chosen = new Set(
  chooseCombinations(cases.flatMap(({ name, device }) => looks.map((look) => keyOf(name, device, look)))),
);

for (const { name, stock, device, userAgent } of cases)
  test(`Unity’s ${name} shows its whole game under themes, on ${device}`, async ({ browser }) => {
    const entries = await stock.build();
    const { report } = await inspectTree(makeTree(entries));
    expect(report.template).toBe(stock.template);
    const draw = await readPageRenderer();
    const context = await browser.newContext(userAgent ? { userAgent } : {});
    const page = await context.newPage();
    const { stage } = unityPage({ report, files: new Map() });
    await page.route('http://drawn.localhost/**', (route) => {
      const [, look, ...path] = new URL(route.request().url()).pathname.split('/');
      const drawn = looks.find((each) => each === look);
      const file = path.join('/');
      if (drawn && file === '')
        return route.fulfill({ contentType: contentTypes.html, body: draw({ look: drawn, name, stage }) });
      const entry = entries.find((each) => each.name === file);
      if (!entry) return route.fulfill({ status: 404, body: '' });
      const contentType = contentTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return route.fulfill({ contentType, body: entry.data });
    });
    for (const look of looks.filter((each) => chosen.has(keyOf(name, device, each))))
      await test.step(look, async () => {
        await page.goto(`http://drawn.localhost/${look}/`);
        const html = page.locator('html');
        await expect(html).toHaveAttribute('data-state', 'playing');
        await expectGameVisible(page, () => gameOverflow(html));
      });
    await context.close();
  });
