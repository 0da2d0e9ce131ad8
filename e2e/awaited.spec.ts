import type { Page, Route } from '@playwright/test';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

const settings = '**/api/payment-settings';
const broken = { status: 500, json: { success: false, code: 'internal', error: 'It broke.' } };

/** Pages that wait for how one pays here, and what shows that each is drawn. */
const pages = [
  { path: '/subscriptions', heading: 'Plans' },
  { path: '/profile', heading: 'Profile' },
  { path: '/faq', heading: 'Frequently asked questions' },
];

async function answerSettings(page: Page, answer: (route: Route) => Promise<void> | null) {
  let asked = 0;
  await page.route(settings, (route) => {
    asked += 1;
    return answer(route);
  });
  return () => asked;
}

for (const { path, heading } of pages) {
  const title = (page: Page) => page.getByRole('heading', { name: heading, exact: true });

  test(`${path} is drawn once where what it waits for fails, and does not ask without end`, async ({
    page,
    allowError,
  }) => {
    allowError(/status of 500/);
    await signIn(page, 'awaits@example.test', 'Awa');
    const asked = await answerSettings(page, (route) => route.fulfill(broken));
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    const kept = await title(page).elementHandle();
    // A loop would ask many times in a second, and draw the page anew each time.
    await page.waitForTimeout(1_500);
    expect(asked()).toBeLessThanOrEqual(4);
    expect(await kept?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test(`${path} is drawn also where what it waits for does not come`, async ({ page }) => {
    await signIn(page, 'awaits-long@example.test', 'Alo');
    await answerSettings(page, () => null);
    await page.goto(path);
    await expect(title(page)).toBeVisible();
  });
}

test('a question that is told of late is opened all the same where the address names it', async ({
  page,
}) => {
  await signIn(page, 'awaits-answer@example.test', 'Awena');
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await answerSettings(page, async (route) => {
    await told;
    await route.fallback();
  });
  await page.goto('/faq#trial');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#trial')).toHaveCount(0);
  tell();
  await expect(page.locator('#trial')).toHaveAttribute('open');
});

test('a page is drawn, and the way to others is there, while nobody says who is here', async ({ page }) => {
  await signIn(page, 'awaits-whom@example.test', 'Anouk');
  await page.route('**/api/session', () => null);
  await page.goto('/terms?asked');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Support' }).first()).toBeVisible();
});
