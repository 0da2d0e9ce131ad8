import type { FrameLocator, Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { themes } from '../src/shared/apps/themes.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn } from './steps.ts';
import { publishThemed } from './themed.ts';

const looks = themes.filter((theme) => theme !== 'vanilla');

/** One of each way in which a themed page starts a game, with what comes before it has. */
const stages = [
  { generation: '2020 gzip', last: '**/*.data.gz', inner: game },
  { generation: '2018 gzip', last: '**/*.data.unityweb', inner: game },
  {
    generation: '2022 custom template',
    last: /[?&]flux-framed=/,
    inner: (page: Page): FrameLocator => game(page).frameLocator('#flux-frame'),
  },
] as const;

test('a themed page is used by keyboard alone, also while Unity takes every key', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const published: { id: string; name: string }[] = [];
  for (const [generation, themes] of [
    ['2020 gzip', looks],
    ['2018 gzip', ['modern']],
  ] as const)
    for (const theme of themes) {
      const name = `Keys in ${theme} of ${generation}`;
      published.push({ name, id: await publishThemed(page, name, theme, await generations[generation]()) });
    }
  for (const { id, name } of published) {
    await page.goto(`/serve/${id}`);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'playing');
    await page.evaluate(() => addEventListener('keydown', (event) => event.preventDefault(), true));
    const canvas = page.getByRole('application', { name });
    await expect(canvas).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe('flux-stage');
    await expect(canvas).toBeFocused();
    await page.evaluate(() => document.exitFullscreen());
  }
});

test('fullscreen is offered once: below the frame of the play page, and by the page itself where it stands alone', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const button = { name: 'Fullscreen' };
  const entries = await generations['2020 gzip']();
  const published: [theme: string, id: string][] = [];
  for (const theme of looks)
    published.push([theme, await publishThemed(page, `Once in ${theme}`, theme, entries)]);
  for (const [theme, id] of published)
    await test.step(theme, async () => {
      await page.goto(`/play/${id}`);
      await expect(game(page).locator('html')).toHaveAttribute('data-state', 'playing');
      await expect(game(page).getByRole('button', button)).toHaveCount(0);
      // On the whole screen there is the game and nothing around it.
      await page.getByRole('button', button).click();
      const stage = game(page).locator('#flux-stage');
      await expect
        .poll(() =>
          stage.evaluate((it) => {
            const { width, height } = it.getBoundingClientRect();
            return [width, height].join() === [innerWidth, innerHeight].join();
          }),
        )
        .toBe(true);
      await page.evaluate(() => document.exitFullscreen());
      await page.goto(`/serve/${id}`);
      await expect(page.getByRole('button', button)).toBeVisible();
    });
});

test('a themed page leaves out its bar where its frame fills the screen, and not where the window does', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publishThemed(page, 'Whole', 'modern', await generations['2020 gzip']());
  await page.goto(`/play/${id}`);
  const root = game(page).locator('html');
  const bar = game(page).locator('.bar');
  await expect(root).toHaveAttribute('data-state', 'playing');
  await expect(bar).toBeVisible();
  // To the frame this is what F11 is.
  await page.evaluate(() => document.documentElement.requestFullscreen());
  await expect.poll(() => root.evaluate(() => matchMedia('(display-mode: fullscreen)').matches)).toBe(true);
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect(bar).toBeHidden();
  await test.step('also where it is loaded anew there', async () => {
    await root.evaluate((it) => {
      it.dataset.before = '';
      location.reload();
    });
    await expect(root).not.toHaveAttribute('data-before');
    await expect(root).toHaveAttribute('data-state', 'playing');
    await expect(bar).toBeHidden();
  });
  await page.evaluate(() => document.exitFullscreen());
  await expect(bar).toBeVisible();
});

test('a game that has loaded takes the keyboard where nobody uses the page around it, and from nobody who does', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const context = await browser.newContext({ baseURL: flux.url });
  const visitor = await context.newPage();
  for (const { generation, last, inner } of stages)
    await test.step(generation, async () => {
      const id = await publishThemed(page, 'Slow', 'modern', await generations[generation]());
      const root = game(visitor).locator('html');
      /** A visit during which the last file of the game waits. */
      const begin = async () => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        await visitor.route(last, async (route) => {
          await released;
          await route.continue();
        });
        await visitor.goto(`/play/${id}`);
        await expect(root).toHaveAttribute('data-state', /loading|starting/);
        const finish = async () => {
          release();
          await expect(root).toHaveAttribute('data-state', 'playing');
          await visitor.unroute(last);
        };
        return finish;
      };

      const finish = await begin();
      await visitor.getByRole('button', { name: 'Report' }).click();
      const details = visitor.getByRole('dialog', { name: 'Report Slow' }).getByLabel('Details');
      await details.click();
      await visitor.keyboard.type('The music');
      await finish();
      await visitor.keyboard.type(' is mine.');
      await expect(details).toBeFocused();
      await expect(details).toHaveValue('The music is mine.');

      await (await begin())();
      await expect(gameFrame(visitor)).toBeFocused();
      const keys = await inner(visitor)
        .locator('html')
        .evaluateHandle(() => {
          const seen: string[] = [];
          addEventListener('keydown', (event) => seen.push(event.key));
          return seen;
        });
      await visitor.keyboard.press('ArrowUp');
      await expect.poll(() => keys.jsonValue()).toEqual(['ArrowUp']);
    });
  await context.close();
});
