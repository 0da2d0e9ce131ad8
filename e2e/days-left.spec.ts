import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { answerSubscriptions, inDays, signIn, subscription } from './steps.ts';

const dayMilliseconds = 86_400_000;

/** The clock of the machine goes on while the tab stands still: its timers know nothing of it. */
async function sleepOneDay(page: Page): Promise<void> {
  await page.clock.setSystemTime(await page.evaluate((day) => Date.now() + day, dayMilliseconds));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

test('a tab that stays open counts the days on, while it is looked at and when one comes back to it', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'counting@example.test', 'Counting');
  const end = inDays(3.5);
  const ending = { trialEnd: end, cancelAtPeriodEnd: true, currentPeriodEnd: end };
  await answerSubscriptions(page, [subscription({ status: 'trialing', ...ending })]);
  await page.goto('/faq');
  const red = page.getByRole('region', { name: 'Cancelled subscription' });
  const blue = page.getByRole('region', { name: 'Free trial' });
  await expect(red).toContainText('4 days left until data deletion');
  await expect(blue).toContainText('Free trial: 3 days left.');
  await page.clock.fastForward(dayMilliseconds);
  await expect(red).toContainText('3 days left until data deletion');
  await expect(blue).toContainText('Free trial: 2 days left.');
  await sleepOneDay(page);
  await expect(red).toContainText('2 days left until data deletion');
  await expect(blue).toContainText('Free trial: 1 day left.');
  await sleepOneDay(page);
  await expect(red).toContainText('1 day left until data deletion');
  await expect(blue).toHaveCount(0);
  await sleepOneDay(page);
  await expect(red).toHaveCount(0);
});

test('so does the banner of who has no plan any more, to the deletion', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'counting-off@example.test', 'Counting', { plan: 'none' });
  const offline = { since: inDays(-27.5), deletionAt: inDays(2.5), applications: 1, organizations: 0 };
  // The server would tell its own time with them, by which no day has passed.
  await answerSubscriptions(page, []);
  await page.route('**/api/offline', (route) => route.fulfill({ json: { offline } }));
  // Where nobody is led away.
  await page.goto('/subscriptions');
  const banner = page.getByRole('region', { name: 'Offline' });
  await expect(banner).toContainText('3 days left until data deletion');
  await page.clock.fastForward(dayMilliseconds);
  await expect(banner).toContainText('2 days left until data deletion');
  await sleepOneDay(page);
  await expect(banner).toContainText('1 day left until data deletion');
});

test('a plan that ends while its page is open is not shown as the current one any more', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'counting-out@example.test', 'Counting', { plan: 'none' });
  await answerSubscriptions(page, [subscription({ status: 'cancelled', currentPeriodEnd: inDays(0.5) })]);
  await page.goto('/profile');
  const status = page.getByRole('region', { name: 'Subscription status' });
  await expect(status).toContainText('cancelled');
  await sleepOneDay(page);
  await expect(status).toContainText('No active subscription');
});
