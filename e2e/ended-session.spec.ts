import type { Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { build, publish } from './account.ts';
import { execute } from './database.ts';
import { countWatchers, goBack } from './go-back.ts';
import { expect, test } from './server.ts';
import { api, openHome, signIn } from './steps.ts';

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** As if it were revoked from another browser, or had run out. */
async function endSessions(flux: FluxProcess, email: string): Promise<void> {
  const statement = 'delete from sessions using users where users.id = user_id and email = $1';
  expect(await execute(flux, statement, [email])).toBeGreaterThan(0);
}

/** Fills in the window of the provider by keyboard alone. */
async function signInAgain(page: Page, email: string, name: string): Promise<void> {
  const popup = page.waitForEvent('popup');
  await ended(page).getByRole('button', { name: 'Continue with Google' }).press('Enter');
  const provider = await popup;
  await expect(provider.getByLabel('Email')).toBeFocused();
  await provider.keyboard.type(email);
  await provider.keyboard.press('Tab');
  await provider.keyboard.type(name);
  await provider.keyboard.press('Enter');
}

/** A public application whose update is filled in: what visitors are answered of it is not what its owner is. */
async function fillInUpdate(page: Page): Promise<string> {
  const id = await publish(page, 'Kept');
  await page.goto(`/update/${id}`);
  await page.getByLabel('Build file').setInputFiles(build('second'));
  await page.getByLabel('Changelog').fill('Typed before the session ended.');
  return id;
}

const versionsOf = async (page: Page, id: string) =>
  (await api(page, 'GET', `/api/applications/${id}/versions`)).body.versions;

test('an update that was filled in outlives its session, and goes on by itself after a sign-in by keyboard', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  const who = ['kept@example.test', 'Kept Person'] as const;
  const watchers = await countWatchers(page);
  await signIn(page, ...who);
  const id = await fillInUpdate(page);
  await endSessions(flux, who[0]);
  await page.getByRole('button', { name: 'Upload New Version' }).press('Enter');
  await expect(ended(page)).toBeVisible();
  await expect(ended(page)).toContainText('Sign in again as Kept Person to continue.');
  await expect(ended(page).getByRole('button', { name: 'Continue with Google' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await goBack(page);
  // The next Back leaves no page either.
  await expect.poll(watchers).toBe(1);
  await expect(ended(page)).toBeVisible();
  await expect(page.getByLabel('Changelog')).toHaveValue('Typed before the session ended.');
  await expect(page.getByText('second.zip', { exact: true })).toBeAttached();

  await signInAgain(page, ...who);
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible({ timeout: 60_000 });
  await expect(ended(page)).toBeHidden();
  expect((await versionsOf(page, id))[0].changelog).toBe('Typed before the session ended.');
});

test('what is asked for while somebody logs out waits, and is asked as whoever is here then', async ({
  page,
}) => {
  await signIn(page, 'asks@example.test', 'Asks');
  await publish(page, 'Looked for');
  await openHome(page);
  const session = await page.context().newCDPSession(page);
  const paused = new Promise<string>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  // The session is over, and the page does not know yet.
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/api/session/end', requestStage: 'Response' }],
  });
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const requestId = await paused;
  await page.getByPlaceholder('Search applications...').fill('looked');
  await expect(page).toHaveURL(/q=looked/);
  await session.send('Fetch.continueRequest', { requestId });
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Looked for' }).first()).toBeVisible();
});
