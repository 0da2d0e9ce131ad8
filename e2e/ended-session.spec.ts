import type { Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { build, publish } from './account.ts';
import { countCloseWatchers, pressAndroidBack } from './android-back.ts';
import { execute } from './database.ts';
import { expect, test } from './server.ts';
import { api, openHome, signIn } from './steps.ts';

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** As after a revocation from another browser, or after expiry. */
async function endSessions(flux: FluxProcess, email: string): Promise<void> {
  const statement = 'delete from sessions using users where users.id = user_id and email = $1';
  expect(await execute(flux, statement, [email])).toBeGreaterThan(0);
}

/** Fills in the provider's window by keyboard. */
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

/** A public application whose update form is filled in. Visitors and the owner get different responses for it. */
async function fillInUpdate(page: Page): Promise<string> {
  const id = await publish(page, 'Kept');
  await page.goto(`/update/${id}`);
  await page.getByLabel('Build file').setInputFiles(build('second'));
  await page.getByLabel('Changelog').fill('Typed before the session ended.');
  return id;
}

const versionsOf = async (page: Page, id: string) =>
  (await api(page, 'GET', `/api/applications/${id}/versions`)).body.versions;

test('a filled-in update survives the end of its session, and continues by itself after a sign-in by keyboard', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  const who = ['kept@example.test', 'Kept Person'] as const;
  const watchers = await countCloseWatchers(page);
  await signIn(page, ...who);
  const id = await fillInUpdate(page);
  await endSessions(flux, who[0]);
  await page.getByRole('button', { name: 'Upload New Version' }).press('Enter');
  await expect(ended(page)).toBeVisible();
  await expect(ended(page)).toContainText('Sign in again as Kept Person to continue.');
  await expect(ended(page).getByRole('button', { name: 'Continue with Google' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await pressAndroidBack(page);
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

test('requests during a sign-out wait, and are sent as the account that is then signed in', async ({
  page,
}) => {
  await signIn(page, 'asks@example.test', 'Asks');
  await publish(page, 'Looked for');
  await openHome(page);
  const session = await page.context().newCDPSession(page);
  const paused = new Promise<string>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  // The session has ended, and the page does not know yet.
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
