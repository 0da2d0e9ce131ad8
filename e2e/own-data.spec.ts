import { readFile } from 'node:fs/promises';
import { unzip } from '../src/server/testing/http/unzip.ts';
import { ageSessions, build, openProfile, publish } from './account.ts';
import { expect, test } from './server.ts';
import { continueAs, signIn } from './steps.ts';

test('an account downloads its data as a zip, after a fresh sign-in', async ({ page, flux }) => {
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
  // The pending action runs once: it is removed from the address.
  expect(new URL(page.url()).search).toBe('');
});
