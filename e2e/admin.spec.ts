import type { Browser, Page } from '@playwright/test';
import { ageSessions, publish } from './account.ts';
import { createOrganization, join, personIn, send } from './organizations.ts';
import { expect, test } from './server.ts';
import { continueAs, signIn } from './steps.ts';

test.use({ instance: 'administration' });

const admin = ['admin@flux.localhost', 'Mara'] as const;
const rowOf = (page: Page, name: string) => page.getByRole('row', { name, exact: true });

/** Confirms in the window that opens, while the page stays as it is. */
async function confirmInWindow(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(await popup, ...admin);
  await expect(dialog).toBeHidden();
}

async function entries(page: Page, query: string): Promise<string[]> {
  await page.goto(`/admin/audit-log${query}`);
  await expect(page.getByRole('table')).toBeVisible();
  return page.getByRole('table').locator('tbody tr').allInnerTexts();
}

test('accounts are given roles and organizations, disabled, enabled and deleted', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of (401|403|404)/);
  await signIn(page, ...admin);
  const grace = await personIn(browser, flux, 'grace@example.test', 'Grace');
  const kay = await personIn(browser, flux, 'kay@example.test', 'Kay');
  await createOrganization(grace, { name: 'Moonworks' });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Users (3)' })).toBeVisible();
  await expect(rowOf(page, 'Grace')).toContainText('grace@example.test');
  await expect(rowOf(page, 'Grace').getByRole('list', { name: 'Member of' })).toHaveText(/Moonworks.*Owner/);
  await expect(rowOf(page, 'Kay')).toContainText('No Org');
  await expect(rowOf(page, 'Kay')).toContainText('Google');

  await page.getByLabel('Role of Kay').selectOption('Admin');
  await expect(page.getByText('User role updated to admin successfully')).toBeVisible();
  await page.getByLabel('Role of Kay').selectOption('User');
  await expect(page.getByText('User role updated to user successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Organization of Kay: No Organization' }).click();
  await page.getByRole('combobox', { name: /search by name/ }).fill('moon');
  await page.getByRole('option', { name: 'Moonworks' }).click();
  await expect(page.getByText('User organization updated successfully')).toBeVisible();
  await expect(rowOf(page, 'Kay').getByRole('list', { name: 'Member of' })).toHaveText(/Moonworks.*Member/);

  // The sign-in went stale: it is asked for in place, and the dialog with its reason stays.
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Disable Grace' }).click();
  const disable = page.getByRole('dialog', { name: 'Disable Grace?' });
  await disable.getByLabel('Reason').fill('Sent spam.');
  await disable.getByRole('button', { name: 'Disable user' }).click();
  await confirmInWindow(page);
  await expect(page.getByText('User "Grace" disabled successfully')).toBeVisible();
  await expect(rowOf(page, 'Grace').getByText('Disabled')).toHaveAttribute('title', 'Sent spam.');
  await grace.goto('/');
  await grace.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await grace.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(grace, 'grace@example.test', 'Grace');
  await expect(
    grace.getByText('This account has been disabled. Please contact support.').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Enable Grace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable user' }).click();
  await expect(page.getByText('User "Grace" enabled successfully')).toBeVisible();

  // Whoever gives up on the sign-in is told why nothing happened.
  await ageSessions(flux);
  await page.getByRole('button', { name: 'Delete Kay' }).click();
  const question = page.getByRole('alertdialog');
  await expect(
    question.getByRole('heading', {
      name: 'Are you sure you want to delete user "Kay"? This will permanently remove them from Firebase Auth.',
    }),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete user' }).click();
  const prove = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await prove.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert').getByText('Please sign in again to do this.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Kay' }).click();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await confirmInWindow(page);
  await expect(page.getByText('User "Kay" deleted successfully')).toBeVisible();
  await expect(rowOf(page, 'Kay')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Users (2)' })).toBeVisible();
  await kay.goto('/');
  await expect(kay.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();

  const written = (await entries(page, '')).join('\n');
  for (const words of ['Deleted a user', 'Enabled a user', 'Disabled a user', 'Changed a role'])
    expect(written).toContain(words);
});

test('organizations are looked into, relieved of members, and deleted', async ({ page, browser, flux }) => {
  await signIn(page, ...admin);
  const [joan, edith] = [
    await personIn(browser, flux, 'joan@example.test', 'Joan'),
    await personIn(browser, flux, 'edith@example.test', 'Edith'),
  ];
  const id = await createOrganization(joan, { name: 'Compilers', description: 'From words to deeds.' });
  await join(joan, id, { page: edith, email: 'edith@example.test' });
  await join(joan, id, { page, email: admin[0] });
  await page.goto('/admin?tab=organizations&q=compilers');
  const row = rowOf(page, 'Compilers');
  await expect(row).toContainText('From words to deeds.');
  await expect(row).toContainText('Joan');
  await expect(row).toContainText('joan@example.test');
  await expect(row.getByText('Private')).toBeVisible();
  await page.getByRole('button', { name: 'Manage members of Compilers' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Compilers' });
  await expect(manage.getByText('Total: 3 member(s)')).toBeVisible();
  await expect(manage.getByRole('listitem', { name: 'Joan' }).getByText('Owner')).toBeVisible();
  await expect(manage.getByRole('button', { name: 'Remove Joan' })).toHaveCount(0);
  // No Leave stands beside it here, so whoever administers is removed like anybody else.
  const self = manage.getByRole('listitem', { name: admin[1] });
  await self.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(self).toHaveCount(0);
  await expect(manage.getByText('Total: 2 member(s)')).toBeVisible();
  await manage.getByPlaceholder('Search members...').fill('EDITH@');
  await expect(manage.getByRole('listitem')).toHaveCount(1);
  await manage.getByRole('button', { name: 'Remove Edith' }).click();
  const question = page.getByRole('alertdialog');
  await expect(
    question.getByRole('heading', { name: 'Are you sure you want to remove this member?' }),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Member removed successfully!')).toBeVisible();
  await expect(manage.getByText('No members found matching your search.')).toBeVisible();
  await expect(manage.getByText('Total: 1 member(s)')).toBeVisible();
  await manage.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Compilers' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Organization' });
  await expect(edit.getByLabel('Name')).toHaveValue('Compilers');
  await edit.getByLabel('Description').fill('From words to machines.');
  await edit.getByLabel('Public').check();
  await edit.getByLabel('Require approval').check();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Organization updated successfully!')).toBeVisible();
  await expect(row).toContainText('From words to machines.');
  await expect(row.getByText('Public')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Compilers' }).click();
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete organization "Compilers"?',
  });
  await dialog.getByRole('button', { name: 'Delete organization' }).click();
  await expect(page.getByText('Organization "Compilers" deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No organizations found' })).toBeVisible();
});

async function visitor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

test('an application is taken offline with a reason, brought back, and deleted', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of 404/);
  await signIn(page, ...admin);
  const ida = await personIn(browser, flux, 'ida@example.test', 'Ida');
  const id = await publish(ida, 'Comet Chaser');
  await page.goto('/admin?tab=applications&q=comet');
  const row = rowOf(page, 'Comet Chaser');
  await expect(row).toContainText('Ida');
  await expect(row).toContainText('ida@example.test');
  await expect(row).toContainText('Ida and friends');
  await expect(row.getByText('Public')).toBeVisible();
  await page.getByRole('button', { name: 'Take offline: Comet Chaser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take Comet Chaser offline?' });
  await dialog.getByLabel('Reason').fill('It mines coins.');
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect(page.getByText('Application "Comet Chaser" taken offline successfully')).toBeVisible();
  await expect(row.getByText('Taken offline')).toHaveAttribute('title', 'It mines coins.');
  const stranger = await visitor(browser, flux.url);
  await stranger.goto(`/play/${id}`);
  await expect(stranger.getByText('Application not found').first()).toBeVisible();
  await ida.goto(`/play/${id}`);
  await expect(ida.getByText('It mines coins.').first()).toBeVisible();

  await page.getByLabel('Filter by state').selectOption('Taken offline');
  await page.getByRole('button', { name: 'Bring back: Comet Chaser' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring back' }).click();
  await expect(page.getByText('Application "Comet Chaser" brought back successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Comet Chaser' })).toBeVisible();
  await stranger.context().close();

  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByRole('button', { name: 'Delete Comet Chaser' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete application' }).click();
  await expect(page.getByText('Application "Comet Chaser" deleted successfully')).toBeVisible();
  await expect(rowOf(page, 'Comet Chaser')).toHaveCount(0);
});

test('what people report waits in a queue for a decision', async ({ page, browser, flux, allowError }) => {
  allowError(/status of 404/);
  await signIn(page, ...admin);
  const hedy = await personIn(browser, flux, 'hedy@example.test', 'Hedy');
  const [bad, dull] = [await publish(hedy, 'Coin Mine'), await publish(hedy, 'Dull Game')];
  const stranger = await visitor(browser, flux.url);
  await stranger.goto('/');
  await send(stranger, 'POST', '/api/reports', {
    applicationId: bad,
    reason: 'malware',
    details: 'My fan runs wild.',
    email: 'neighbour@example.test',
  });
  await send(stranger, 'POST', '/api/reports', { applicationId: dull, reason: 'broken' });
  await stranger.context().close();
  await page.goto('/admin');
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: /Reports 2/ })
    .click();
  const item = page.getByRole('listitem', { name: 'Coin Mine' });
  await expect(item).toContainText('Malware or phishing');
  await expect(item).toContainText('My fan runs wild.');
  await expect(item).toContainText('neighbour@example.test');
  await page.getByRole('button', { name: 'Dismiss the reports of Dull Game' }).click();
  const dismiss = page.getByRole('dialog', { name: 'Dismiss the reports of Dull Game?' });
  await dismiss.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect(dismiss.getByText('Please say why')).toBeVisible();
  await dismiss.getByLabel('Note').fill('Dull is not broken.');
  await dismiss.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect(page.getByText('Reports of "Dull Game" dismissed successfully')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Dull Game' })).toHaveCount(0);
  await page.getByRole('button', { name: 'All reports of Coin Mine' }).click();
  await expect(page.getByRole('dialog', { name: 'Reports of Coin Mine' })).toContainText('My fan runs wild.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Take offline: Coin Mine' }).click();
  await page.getByLabel('Reason').fill('It mines coins.');
  await page.getByRole('dialog').getByRole('button', { name: 'Take offline' }).click();
  await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible();
  const written = (await entries(page, '?action=report.dismiss')).join('\n');
  expect(written).toContain('Dull is not broken.');
});

test('mails that no server sends are read here, and their links lead on', async ({ page, browser, flux }) => {
  await signIn(page, ...admin);
  const ruth = await personIn(browser, flux, 'ruth@example.test', 'Ruth');
  const organizationId = await createOrganization(ruth, { name: 'Letters' });
  await send(ruth, 'PUT', '/api/organizations', {
    action: 'invite',
    organizationId,
    userEmail: 'newcomer@example.test',
    role: 'member',
  });
  await page.goto('/admin/mails');
  const line = page.getByRole('row').filter({ hasText: 'newcomer@example.test' });
  await expect(line.getByText('Kept here')).toBeVisible();
  await line.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('To newcomer@example.test');
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: /\/organizations\?invitation=/ }).click();
  const other = await opened;
  await expect(other).toHaveURL(/\/organizations\?invitation=[a-z2-7]{26}$/);
  await other.close();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
});
