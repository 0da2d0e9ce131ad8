import { readFile } from 'node:fs/promises';
import { unzip } from '../src/server/testing/unzip.ts';
import { someHoldings } from '../src/web/testing/samples/accounts.ts';
import { ageSessions, build, openProfile, publish } from './account.ts';
import { expect, test } from './server.ts';
import { continueAs, signIn } from './steps.ts';

test('one’s data comes as a zip, after a fresh sign-in', async ({ page, flux }) => {
  await signIn(page, 'taker@example.test', 'Taker');
  const game = build('my game');
  const id = await publish(page, 'Take me along', { file: game });
  await openProfile(page);
  await expect(page.getByText('1 application with 1 version')).toBeVisible();
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Download your data' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const download = page.waitForEvent('download');
  await continueAs(page, 'taker@example.test', 'Taker');
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^flux-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = await unzip(await readFile(await saved.path()));
  expect([...files.keys()]).toEqual(['data.json', `apps/Take me along-${id}/1.0.0/my game.zip`]);
  expect(files.get(`apps/Take me along-${id}/1.0.0/my game.zip`)?.equals(game.buffer)).toBe(true);
  expect(JSON.parse(String(files.get('data.json')))).toMatchObject({
    account: { username: 'Taker', email: 'taker@example.test' },
    applications: [{ id, name: 'Take me along' }],
  });
  // What was begun is done once: the address no longer remembers it.
  expect(new URL(page.url()).search).toBe('');
});

test('a download that is refused says why, and the page stays', async ({ page, flux, allowError }) => {
  allowError(/40[19]|429|500/);
  await signIn(page, 'refused.taker@example.test', 'Refused Taker');
  await openProfile(page);
  const button = page.getByRole('button', { name: 'Download your data' });
  const asks: string[] = [];
  const readiness = '**/api/users/me/export/readiness';
  const answer = async (status: number, code: string, error: string) => {
    await page.unroute(readiness);
    await page.route(readiness, async (route) => {
      asks.push(route.request().url());
      await route.fulfill({ status, json: { success: false, code, error } });
    });
  };
  await answer(429, 'too_many_requests', 'Your data is already being downloaded.');
  await button.dblclick();
  await expect(page.getByText('Your data is already being downloaded.')).toHaveCount(1);
  expect(asks).toHaveLength(1);
  await answer(500, 'internal', 'Something broke here.');
  await button.click();
  await expect(page.getByText('Something broke here.')).toBeVisible();
  await answer(401, 'fresh_sign_in_required', 'Please sign in once more.');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Refused only when the browser goes there: nothing can be said, but the page is still the page.
  await page.unroute(readiness);
  await page.route(readiness, (route) => route.fulfill({ json: { success: true } }));
  await page.route('**/api/users/me/holdings', (route) => route.fulfill({ json: someHoldings() }));
  await ageSessions(flux);
  await button.click();
  await expect(page.getByText('Your download begins. It may take a while.')).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/api/users/me/export')).status)).toBe(401);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('This device')).toBeVisible();
});
