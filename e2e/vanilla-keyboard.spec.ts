import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn } from './steps.ts';

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

/** Captures every key, as Unity does, and reports it. */
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

/** Leaving fullscreen by key returns the focus to the button; after a click it stays in the game. */
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

test('a game on its own page is playable by keyboard, and the way out is announced before the focus enters', async ({
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
      // Simulates leaving a tab or returning to it.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(way(page)).toBeFocused();
    });
  await test.step('leaving fullscreen returns the focus after a key, and not after a click', () =>
    expectFullscreen(page));
});
