import {
  administrate,
  everything,
  idOf,
  lines,
  longName,
  refusal,
  someApplication,
  someOrganization,
  someUser,
} from './administration.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

test('who may not look after Flux is told so', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Please sign in to access admin dashboard' })).toBeVisible();
  await signIn(page, 'visitor@example.test', 'Vera');
  for (const path of ['/admin', '/admin/reports', '/admin/audit-log', '/admin/mails']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Admin access required' })).toBeVisible();
  }
});

test('every tab is accessible at both sizes in both themes, however long names are', async ({ page }) => {
  await administrate(page, everything);
  const screens: [path: string, shown: string][] = [
    ['/admin', 'Grace Hopper'],
    ['/admin?tab=organizations', 'Moonworks'],
    ['/admin?tab=applications', 'Comet Chaser'],
    ['/admin?tab=usage', 'Storage Usage'],
    ['/admin/reports', 'Application 2'],
    ['/admin/audit-log', 'Changed a role'],
    ['/admin/mails', 'You are invited to Moonworks'],
  ];
  for (const [path, shown] of screens) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await examine(page, path);
  }
});

test('every dialog is accessible at both sizes in both themes', async ({ page }) => {
  await administrate(page, everything);
  const dialogs: [path: string, button: string | RegExp][] = [
    ['/admin', 'Delete Grace Hopper'],
    ['/admin', 'Disable Grace Hopper'],
    ['/admin', 'Enable Person 6'],
    ['/admin', 'Organization of Grace Hopper: Moonworks'],
    ['/admin?tab=applications', 'Delete Comet Chaser'],
    ['/admin?tab=applications', 'Take offline: Comet Chaser'],
    ['/admin/reports', 'Dismiss the reports of Application 2'],
    ['/admin/mails', /^You are invited to Moonworks/],
  ];
  for (const [path, button] of dialogs) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await examine(page, String(button));
  }
});

test('one’s own line can be neither demoted, disabled nor deleted', async ({ page }) => {
  await administrate(page, everything);
  await page.goto('/admin');
  const own = page.getByRole('row', { name: 'Root' });
  await expect(own.getByRole('button', { name: 'Delete Root' })).toBeDisabled();
  await expect(own.getByRole('button', { name: 'Delete Root' })).toHaveAttribute(
    'title',
    'Cannot delete yourself',
  );
  await expect(own.getByRole('button', { name: 'Disable Root' })).toBeDisabled();
  await expect(own.getByLabel('Role of Root')).toBeDisabled();
  const other = page.getByRole('row', { name: 'Grace Hopper' });
  await expect(other.getByRole('button', { name: 'Delete Grace Hopper' })).toBeEnabled();
  await expect(other.getByRole('list', { name: 'Member of' })).toHaveText(
    /Moonworks.*Owner.*Compilers.*Member/,
  );
  await expect(page.getByRole('row', { name: 'Person 7' })).toContainText('No Org');
});

test('a thousand lines come by pages, and search and filters are in the address', async ({ page }) => {
  const asked: URL[] = [];
  await administrate(page, () => ({
    users: Array.from({ length: 1_000 }, (_, index) => someUser({ number: index + 2 })),
  }));
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.goto('/admin');
  await expect(page.getByRole('tab', { name: 'Users (1,000)' })).toBeVisible();
  await expect(lines(page)).toHaveCount(50);
  for (const count of [100, 150]) {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(lines(page)).toHaveCount(count);
  }
  // The names of the columns stay in sight.
  const head = await page.getByRole('columnheader', { name: 'Joined' }).boundingBox();
  expect(head?.y).toBeGreaterThanOrEqual(0);
  expect(head?.y).toBeLessThan(100);

  await page.getByPlaceholder('Search users...').fill('ada');
  await page.getByLabel('Filter by role').selectOption('Admins');
  await page.getByLabel('Filter by provider').selectOption('GitHub');
  await page.getByLabel('Filter by state').selectOption('Disabled');
  // Whichever came first, none undoes another.
  const narrowed = { q: 'ada', role: 'admin', provider: 'github.com', state: 'disabled' };
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(narrowed);
  await expect
    .poll(() => {
      const last = asked.filter(({ pathname }) => pathname === '/api/getFirebaseAuthUsers').at(-1);
      return Object.fromEntries(last?.searchParams ?? []);
    })
    .toEqual({ search: 'ada', role: 'admin', provider: 'github.com', state: 'disabled' });
  await page.reload();
  await expect(page.getByPlaceholder('Search users...')).toHaveValue('ada');
  await expect(page.getByLabel('Filter by state')).toHaveValue('disabled');
  await page.getByRole('tab', { name: /^Applications/ }).click();
  await expect(page).toHaveURL('/admin?tab=applications');
  await page.goBack();
  await expect(page.getByPlaceholder('Search users...')).toHaveValue('ada');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/admin');
});

test('tabs are chosen by keyboard, and each asks again when it opens', async ({ page }) => {
  const answers = await administrate(page, everything);
  await page.goto('/admin');
  await expect(lines(page)).toHaveCount(6);
  answers.organizations = [someOrganization({ number: 4, name: 'Newcomers' })];
  await page.getByRole('tab', { name: /^Users/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Organizations (3)' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: 'Newcomers' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('row', { name: 'Comet Chaser' })).toBeVisible();
  await expect(page).toHaveURL('/admin?tab=applications');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Firebase Usage Statistics' })).toBeVisible();
});

test('every 30 seconds all of it is asked for again, in silence, and not behind a dialog', async ({
  page,
}) => {
  const answers = await administrate(page, everything);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/(admin|getFirebase)/.test(pathname)) asked.push(pathname);
  });
  await page.clock.install();
  const now = () => page.evaluate(() => Date.now());
  const opened = await now();
  await page.goto('/admin');
  await expect(lines(page)).toHaveCount(6);
  await page.waitForLoadState('networkidle');
  const search = page.getByPlaceholder('Search users...');
  await search.focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Backspace');
  answers.users?.unshift(someUser({ number: 22, username: 'Newest' }));
  asked.length = 0;
  // The seconds that a busy machine takes until here have passed in the page, too.
  const elapsed = (await now()) - opened;
  await page.clock.runFor(29_000 - elapsed);
  expect(asked).toEqual([]);
  await page.clock.runFor(2_000 + elapsed);
  await expect(page.getByRole('row', { name: 'Newest' })).toBeVisible();
  await expect(search).toBeFocused();
  for (const path of [
    '/api/getFirebaseAuthUsers',
    '/api/admin/organizations',
    '/api/admin/applications',
    '/api/getFirebaseUsage',
    '/api/admin/counts',
  ])
    await expect.poll(() => asked).toContain(path);

  await page.getByRole('button', { name: 'Disable Grace Hopper' }).click();
  await page.getByLabel('Reason').fill('A reason that takes long');
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await page.clock.runFor(65_000);
  expect(asked).toEqual([]);
  await expect(page.getByLabel('Reason')).toHaveValue('A reason that takes long');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
  );
  await page.clock.runFor(65_000);
  expect(asked).toEqual([]);
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  await page.clock.runFor(31_000);
  await expect.poll(() => asked).toContain('/api/getFirebaseAuthUsers');
});

test('banners tell what came of a change, and go when they should', async ({ page, allowError }) => {
  allowError(/status of (403|404|409)/);
  const answers = await administrate(page, everything);
  const put = /\/api\/getFirebaseAuthUsers$/;
  let answer: Parameters<import('@playwright/test').Route['fulfill']>[0] = refusal(
    409,
    'last_admin',
    'There must be another administrator first.',
  );
  await page.route(put, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer),
  );
  await page.clock.install();
  await page.goto('/admin');
  const role = page.getByLabel('Role of Person 4');
  await role.selectOption('user');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/There must be another administrator first/);
  await expect(role).toHaveValue('admin');
  await page.clock.runFor(10_000);
  await expect(alert).toHaveText(/There must be another administrator first/);

  const person = answers.users?.find(({ username }) => username === 'Person 4');
  answer = { json: { success: true, user: { ...person, role: 'user' } } };
  await role.selectOption('user');
  const said = page.getByText('User role updated to user successfully');
  await expect(said).toBeVisible();
  await page.clock.runFor(2_500);
  await expect(said).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(said).toHaveCount(0);

  await page.goto('/admin?tab=applications');
  const remove = /\/api\/applications\/[a-z2-7]+$/;
  await page.route(remove, (route) => route.fulfill(refusal(403, 'forbidden', 'Not in this weather.')));
  await page.getByRole('button', { name: 'Delete Comet Chaser' }).click();
  const question = page.getByRole('alertdialog');
  await expect(
    question.getByRole('heading', { name: 'Are you sure you want to delete application "Comet Chaser"?' }),
  ).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect(alert).toHaveText(/Failed to delete application: Not in this weather\./);
  await page.clock.runFor(4_500);
  await expect(alert).toHaveText(/Failed to delete application/);
  await page.clock.runFor(1_000);
  await expect(alert).toHaveText('');

  // Deleted: the line goes at once, and the list is asked for again now and a second later.
  await page.unroute(remove);
  await page.route(remove, (route) => route.fulfill({ json: { success: true } }));
  let lists = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/applications')) lists += 1;
  });
  answers.applications = [someApplication({ number: 3, name: 'Velvet Mole' })];
  await page.getByRole('button', { name: 'Delete Comet Chaser' }).click();
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect(page.getByText('Application "Comet Chaser" deleted successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Comet Chaser' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Velvet Mole' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = lists;
  expect(first).toBeGreaterThan(0);
  await page.clock.runFor(1_100);
  await expect.poll(() => lists).toBeGreaterThan(first);
});

test('a reason is asked for, kept while it is refused, and not lost by a stray key', async ({
  page,
  allowError,
}) => {
  allowError(/status of 409/);
  await administrate(page, everything);
  await page.route(/take-offline$/, (route) =>
    route.fulfill(refusal(409, 'conflict', 'It is offline already.')),
  );
  await page.goto('/admin?tab=applications');
  await page.getByRole('button', { name: 'Take offline: Comet Chaser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take Comet Chaser offline?' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It mines coins.');
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect(dialog.getByText('It is offline already.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('It mines coins.');
});

test('an organization is chosen from more than can be looked through', async ({ page }) => {
  const answers = await administrate(page, (self) => ({
    ...everything(self),
    organizations: Array.from({ length: 120 }, (_, index) => someOrganization({ number: index + 2 })),
  }));
  const sent: unknown[] = [];
  await page.route(/\/api\/getFirebaseAuthUsers$/, (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route.request().postDataJSON());
    const person = answers.users?.find(({ username }) => username === 'Person 4');
    Object.assign(person ?? {}, { organizationId: idOf('m', 3), organizationName: 'Organization 3' });
    return route.fulfill({ json: { success: true, user: person } });
  });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Organization of Person 4: No Organization' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveCount(51);
  await expect(options.first()).toHaveText('No Organization');
  await expect(page.getByText('There are more. Search to find them.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('User organization updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Organization of Person 4: Organization 3' })).toBeFocused();
  expect(sent).toEqual([{ uid: answers.users?.[2]?.uid, organizationId: answers.organizations?.[1]?.id }]);
});

test('very long names take no more room than there is', async ({ page }) => {
  await administrate(page, everything);
  await page.goto('/admin');
  const long = page.getByRole('row', { name: longName });
  await expect(long).toBeVisible();
  const { width } = (await long.boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(1152);
  for (const cell of await long.getByRole('cell').all()) {
    const fits = await cell.evaluate((element) => element.scrollWidth <= element.clientWidth + 1);
    expect(fits, await cell.innerText()).toBe(true);
  }
});
