import type { BrowserContext } from '@playwright/test';
import { ageSessions, logOut, openProfile, publish, section } from './account.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { answerSubscriptions, api, continueAs, inDays, openHome, signIn, subscription } from './steps.ts';

test('signed out, the page asks for a sign-in and goes on after it', async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Please sign in to view your profile' })).toBeVisible();
  await examine(page, 'profile, signed out');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'guest@example.test', 'Guest');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/profile');
});

test('the display name is edited by keyboard, with what is wrong said at the field', async ({
  page,
  allowError,
}) => {
  allowError(/500/);
  await signIn(page, 'editor@example.test', 'Edi Tor');
  await openProfile(page);
  const details = section(page, 'User information');
  for (const fact of ['editor@example.test', 'User', 'Google'])
    await expect(details.getByText(fact, { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Edit display name' }).press('Enter');
  const field = page.getByLabel('Display name');
  await expect(field).toBeFocused();
  await field.fill('   ');
  await field.press('Enter');
  await expect(page.getByText('Display name is required')).toBeVisible();
  await expect(field).toBeFocused();
  await examine(page, 'profile, edit with an error');

  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { success: false, code: 'internal', error: 'Broken.' } })
      : route.continue(),
  );
  await field.fill('Edith');
  await field.press('Enter');
  await expect(page.getByText('Profile update failed')).toBeVisible();
  await expect(field).toHaveValue('Edith');
  await expect(page.getByRole('button', { name: 'Account menu of Edi Tor' })).toBeVisible();
  await page.unroute('**/api/users/me');
  await field.press('Enter');
  await expect(page.getByText('Display name updated successfully!')).toBeVisible();
  await expect(details.getByText('Edith', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu of Edith' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Edit display name' })).toBeFocused();
  await page.reload();
  await expect(details.getByText('Edith', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Edit display name' }).press('Enter');
  await field.fill('Mistaken');
  await field.press('Enter');
  // By its key, while the focus is in the notification that goes with it.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('z');
  await expect(details.getByRole('button', { name: 'Edit display name' })).toBeFocused();
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
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'leaver@example.test', 'Lea Ver');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('1 application with 1 version')).toBeVisible();
  await examine(page, 'profile, delete');
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

test('the only administrator is told at once why they cannot leave', async ({ page }) => {
  await signIn(page, 'admin@flux.localhost', 'Root');
  await openProfile(page);
  const deletion = section(page, 'Delete account');
  await expect(
    deletion.getByText('This is the only administrator. Make somebody else an administrator first.'),
  ).toBeVisible();
  await expect(deletion.getByRole('button', { name: 'Delete account' })).toBeDisabled();
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

test('who signs in next finds no draft of the person before, whose session had run out', async ({
  page,
  allowError,
}) => {
  // A page may be asking at the very moment at which the session runs out.
  allowError(/401 .*\/api\/(invitations|offline|subscriptions)/);
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

test('the profile is accessible in all its states', async ({ page, allowError }) => {
  allowError(/500/);
  const long = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} III`;
  const address = `${'a.very.long.address.that.goes.on.and.on'.repeat(2)}@example.test`;
  await signIn(page, address, long);
  await openProfile(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText(long)).toBeVisible();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await answerSubscriptions(page, [
    subscription({ status: 'trialing', isTrialActive: true, trialEnd: inDays(5) }),
  ]);
  await page.goto('/profile?subscription=success');
  const status = section(page, 'Subscription status');
  for (const text of ['Pro', 'Free Trial', 'Trial ends', 'Charges After'])
    await expect(status.getByText(text, { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect(
    page.getByText('Thank you. Your plan stands here as soon as the payment is confirmed.'),
  ).toHaveCount(1);
  await examine(page, 'profile with a long name, on trial');
  const broken = { status: 500, json: { success: false, code: 'internal', error: 'Broken.' } };
  await page.route('**/api/users/me/sessions', (route) => route.fulfill(broken));
  await page.reload();
  const sessions = section(page, 'Where you are signed in');
  await expect(sessions.getByText('Failed to load where you are signed in')).toBeVisible();
  await examine(page, 'profile, sessions failed');
  await page.unroute('**/api/users/me/sessions');
  await sessions.getByRole('button', { name: 'Try Again' }).click();
  await expect(sessions.getByText('This device')).toBeVisible();
});
