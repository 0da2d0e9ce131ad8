import type { BrowserContext, Route } from '@playwright/test';
import { ageSessions, logOut, openProfile, publish, section } from './account.ts';
import { expect, test } from './server.ts';
import { api, continueAs, openHome, signIn } from './steps.ts';

test('a new display name is kept, and one by mistake is taken back by its key', async ({ page }) => {
  await signIn(page, 'editor@example.test', 'Edi Tor');
  await openProfile(page);
  const details = section(page, 'User information');
  const edit = details.getByRole('button', { name: 'Edit display name' });
  const field = page.getByLabel('Display name');
  await edit.press('Enter');
  await field.fill('Edith');
  await field.press('Enter');
  await expect(page.getByText('Display name updated successfully!')).toBeVisible();
  await page.reload();
  await expect(details.getByText('Edith', { exact: true })).toBeVisible();
  await edit.press('Enter');
  await field.fill('Mistaken');
  await field.press('Enter');
  // While the focus is in the notification that goes with it.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('z');
  await expect(edit).toBeFocused();
  await expect(page.getByText('You have your former name again.')).toBeVisible();
  await expect(details.getByText('Edith', { exact: true })).toBeVisible();
});

test('a session that ended elsewhere is noticed at the next step', async ({ page, allowError }) => {
  allowError(/401/);
  await signIn(page, 'ended@example.test', 'Ended');
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByLabel('Display name').fill('Too late');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await ended.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByText('No user logged in')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Please sign in to view your profile' })).toBeVisible();
});

test('a browser is signed out from another one, singly and all at once', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/401/);
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
  const contexts: BrowserContext[] = [];
  const elsewhere = async (userAgent?: string) => {
    const context = await browser.newContext({ baseURL: flux.url, ...(userAgent && { userAgent }) });
    contexts.push(context);
    const other = await context.newPage();
    await signIn(other, 'two@example.test', 'Two Browsers');
    return other;
  };
  await signIn(page, 'two@example.test', 'Two Browsers');
  const phone = await elsewhere(iphone);
  await openProfile(phone);
  await openProfile(page);
  const rows = section(page, 'Where you are signed in').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Chrome on Linux');
  await expect(rows.first()).toContainText('This device');
  await expect(rows.last()).toContainText('Safari on iPhone');
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('Safari on iPhone was signed out.')).toBeVisible();
  await phone.getByRole('button', { name: 'Download your data' }).click();
  await expect(phone.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

  const others = [await elsewhere(), await elsewhere(iphone)];
  await page.reload();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(rows).toHaveCount(1);
  for (const other of others) {
    await other.reload();
    await expect(other.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sign out this device' }).click();
  await expect(page).toHaveURL(`${flux.url}/`);
  for (const context of contexts) await context.close();
});

test('another way to sign in is added, leads to the same account, and is removed', async ({ page, flux }) => {
  await signIn(page, 'linker@example.test', 'Linker');
  await openProfile(page);
  const ways = section(page, 'Ways to sign in');
  await expect(ways.getByText('Your only one')).toBeVisible();
  await ageSessions(flux);
  const refused = page.waitForEvent('popup');
  await ways.getByRole('button', { name: 'Add GitHub' }).click();
  await refused;
  const prove = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await prove.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'linker@example.test', 'Linker');
  await expect(page.getByText('Confirmed. Choose once more what to add.')).toBeVisible();
  const popup = page.waitForEvent('popup');
  await ways.getByRole('button', { name: 'Add GitHub' }).click();
  await continueAs(await popup, 'linker.hub@example.test', 'Somebody Else');
  await expect(page.getByText('GitHub was added. You can sign in with it from now on.')).toBeVisible();
  await expect(ways.getByRole('listitem')).toHaveCount(2);
  await expect(ways.getByText(/linker\.hub@example\.test/)).toBeVisible();

  await logOut(page);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const second = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await continueAs(await second, 'linker.hub@example.test', 'Somebody Else');
  await expect(page.getByRole('button', { name: 'Account menu of Linker' })).toBeVisible();

  await openProfile(page);
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Remove Google' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(confirm.getByRole('button', { name: /^Continue with/ })).toHaveCount(2);
  const third = page.waitForEvent('popup');
  await confirm.getByRole('button', { name: 'Continue with GitHub' }).click();
  await continueAs(await third, 'linker.hub@example.test', 'Somebody Else');
  await expect(page.getByText('It was removed. You can no longer sign in with it.')).toBeVisible();
  await expect(ways.getByRole('listitem')).toHaveCount(1);
  await expect(ways.getByText('Your only one')).toBeVisible();
});

test('a confirmation that fails or shows somebody else does nothing and says so', async ({ page, flux }) => {
  await signIn(page, 'owner@example.test', 'Owner');
  await openProfile(page);
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'stranger@example.test', 'Stranger');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByRole('alert')).toHaveText(/is not one of yours/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto('/profile?then=delete');
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an account is deleted with everything in it, after a fresh sign-in and one’s name', async ({
  page,
  context,
  flux,
  allowError,
}) => {
  allowError(/40[014]/);
  await signIn(page, 'leaver@example.test', 'Lea Ver');
  const id = await publish(page, 'Soon gone');
  const player = await context.newPage();
  await player.goto(`/play/${id}`);
  await expect(player.getByRole('heading', { name: 'Soon gone' })).toBeVisible();
  await openProfile(page);
  // What is the browser's own stays.
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'leaver@example.test', 'Lea Ver');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('1 application with 1 version')).toBeVisible();
  const field = dialog.getByLabel('Display name');
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expect(confirm).toBeDisabled();
  await field.fill('Lea');
  await expect(confirm).toBeDisabled();
  await field.fill('Lea Ver');
  await expect(confirm).toBeEnabled();
  await field.press('Enter');
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await expect(page).toHaveURL(`${flux.url}/`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme']);
  await expect(player.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await player.reload();
  await expect(player.getByText('Application not found')).toBeVisible();
  await signIn(page, 'leaver@example.test', 'Lea Ver');
  await page.goto('/?filter=my-apps');
  await expect(page.getByText('No applications yet')).toBeVisible();
});

test('after logging out in one tab nothing of the account is left in any, and a sign-in reaches all', async ({
  page,
  context,
  flux,
  allowError,
}) => {
  allowError(/404/);
  await signIn(page, 'tabs@example.test', 'Tabs');
  await openHome(page);
  const id = await publish(page, 'Mine alone', { isPublic: false });
  const [form, mine] = [await context.newPage(), await context.newPage()];
  await form.goto('/upload');
  await form.getByLabel('Name').fill('A secret plan');
  await mine.goto('/?filter=my-apps');
  await expect(mine.getByRole('link', { name: /Mine alone/ }).first()).toBeVisible();
  await page.evaluate(() => localStorage.setItem('viewMode', 'list'));
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await stored()).toContain('A secret plan');

  await logOut(page);
  await expect(page).toHaveURL(`${flux.url}/`);
  await expect(form.getByText('Authentication Required')).toBeVisible();
  await expect(mine.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  for (const tab of [page, form, mine]) {
    expect(await tab.evaluate(() => Object.keys(localStorage).sort())).toEqual(['theme', 'viewMode']);
    expect(await tab.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await expect(tab.getByText(/A secret plan|Tabs/)).toHaveCount(0);
  }
  expect((await api(page, 'GET', `/api/applications/${id}`)).status).toBe(404);

  const play = await context.newPage();
  await play.goto(`/play/${id}`);
  await expect(play.getByRole('heading', { name: 'Application not found' })).toBeVisible();
  await signIn(page, 'tabs@example.test', 'Tabs');
  await openHome(page);
  await expect(play.getByRole('heading', { name: 'Mine alone' })).toBeVisible();
  await expect(form.getByText('Welcome, Tabs')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await expect(mine.getByRole('link', { name: /Mine alone/ }).first()).toBeVisible();
});

test('while one tab ends the session, no other asks for anything, and goes on where it could not be ended', async ({
  page,
  context,
  allowError,
}) => {
  allowError(/status of 500/);
  await signIn(page, 'siblings@example.test', 'Sib');
  await openHome(page);
  await publish(page, 'Siblings', { isPublic: false });
  const mine = await context.newPage();
  await mine.goto('/?filter=my-apps');
  const listed = mine.getByRole('main').getByRole('link', { name: 'Play Siblings', exact: true });
  await expect(listed).toBeVisible();
  const asked: string[] = [];
  mine.on('request', (request) => asked.push(new URL(request.url()).pathname));
  /** Signs out in the first tab and searches in the other before that has an answer. */
  const leave = async (answer: (route: Route) => Promise<void>) => {
    const [ending, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/session/end', async (route) => {
      ending.resolve();
      await answered.promise;
      await answer(route);
    });
    await page.getByRole('button', { name: 'Account menu of Sib' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await ending.promise;
    asked.length = 0;
    await mine.getByPlaceholder('Search applications...').fill('nothing of this name');
    await expect(mine).toHaveURL(/q=nothing/);
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    answered.resolve();
  };

  await openHome(page);
  const broken = { success: false, code: 'internal', error: 'It broke.' };
  await leave((route) => route.fulfill({ status: 500, json: broken }));
  await expect(mine.getByRole('heading', { name: 'No applications found' })).toBeVisible();
  await mine.getByPlaceholder('Search applications...').fill('');
  await expect(listed).toBeVisible();

  await page.unroute('**/api/session/end');
  await leave((route) => route.continue());
  await expect(mine.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(listed).toHaveCount(0);
});

test('who signs in next finds no draft of the person before, whose session had run out', async ({
  page,
  allowError,
}) => {
  // A page may be asking at the very moment at which the session runs out.
  allowError(/401 .*\/api\/(approvals|invitations|offline|subscriptions)/);
  await signIn(page, 'before@example.test', 'Before');
  await page.goto('/upload');
  await page.getByLabel('Name').fill('Of the person before');
  await page.context().clearCookies();
  await signIn(page, 'before@example.test', 'Before');
  await openHome(page);
  await page.goto('/upload');
  await expect(page.getByLabel('Name')).toHaveValue('Of the person before');
  await page.context().clearCookies();
  await signIn(page, 'after@example.test', 'After');
  await openHome(page);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .not.toContain('Of the person before');
});
