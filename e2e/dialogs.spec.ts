import { publish } from './account.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, signIn } from './steps.ts';

test('a dialog whose script does not come says so over the page, which stays as it was', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  await signIn(page, 'unopened@example.test', 'Una');
  const id = await publish(page, 'Unshared');
  await page.goto(`/play/${id}`);
  await expect(game(page).getByText('game')).toBeVisible();
  await gameFrame(page).evaluate((frame) => frame.setAttribute('data-same', ''));
  const share = '**/assets/share-dialog-*.js';
  await page.route(share, (route) => route.abort());
  await page.getByRole('button', { name: 'QR and embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Unshared' });
  await expect(dialog.getByRole('alert')).toContainText('This part of the page could not be loaded.');
  await page.unroute(share);
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByLabel('Share link', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('iframe[data-same]')).toBeVisible();
  await expect(game(page).getByText('game')).toBeVisible();
});
