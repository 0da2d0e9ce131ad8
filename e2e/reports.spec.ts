import type { Page } from '@playwright/test';
import { publish } from './account.ts';
import { expect, test } from './server.ts';
import { game, signIn } from './steps.ts';

test.use({ instance: 'reports' });

const reason = 'It asks players for their passwords.\nWrite to us once it does not.';

/** A call of an administrator's page. */
function post(page: Page, path: string, body: object) {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    },
    [path, body] as const,
  );
}

test('a takedown stops players, and the owner sees the reason', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of 404/);
  await signIn(page, 'grace.reports@example.test', 'Grace');
  const id = await publish(page, 'Starlight');
  const [office, street] = await Promise.all([
    browser.newContext({ baseURL: flux.url }),
    browser.newContext({ baseURL: flux.url }),
  ]);
  const [admin, player] = await Promise.all([office.newPage(), street.newPage()]);
  await player.goto(`/play/${id}`);
  await expect(game(player).locator('body')).toBeVisible();
  await signIn(admin, 'admin@flux.localhost', 'Admin');
  const taken = await post(admin, `/api/admin/applications/${id}/take-offline`, { reason });
  expect(taken.body).toMatchObject({ success: true, takenDown: { reason } });
  await player.reload();
  await expect(player.getByRole('heading', { name: 'Application not found' })).toBeVisible();

  await page.goto(`/play/${id}`);
  await expect(page.getByText('This application is offline', { exact: true })).toBeVisible();
  await expect(page.getByText('It asks players for their passwords.')).toBeVisible();
  await expect(page.getByText(/^Nobody else can open it\./)).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Choose a Plan' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Update', exact: true }).click();
  await expect(page.getByText('It asks players for their passwords.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload New Version' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  expect((await download).suggestedFilename()).toBe('game.zip');
  await admin.goto(`/play/${id}`);
  await expect(admin.getByText('It asks players for their passwords.')).toBeVisible();
  await expect(admin.locator('iframe')).toHaveCount(1);
  expect((await post(admin, `/api/admin/applications/${id}/bring-back`, {})).status).toBe(200);
  await player.reload();
  await expect(game(player).locator('body')).toBeVisible();
  await page.goto(`/play/${id}`);
  await expect(page.getByText('It asks players for their passwords.')).toHaveCount(0);
  await Promise.all([office.close(), street.close()]);
});
