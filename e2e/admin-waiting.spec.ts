import type { Locator } from '@playwright/test';
import { administrate, answerAdmin, broken, everything, lines } from './administration.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';

test('empty lists say so in their own words', async ({ page }) => {
  await administrate(page, () => ({}));
  const places: [path: string, words: string][] = [
    ['/admin', 'No users found'],
    ['/admin?tab=organizations', 'No organizations found'],
    ['/admin?tab=applications', 'No applications found'],
    ['/admin/reports', 'No open reports'],
    ['/admin/audit-log', 'Nothing found'],
    ['/admin/mails', 'No mails'],
  ];
  for (const [path, words] of places) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
  }
  await examine(page, 'no mails');
  await page.goto('/admin');
  await expect(page.getByRole('tab', { name: 'Users (0)' })).toBeVisible();
});

test('what does not load is said in its place, and tried again', async ({ page, allowError }) => {
  allowError(/status of 500/);
  await administrate(page, everything);
  const places: [path: string, call: RegExp, words: string, shown: string][] = [
    ['/admin', /\/api\/getFirebaseAuthUsers/, 'Failed to load users', 'Grace Hopper'],
    [
      '/admin?tab=organizations',
      /\/api\/admin\/organizations/,
      'Failed to load organizations. Function may require authentication.',
      'Moonworks',
    ],
    ['/admin?tab=applications', /\/api\/admin\/applications/, 'Failed to fetch applications', 'Comet Chaser'],
    ['/admin/reports', /\/api\/admin\/reports/, 'Failed to load reports', 'Application 2'],
    ['/admin/audit-log', /\/api\/admin\/audit-log/, 'Failed to load the audit log', 'Changed a role'],
    ['/admin/mails', /\/api\/admin\/mails/, 'Failed to load mails', 'You are invited to Moonworks'],
  ];
  for (const [path, call, words, shown] of places) {
    await page.route(call, (route) => route.fulfill(broken));
    await page.goto(path);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await page.unroute(call);
    await answerAdmin(page, everything({ id: 'self', username: 'Root' }));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible();
  }
});

test('what is awaited has the shape of what comes, and nothing moves when it does', async ({ page }) => {
  await administrate(page, everything);
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/(getFirebaseAuthUsers|admin\/(counts|reports))(\?|$)/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  const placeOf = async (part: Locator) => {
    const { x, y } = (await part.boundingBox()) ?? { x: 0, y: 0 };
    return { x, y };
  };
  await page.goto('/admin');
  const loading = page.getByText('Loading users…').locator('+ *');
  await expect(loading).toHaveAttribute('aria-busy', 'true');
  const parts = [
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Storage' }),
    page.getByRole('tab', { name: 'Firebase Usage' }),
    // Heads of columns that are only drawn have no role.
    page.locator('th').filter({ hasText: 'Joined' }),
  ];
  const before = await Promise.all(parts.map(placeOf));
  held.resolve();
  await expect(page.getByRole('tab', { name: 'Users (6)' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reports 2 open' })).toBeVisible();
  await expect(lines(page)).toHaveCount(6);
  expect(await Promise.all(parts.map(placeOf))).toEqual(before);
});
