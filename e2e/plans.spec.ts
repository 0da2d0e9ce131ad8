import { checkAccessibility } from './check-accessibility.ts';
import { expect, test } from './server.ts';
import { continueAs } from './steps.ts';

test('what a visitor does before the script has loaded is kept: scroll position and open details', async ({
  page,
}) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await asked;
    await route.fallback();
  });
  await page.goto('/subscriptions#pricing', { waitUntil: 'commit' });
  const question = page.locator('details', { hasText: 'Is Indie really free?' });
  await question.locator('summary').click();
  const read = () => page.evaluate(() => window.scrollY);
  const found = await read();
  await page.mouse.wheel(0, 300);
  await expect.poll(read).toBe(found + 300);
  const drawn = await question.elementHandle();
  ask();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'page');
  await page.waitForTimeout(300);
  expect(await read()).toBe(found + 300);
  expect(await drawn?.evaluate((details: HTMLDetailsElement) => [details.isConnected, details.open])).toEqual(
    [true, true],
  );
});

for (const [when, held] of [
  ['before any script', '**/assets/*.js'],
  ['between the header’s script and the page’s', '**/assets/subscriptions-page-*.js'],
] as const)
  test(`a click ${when} is repeated after hydration`, async ({ page }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await page.route(held, async (route) => {
      await asked;
      await route.fallback();
    });
    // On a busy machine hydration may end before the timers that the click started.
    await page.addInitScript(() => {
      const { setTimeout: wait } = window;
      window.setTimeout = ((work: () => void, ms = 0) =>
        wait(work, Math.max(ms, 2_000))) as typeof setTimeout;
    });
    await page.goto('/subscriptions', { waitUntil: 'commit' });
    if (when !== 'before any script')
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'shell');
    await page.getByRole('button', { name: 'Choose Pro+' }).click();
    ask();
    await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  });

test('a visitor who chooses Indie has it after signing in', async ({ page }) => {
  await page.goto('/subscriptions');
  await page.getByRole('button', { name: 'Get Started Free' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'chooser@example.test', 'Chooser');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('You are on the Indie plan.')).toBeVisible();
  await page.goto('/subscriptions');
  const indie = page.getByRole('article', { name: 'Indie' });
  await expect(indie.getByText('Current plan')).toBeVisible();
  await expect(page.getByText('Your plan: Indie')).toBeVisible();
  await checkAccessibility(page, 'plans with a plan');
  await indie.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/');
});
