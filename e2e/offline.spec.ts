import type { Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { build, publish } from './account.ts';
import { choose, createOrganization, join, personIn, rowOf } from './organizations.ts';
import { endPlan, renewPlan } from './plan-end.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn } from './steps.ts';

test.use({ instance: 'ended plan' });

const ada = 'ada.offline@example.test';

/** Whoever has no plan is led to the plans in a moment; here they stay. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const notice = page.getByRole('alert').filter({ hasText: 'Your subscription has ended' });
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toHaveCount(0);
}

/** Somebody with an organization and two applications, one of them private; journeys share a Flux, so names differ. */
async function begin(page: Page, flux: FluxProcess, email: string, app: string, organization: string) {
  await signIn(page, email, 'Ada');
  const studio = await createOrganization(page, { name: organization, isPublic: true });
  const open = await publish(page, app);
  const form = { name: `${app} at night`, isPublic: 'false', organizationId: studio, build: build('dark') };
  const { body } = await publishByApi(page, form);
  const end = () => endPlan(flux, email);
  return { studio, open, shut: body.id as string, end };
}

test('its owner sees what is offline, downloads it, and has it back with a plan', async ({
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
  await expect(page.getByText(/^Download your applications before .+, when they are deleted/)).toBeVisible();
  await expect(page.getByText('No active subscription')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a Plan' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Upload Your App' })).toHaveCount(0);
  const list = page.getByRole('main');
  await expect(list.getByText('Offline', { exact: true })).toHaveCount(2);
  await expect(list.getByRole('link', { name: 'Play Moonlight', exact: true })).toHaveCount(0);
  await expect(list.getByRole('link', { name: 'Download Moonlight', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Moonlight', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Version History', 'Delete']);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Download Your Apps' }).click();
  const help = page.getByRole('dialog', { name: 'Download Your Apps' });
  await expect(help).toContainText('when your subscription ended');
  await expect(help.getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await help.getByRole('button', { name: 'Got it' }).click();

  await open(page, `/play/${id}`);
  await expect(page.getByText('This application is offline', { exact: true })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await page.getByRole('link', { name: 'Download versions' }).click();
  await expect(page).toHaveURL(new RegExp(`/update/${id}#versions$`));

  await open(page, `/update/${id}`);
  await expect(page.getByText('This application is offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Details' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Preview/ })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  expect((await download).suggestedFilename()).toBe('game.zip');
  expect((await api(page, 'PATCH', `/api/applications/${id}`, { name: 'New' })).body).toMatchObject({
    code: 'subscription_required',
    error:
      'This application is offline, because your subscription has ended. Choose a plan to bring it back.',
  });

  await open(page, '/organizations');
  const row = rowOf(page, 'Studio');
  await expect(row.getByText('Offline', { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Invite to Studio' })).toHaveCount(0);
  await choose(page, 'Studio', 'Delete');
  const deletion = page.getByRole('dialog', { name: /delete organization "Studio"\?$/ });
  await expect(deletion.getByRole('radio', { name: 'Move them to another organization' })).toBeDisabled();
  await expect(deletion).toContainText('they are offline. Choose a plan before you move them.');
  await expect(deletion.getByRole('radio', { name: 'Delete them too' })).toBeEnabled();
  await deletion.getByRole('button', { name: 'Keep it' }).click();

  await renewPlan(flux, ada);
  await page.goto(`/play/${shut}`);
  await expect(game(page).getByText('dark')).toBeVisible();
  await page.goto('/?filter=my-apps');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Play Moonlight', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
});

test('a player inside gets no further file, and a stranger finds nothing', async ({
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
  // The list that is open loses it without being asked.
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

test('a member of an organization that is offline sees its name, and may leave', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of (402|404)/);
  const { studio, end } = await begin(page, flux, 'edsger.offline@example.test', 'Daylight', 'Workshop');
  const email = 'kay.offline@example.test';
  const kay = await personIn(browser, flux, email, 'Kay');
  await join(page, studio, { page: kay, email });
  await end();
  await kay.goto('/organizations');
  const row = rowOf(kay, 'Workshop');
  await expect(row.getByText('Offline', { exact: true })).toBeVisible();
  await expect(row).toContainText('The subscription of its owner has ended');
  await expect(row.getByRole('button')).toHaveText(['Leave']);
  await row.getByRole('button', { name: 'Leave Workshop' }).click();
  await kay.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(row).toHaveCount(0);
  await kay.context().close();
});
