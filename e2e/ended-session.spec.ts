import type { Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { build, logOut, publish } from './account.ts';
import { execute } from './database.ts';
import { countWatchers, goBack } from './go-back.ts';
import { expect, test } from './server.ts';
import { openSession } from './session.ts';
import { api, gameFrame, openHome, signIn } from './steps.ts';

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

/** After an hour, so that all that the page has is old. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.fastForward('01:00:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
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
  await expect(ended(page)).toContainText('Sign in again as Kept Person to go on.');
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

test('whoever comes back to a tab whose session ended meanwhile finds it as it was', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  const who = ['back@example.test', 'Back'] as const;
  await signIn(page, ...who);
  await fillInUpdate(page);
  await endSessions(flux, who[0]);
  // Everything that is old is asked for at once, before it is known that nobody is signed in.
  await comeBackLater(page);
  await expect(ended(page)).toBeVisible();
  await expect(page.getByLabel('Changelog')).toHaveValue('Typed before the session ended.');
  // In another tab, by whatever way.
  const other = await page.context().newPage();
  await signIn(other, ...who);
  await openHome(other);
  await expect(ended(page)).toBeHidden();
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(page.getByText('Successfully uploaded version 1.1!')).toBeVisible({ timeout: 60_000 });
});

test('somebody else who signs in gets their own home, and nothing of the person before', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 40[134]/);
  await signIn(page, 'other@example.test', 'Other');
  await page.goto('/');
  const first = ['first@example.test', 'First'] as const;
  await signIn(page, ...first);
  const id = await fillInUpdate(page);
  await endSessions(flux, first[0]);
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(ended(page)).toBeVisible();
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seen', seen);
    // What is on the screen once somebody else is here.
    new MutationObserver(() => {
      const fields = [...document.querySelectorAll('textarea')].map(({ value }) => value);
      if (document.querySelector('[aria-label="Account menu of Other"]')) seen.push(...fields);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await signInAgain(page, 'other@example.test', 'Other');
  await expect(page).toHaveURL(`${flux.url}/`);
  await expect(page.getByRole('button', { name: 'Account menu of Other' })).toBeVisible();
  await expect(page.getByText('Typed before the session ended.')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('second.zip');
  await signIn(page, ...first);
  expect(await versionsOf(page, id)).toHaveLength(1);
});

test('what somebody else sends from a page of the person before is refused', async ({ page, allowError }) => {
  allowError(/status of 40[134]/);
  await signIn(page, 'mine@example.test', 'Mine');
  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Organization' });
  await form.getByLabel('Name').fill('Mine alone');
  // Another person, whom this tab has not heard of.
  await page.evaluate(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  await openSession(other, 'theirs@example.test', 'Theirs');
  await form.getByRole('button', { name: 'Create Organization' }).click();
  await expect(page.getByRole('button', { name: 'Account menu of Theirs' })).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/');
  const { id } = (await api(page, 'GET', '/api/session')).body.user;
  expect((await api(page, 'GET', `/api/organizations?userId=${id}`)).body).toEqual([]);
});

test('an open form outlives its session on a page for anyone, and goes with a person who leaves', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  const who = ['form@example.test', 'Form'] as const;
  await signIn(page, ...who);
  const request = page.getByRole('dialog', { name: 'Contact Support' });
  const fillIn = async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/faq');
    await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
    await request.getByLabel('Category').selectOption({ index: 1 });
    await request.getByLabel('Subject').fill('Typed');
    await request.getByLabel('Message').fill('All of this was typed.');
    await endSessions(flux, who[0]);
    await request.getByRole('button', { name: 'Send Request' }).click();
    await expect(ended(page)).toBeVisible();
  };
  await fillIn();
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAgain(page, ...who);
  await expect(request.getByRole('status')).toContainText(who[0]);
  await fillIn();
  await ended(page).getByRole('button', { name: 'Leave without saving' }).press('Enter');
  await expect(page).toHaveURL(`${flux.url}/`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('All of this was typed.')).toHaveCount(0);
});

/** Opens a public application as its owner, whose game counts; what is true of its start is told by the returned function. */
async function playCounting(page: Page, name: string): Promise<() => Promise<void>> {
  const count = 'let count = 0; setInterval(() => { document.querySelector("output").value = ++count; }, 50)';
  const game = `<!doctype html><title>Game</title><output></output><script>${count}</script>`;
  const id = await publish(page, name, {
    file: { ...build('game'), buffer: makeZip([{ name: 'index.html', data: game }]) },
  });
  await page.goto(`/play/${id}`);
  const frame = gameFrame(page);
  const output = frame.contentFrame().locator('output');
  const counted = async () => Number(await output.textContent());
  await expect.poll(counted).toBeGreaterThan(2);
  await expect(page.getByRole('main').getByRole('link', { name: 'Versions' })).toBeVisible();
  await expect(page.getByText('Build report', { exact: true })).toHaveCount(1);
  await frame.evaluate((element) => element.setAttribute('data-of-before', ''));
  await output.evaluate(() => Reflect.set(window, 'unsaved', true));
  return async () => {
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(ended(page)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: /^(Update|Versions)$/ })).toHaveCount(0);
    await expect(page.getByText('Build report', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(frame).toHaveAttribute('data-of-before');
    expect(await output.evaluate(() => Reflect.get(window, 'unsaved'))).toBe(true);
    const before = await counted();
    await expect.poll(counted).toBeGreaterThan(before);
  };
}

test('a public game that runs goes on where the session of whoever plays it ends, on the page of a visitor', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/status of 401/);
  const who = ['looks@example.test', 'Looks'] as const;
  await signIn(page, ...who);
  const expectItGoesOn = await playCounting(page, 'Looked at');
  await endSessions(flux, who[0]);
  await comeBackLater(page);
  await expectItGoesOn();
});

test('a public game that runs goes on where its player logs out in another tab', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/status of 401/);
  await signIn(page, 'plays@example.test', 'Plays');
  const expectItGoesOn = await playCounting(page, 'Played on');
  const other = await context.newPage();
  await other.goto('/');
  await logOut(other);
  await expectItGoesOn();
});

test('logging out in another tab leaves what was filled in, and nobody finds it later', async ({
  page,
  context,
}) => {
  const who = ['leaves@example.test', 'Leaves'] as const;
  await signIn(page, ...who);
  await fillInUpdate(page);
  const other = await context.newPage();
  await other.goto('/');
  await logOut(other);
  await expect(page.getByRole('heading', { name: 'Please log in to update applications.' })).toBeVisible();
  await expect(ended(page)).toHaveCount(0);
  await signIn(other, ...who);
  await openHome(other);
  await expect(page.getByLabel('Changelog')).toHaveValue('');
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
