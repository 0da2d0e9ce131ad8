import type { FrameLocator, Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { themes } from '../src/shared/apps/themes.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn } from './steps.ts';

const looks = themes.filter((theme) => theme !== 'vanilla');

/** One theme for each way to start a game, with the number of focus stops before it. */
const stages = [
  { generation: '2020 gzip', last: '**/*.data.gz', inner: game },
  { generation: '2018 gzip', last: '**/*.data.unityweb', inner: game },
  {
    generation: '2022 custom template',
    last: /[?&]flux-framed=/,
    inner: (page: Page): FrameLocator => game(page).frameLocator('#flux-frame'),
  },
] as const;

test('a themed page works by keyboard alone, even while Unity captures every key', async ({ page }) => {
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

test('there is one fullscreen button: below the frame of the play page, or in the page itself in its own tab', async ({
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
      // Fullscreen shows only the game.
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

test('a themed page hides its bar if its frame is fullscreen, but not if only the window is', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publishThemed(page, 'Whole', 'modern', await generations['2020 gzip']());
  await page.goto(`/play/${id}`);
  const root = game(page).locator('html');
  const bar = game(page).locator('.bar');
  await expect(root).toHaveAttribute('data-state', 'playing');
  await expect(bar).toBeVisible();
  // For the frame this is equivalent to F11.
  await page.evaluate(() => document.documentElement.requestFullscreen());
  await expect.poll(() => root.evaluate(() => matchMedia('(display-mode: fullscreen)').matches)).toBe(true);
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect(bar).toBeHidden();
  await test.step('the same after a reload in that state', async () => {
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

test('a loaded game takes the focus unless the user is using the page around it', async ({
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
      /** A visit during which the last file of the game is held back. */
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
