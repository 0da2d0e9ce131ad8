import { ageSessions, logOut, openProfile, publish, section } from './account.ts';
import { expect, test } from './server.ts';
import { api, continueAs, openHome, signIn } from './steps.ts';

test('another sign-in method is added, signs in to the same account, and is removed', async ({
  page,
  flux,
}) => {
  await signIn(page, 'linker@example.test', 'Linker');
  await openProfile(page);
  const ways = section(page, 'Sign-in methods');
  await expect(ways.getByText('Your only method')).toBeVisible();
  await ageSessions(flux);
  const refused = page.waitForEvent('popup');
  await ways.getByRole('button', { name: 'Add GitHub' }).click();
  await refused;
  const prove = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await prove.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'linker@example.test', 'Linker');
  await expect(page.getByText('Confirmed. Please choose again what to add.')).toBeVisible();
  const popup = page.waitForEvent('popup');
  await ways.getByRole('button', { name: 'Add GitHub' }).click();
  await continueAs(await popup, 'linker.hub@example.test', 'Somebody Else');
  await expect(page.getByText('GitHub was added. You can now sign in with it.')).toBeVisible();
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
  await expect(page.getByText('Sign-in method removed. You can no longer use it.')).toBeVisible();
  await expect(ways.getByRole('listitem')).toHaveCount(1);
  await expect(ways.getByText('Your only method')).toBeVisible();
});

test('an account is deleted with all its content, after a fresh sign-in and its typed name', async ({
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
  // Preferences of the browser stay.
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

test('after a sign-out in one tab no tab keeps account data, and a sign-in reaches all tabs', async ({
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
