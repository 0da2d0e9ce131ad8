import type { Page } from '@playwright/test';
import { publish } from './account.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { api, game, signIn } from './steps.ts';

test.use({ residents: 'whoever reports an application' });

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

test('a visitor reports an application by the keyboard, a person once, and its owner has nothing to report', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'ada.reports@example.test', 'Ada');
  const id = await publish(page, 'Moonlight');
  await page.goto(`/play/${id}`);
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report' })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: flux.url });
  const visitor = await context.newPage();
  await visitor.goto(`/play/${id}`);
  const report = visitor.getByRole('button', { name: 'Report' });
  await report.focus();
  await visitor.keyboard.press('Enter');
  const dialog = visitor.getByRole('dialog', { name: 'Report Moonlight' });
  await expect(dialog).toContainText('Whoever made it is not told who you are.');
  await dialog.getByRole('button', { name: 'Send Report' }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason');
  await expect(dialog.getByRole('radio', { name: 'Malware or phishing' })).toBeFocused();
  await dialog.getByLabel('Email').fill('eve');
  await examine(visitor, 'Report, with mistakes');
  await dialog.getByRole('radio', { name: 'Malware or phishing' }).focus();
  await visitor.keyboard.press('Space');
  await visitor.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Copyright' })).toBeChecked();
  await dialog.getByLabel('Details').fill('The music is mine.');
  await dialog.getByRole('button', { name: 'Send Report' }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a valid e-mail address');
  await visitor.keyboard.press('Escape');
  const question = visitor.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Email').fill('eve@example.test');
  await dialog.getByRole('button', { name: 'Send Report' }).press('Enter');
  await expect(visitor.getByText('Thank you. An administrator will look at it.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(report).toBeFocused();

  await signIn(visitor, 'bob.reports@example.test', 'Bob');
  await visitor.setViewportSize({ width: 390, height: 844 });
  for (const details of ['It stops.', 'It stops at the second level.']) {
    await visitor.goto(`/play/${id}`);
    await report.click();
    await dialog.getByText('It does not work').click();
    await expect(dialog.getByLabel('Email')).toHaveCount(0);
    await dialog.getByLabel('Details').fill(details);
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await expect(visitor.getByText('Thank you. An administrator will look at it.')).toBeVisible();
  }
  await context.close();

  const office = await browser.newContext({ baseURL: flux.url });
  const admin = await office.newPage();
  await signIn(admin, 'admin@flux.localhost', 'Admin');
  const { body } = await api(admin, 'GET', '/api/admin/reports');
  const [reported] = body.filter((each: { application: { id: string } }) => each.application.id === id);
  expect(reported).toMatchObject({
    count: 2,
    reasons: { copyright: 1, broken: 1 },
    newest: { details: 'It stops at the second level.', reporter: { name: 'Bob' } },
  });
  await office.close();
});

test('what is taken offline is gone for whoever plays, and its owner reads why', async ({
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
  await examine(page, 'play page, taken offline');
  await page.getByRole('link', { name: 'Update', exact: true }).click();
  await expect(page.getByText('It asks players for their passwords.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload New Version' })).toBeVisible();
  await examine(page, 'update page, taken offline');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  expect((await download).suggestedFilename()).toBe('game.zip');
  await page.goto('/?filter=my-apps');
  await expect(page.getByRole('main').getByText('Taken offline', { exact: true })).toBeVisible();
  // It is not off: it works again, and meanwhile none can be made.
  await expect(page.getByRole('main').getByText('The share link sleeps', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Starlight' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const share = page.getByRole('dialog', { name: 'Share Starlight' });
  await expect(share).toContainText('it opens nothing until an administrator brings the application back.');
  await expect(share.getByRole('button', { name: /link|Switch off/ })).toHaveCount(0);

  await admin.goto(`/play/${id}`);
  await expect(admin.getByText('It asks players for their passwords.')).toBeVisible();
  await expect(admin.locator('iframe')).toHaveCount(1);
  await examine(admin, 'play page of an administrator, taken offline');
  expect((await post(admin, `/api/admin/applications/${id}/bring-back`, {})).status).toBe(200);
  await player.reload();
  await expect(game(player).locator('body')).toBeVisible();
  await page.goto(`/play/${id}`);
  await expect(page.getByText('It asks players for their passwords.')).toHaveCount(0);
  await Promise.all([office.close(), street.close()]);
});
