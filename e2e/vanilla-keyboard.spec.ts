import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn } from './steps.ts';
import { publishThemed } from './themed.ts';

const way = (page: Page) => page.getByRole('button', { name: 'Control the game with the keyboard' });
const wayOut =
  'To return to the page, press Shift + Tab. If the game uses these keys, switch to another tab and back.';

/** By Tab alone, from the top of the page. */
async function tabTo(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(way(page)).toBeFocused({ timeout: 100 });
  }).toPass();
}

/** Keeps every key to itself, as Unity does, and tells which came. */
function takeKeys(page: Page) {
  return game(page)
    .locator('html')
    .evaluateHandle(() => {
      const seen: string[] = [];
      const take = (event: KeyboardEvent) => {
        seen.push(event.key);
        event.preventDefault();
      };
      addEventListener('keydown', take, true);
      return seen;
    });
}

/** Leaving fullscreen returns the focus to where the keyboard had it; after a click it stays in the game. */
async function expectFullscreen(page: Page): Promise<void> {
  await page.reload();
  await expect(game(page).locator('canvas')).toBeVisible();
  const button = page.getByRole('button', { name: 'Fullscreen' });
  const frame = gameFrame(page);
  const isFull = () => page.evaluate(() => document.fullscreenElement?.tagName ?? null);
  const leave = async () => {
    await expect.poll(isFull).toBe('IFRAME');
    await expect(frame).toBeFocused();
    await page.evaluate(() => document.exitFullscreen());
    await expect.poll(isFull).toBe(null);
  };
  await button.focus();
  await page.keyboard.press('Enter');
  await leave();
  await expect(button).toBeFocused();

  await button.click();
  await leave();
  await expect(frame).toBeFocused();
}

test('a game on its own page is played by keyboard alone, and lets nobody in who is not told the way out', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  for (const generation of ['2022 custom template', '2018 gzip', '2020 gzip'] as const)
    await test.step(generation, async () => {
      const name = `Keys of ${generation}`;
      const id = await publishThemed(page, name, 'vanilla', await generations[generation]());
      await page.goto(`/play/${id}`);
      const canvas = game(page).locator('canvas');
      await expect(canvas).toBeVisible();
      await tabTo(page);
      await expect(way(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(wayOut)).toBeInViewport({ ratio: 1 });
      await expect(way(page)).toHaveAccessibleDescription(wayOut);
      await page.keyboard.press('Enter');
      const frame = gameFrame(page);
      const ring = page.locator('iframe[data-game] + span');
      await expect(frame).toBeFocused();
      await expect(ring).toBeVisible();

      await page.keyboard.press('Shift+Tab');
      await expect(way(page)).toBeFocused();
      await expect(ring).toBeHidden();

      await page.keyboard.press('Enter');
      const keys = await takeKeys(page);
      for (const key of ['ArrowUp', ' ', 'Tab', 'Escape']) await page.keyboard.press(key);
      await expect.poll(() => keys.jsonValue()).toEqual(['ArrowUp', ' ', 'Tab', 'Escape']);
      await expect(frame).toBeFocused();
      // What a tab does that somebody leaves or comes back to.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(way(page)).toBeFocused();
    });
  await test.step('fullscreen gives the focus back to a key, and not to a click', () =>
    expectFullscreen(page));
});
