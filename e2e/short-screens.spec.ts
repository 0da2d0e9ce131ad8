import type { Page } from '@playwright/test';
import { publish } from './account.ts';
import { expect, test } from './server.ts';
import { answerSubscriptions, inDays, openOnPhone, signIn, subscription } from './steps.ts';

interface Seen {
  width: number;
  height: number;
  top: number;
  bottom: number;
}

const seen = (page: Page) =>
  page.locator('iframe[data-game]').evaluate((frame): Seen => {
    const { width, height, top, bottom } =
      (frame as HTMLElement).offsetParent?.getBoundingClientRect() ?? new DOMRect();
    return { width, height, top, bottom };
  });

test('a game has the full height of a phone in landscape, without bars or banners, and normal space elsewhere', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'sideways@example.test', 'Sid');
  const id = await publish(page, 'Sideways');
  const shown = await openOnPhone({ page, browser, baseURL: flux.url }, { width: 844, height: 390 });
  // Every page shows a banner about the trial.
  const trial = { status: 'trialing', isTrialActive: true, trialEnd: inDays(5) } as const;
  await answerSubscriptions(shown, [subscription(trial)]);
  await shown.goto(`/play/${id}`);
  const banner = shown.getByRole('region', { name: 'Free trial' });
  const bars = [shown.getByRole('banner'), banner, shown.locator('nav.fixed')];
  await expect(shown.locator('iframe[data-game]')).toBeVisible();
  await expect(banner).toBeAttached();
  const seenWhole = async (height: number) => {
    await expect.poll(async () => (await seen(shown)).height).toBeGreaterThan(height * 0.9);
    await expect.poll(async () => (await seen(shown)).top).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => (await seen(shown)).bottom).toBeLessThanOrEqual(height);
  };
  await seenWhole(390);
  for (const size of [
    { width: 844, height: 390 },
    // Other pages have a bar at the bottom here.
    { width: 740, height: 330 },
    { width: 640, height: 360 },
  ])
    await test.step(`${size.width} by ${size.height}`, async () => {
      // After rotating the phone, the game is still in view.
      await shown.setViewportSize({ width: 390, height: 844 });
      await expect.poll(async () => (await seen(shown)).width).toBe(390);
      await shown.setViewportSize(size);
      await seenWhole(size.height);
      const { width, height } = await seen(shown);
      expect(width / height).toBeCloseTo(16 / 9, 1);
      for (const bar of bars) await expect(bar).not.toBeInViewport({ ratio: 0.5 });
      // The rest of the page is below.
      const share = shown.getByRole('button', { name: 'Share' });
      await share.scrollIntoViewIfNeeded();
      await expect(share).toBeInViewport({ ratio: 1 });
      await shown.evaluate(() => window.scrollTo(0, 0));
    });
  await shown.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await seen(shown)).width).toBe(390);
  await shown.context().close();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/play/${id}`);
  await expect(page.locator('iframe[data-game]')).toBeVisible();
  await expect.poll(async () => (await seen(page)).width).toBe(1040);
});
