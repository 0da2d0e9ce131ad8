import type { Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { build, publish } from './account.ts';
import { createOrganization } from './organizations.ts';
import { endPlan, renewPlan } from './plan-end.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn } from './steps.ts';

test.use({ instance: 'ended plan' });

const ada = 'ada.offline@example.test';

/** Users without a plan are redirected to the plans. The redirect is disabled here. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const notice = page.getByRole('alert').filter({ hasText: 'Your subscription has ended' });
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toHaveCount(0);
}

/** A user with an organization and two applications, one of them private. Tests share a Flux, so names differ. */
async function begin(page: Page, flux: FluxProcess, email: string, app: string, organization: string) {
  await signIn(page, email, 'Ada');
  const studio = await createOrganization(page, { name: organization, isPublic: true });
  const open = await publish(page, app);
  const form = { name: `${app} at night`, isPublic: 'false', organizationId: studio, build: build('dark') };
  const { body } = await publishByApi(page, form);
  const end = () => endPlan(flux, email);
  return { studio, open, shut: body.id as string, end };
}

// The pages of offline content: src/web/features/billing/offline/offline.browser.test.tsx
test('its owner sees the offline content, downloads it, and gets it back with a plan', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 402/);
  const { open: id, shut, end } = await begin(page, flux, ada, 'Moonlight', 'Studio');
  await end();
  await open(page, '/?filter=my-apps');
  const banner = page.getByRole('region', { name: 'Offline' });
  await expect(banner).toContainText('Your subscription has ended: 30 days left until data deletion.');
  await expect(banner).toContainText('2 applications and 1 organization are offline');

  await open(page, `/play/${id}`);
  await expect(page.getByText('This application is offline', { exact: true })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);

  await open(page, `/update/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  expect((await download).suggestedFilename()).toBe('game.zip');
  expect((await api(page, 'PATCH', `/api/applications/${id}`, { name: 'New' })).body).toMatchObject({
    code: 'subscription_required',
    error:
      'This application is offline, because your subscription has ended. Choose a plan to bring it back.',
  });

  await renewPlan(flux, ada);
  await page.goto(`/play/${shut}`);
  await expect(game(page).getByText('dark')).toBeVisible();
  await page.goto('/?filter=my-apps');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Play Moonlight', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
});

test('a player in the game gets no further file, and a visitor gets a 404', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of (402|404)/);
  const email = 'grace.offline@example.test';
  const { open: id, shut, end } = await begin(page, flux, email, 'Starlight', 'Observatory');
  const shareUrl = (await api(page, 'GET', `/api/applications/${shut}`)).body.shareUrl as string;
  const context = await browser.newContext({ baseURL: flux.url });
  const [player, guest, visitor] = await Promise.all([
    context.newPage(),
    context.newPage(),
    context.newPage(),
  ]);
  await player.goto(`/play/${id}`);
  await expect(game(player).getByText('game')).toBeVisible();
  await guest.goto(shareUrl);
  await expect(game(guest).getByText('dark')).toBeVisible();
  await visitor.goto('/');
  await expect(visitor.getByRole('link', { name: 'Play Starlight', exact: true }).first()).toBeVisible();
  const further = (shown: Page) =>
    shown.frames()[1]?.evaluate(async () => (await fetch(`index.html?${Math.random()}`)).status);
  expect([await further(player), await further(guest)]).toEqual([200, 200]);

  await end();
  await expect.poll(() => further(player), { timeout: 5_000 }).toBe(404);
  await expect.poll(() => further(guest), { timeout: 5_000 }).toBe(404);
  // An open list removes it by itself.
  await visitor.bringToFront();
  await expect(visitor.getByRole('link', { name: 'Play Starlight', exact: true })).toHaveCount(0);
  await expect(visitor.getByText('Observatory')).toHaveCount(0);
  for (const [shown, address] of [
    [player, `/play/${id}`],
    [guest, shareUrl],
  ] as const) {
    await shown.goto(address);
    await expect(shown.getByRole('heading', { name: 'Application not found' })).toBeVisible();
  }
  expect((await api(visitor, 'GET', `/api/applications/${id}`)).body).toEqual(
    (await api(visitor, 'GET', '/api/applications/aaaaaaaaaaaaaaaaaaaaaaaaaa')).body,
  );
  await context.close();
});
