import type { Page } from '@playwright/test';
import { type Answers, answerAdmin, everything, someOrganization, someUser } from './administration.ts';
import { createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

/** Signs in as the administrator, whose lists are then what is answered here. */
async function administrate(page: Page, more: Answers = {}): Promise<void> {
  await signIn(page, 'admin@flux.localhost', 'Root');
  const self = await page.evaluate(async () => (await (await fetch('/api/session')).json()).user);
  await answerAdmin(page, { ...everything(self), ...more });
}

const nextPage = (url: URL, cursor: string) => {
  url.searchParams.set('cursor', cursor);
  return { link: `<${url.href}>; rel="next"` };
};

test('a search goes on where a page holds nothing of it, and nothing is called missing until the end', async ({
  page,
}) => {
  await administrate(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/getFirebaseAuthUsers\?.*search=needle/, async (route) => {
    const url = new URL(route.request().url());
    const cursor = url.searchParams.get('cursor');
    if (cursor === null) return route.fulfill({ json: [], headers: nextPage(url, 'a') });
    if (cursor === 'a') {
      await held.promise;
      return route.fulfill({ json: [], headers: nextPage(url, 'b') });
    }
    return route.fulfill({ json: [someUser({ number: 22, username: 'Needle' })] });
  });
  await page.goto('/admin?q=needle');
  await expect(page.getByText('Searching further…')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'No users found' })).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('row', { name: 'Needle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('who comes to the end of a list while it is refreshed gets more of it afterwards', async ({ page }) => {
  await administrate(page, {
    users: Array.from({ length: 120 }, (_, index) => someUser({ number: index + 2 })),
  });
  await page.goto('/admin');
  await expect(page.getByRole('row', { name: 'Person 2', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: /^Organizations/ }).click();
  await expect(page.getByText('Moonworks').first()).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/getFirebaseAuthUsers(\?|$)/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  const asked = page.waitForRequest(/\/api\/getFirebaseAuthUsers/);
  await page.getByRole('tab', { name: /^Users/ }).click();
  await asked;
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Load more' })).toBeInViewport();
  held.resolve();
  await expect(page.getByRole('row', { name: 'Person 60', exact: true })).toBeAttached();
});

test('what is chosen for somebody is what is shown, however fast one types', async ({ page, allowError }) => {
  allowError(/net::ERR_FAILED.*getFirebaseAuthUsers/);
  await administrate(page);
  const sent: unknown[] = [];
  await page.route(/\/api\/getFirebaseAuthUsers$/, (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route.request().postDataJSON());
    return route.abort();
  });
  const held = Promise.withResolvers<void>();
  const found = someOrganization({ number: 7, name: 'Zenith' });
  await page.route(/\/api\/admin\/organizations\?.*search=zenith/, async (route) => {
    const url = new URL(route.request().url());
    // A page that holds nothing yet is no answer either.
    if (!url.searchParams.has('cursor')) return route.fulfill({ json: [], headers: nextPage(url, 'a') });
    await held.promise;
    return route.fulfill({ json: [found] });
  });
  await page.goto('/admin');
  const options = page.getByRole('listbox').getByRole('option');
  const picker = page.getByRole('button', { name: 'Organization of Grace Hopper: Moonworks' });
  await picker.focus();
  // Twice in a row, as when the key is held: what was chosen stays chosen.
  await page.keyboard.press('Enter');
  await expect(options.filter({ hasText: 'Moonworks' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(picker).toBeFocused();
  expect(sent).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(options.filter({ hasText: 'Moonworks' })).toBeVisible();
  await page.keyboard.type('zenith');
  await page.keyboard.press('Enter');
  expect(sent).toEqual([]);
  await expect(page.getByText('Nothing by this name.')).toHaveCount(0);
  held.resolve();
  await expect(options).toHaveText(['Zenith']);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => sent.map((body) => (body as { organizationId: string }).organizationId))
    .toEqual([found.id]);
});

test('what stands as somebody’s organization is what is being set', async ({ page, allowError }) => {
  allowError(/status of 409/);
  await administrate(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/getFirebaseAuthUsers$/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await held.promise;
    return route.fulfill({ status: 409, json: { success: false, code: 'conflict', error: 'Not now.' } });
  });
  await page.goto('/admin');
  const picker = page.getByRole('button', { name: /^Organization of Grace Hopper: / });
  const options = page.getByRole('listbox').getByRole('option');
  await picker.click();
  await options.filter({ hasText: 'No Organization' }).click();
  await expect(picker).toHaveText('No Organization');
  await picker.click();
  await expect(options).toHaveCount(0);
  held.resolve();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(picker).toHaveText('Moonworks');
  await picker.click();
  await expect(options.first()).toBeVisible();
});

test('focus goes back to where it came from, and is not lost with a button', async ({ page, allowError }) => {
  allowError(/status of 404/);
  await administrate(page);
  await page.goto('/admin?tab=organizations');
  const manage = page.getByRole('button', { name: 'Manage members of Moonworks' });
  await page.route(/\/api\/organizations\/[a-z2-7]{26}$/, (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'not_found', error: 'It is gone.' } }),
  );
  await manage.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('It is gone.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(manage).toBeFocused();

  await page.goto('/admin?role=admin');
  const clear = page.getByRole('button', { name: 'Clear Filters' });
  await clear.focus();
  await page.keyboard.press('Enter');
  await expect(clear).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByPlaceholder('Search users...')).toBeFocused();
});

test('the dialogs of an organization give focus back, though they come when it is loaded', async ({
  page,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Root');
  await createOrganization(page, { name: 'Returners' });
  await page.goto('/admin?tab=organizations&q=returners');
  for (const [button, dialog] of [
    ['Manage members of Returners', 'Manage Members - Returners'],
    ['Delete Returners', 'Are you sure you want to delete organization "Returners"?'],
  ] as const) {
    const opener = page.getByRole('button', { name: button });
    await opener.press('Enter');
    await expect(page.getByRole('dialog', { name: dialog }).getByRole('button').nth(1)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('Refresh Data turns for whoever asked, not for the silent refresh', async ({ page }) => {
  await administrate(page);
  await page.clock.install();
  await page.goto('/admin?tab=usage');
  await expect(page.getByRole('heading', { name: 'Storage Usage' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/api\/getFirebaseUsage$/, async (route) => {
    asked += 1;
    await held.promise;
    await route.fallback();
  });
  const refresh = page.getByRole('button', { name: 'Refresh Data' });
  await page.clock.runFor(31_000);
  await expect.poll(() => asked).toBe(1);
  await expect(refresh).toHaveAttribute('aria-disabled', 'false');
  await refresh.click();
  await expect(refresh).toHaveAttribute('aria-disabled', 'true');
  held.resolve();
  await expect(refresh).toHaveAttribute('aria-disabled', 'false');
});
