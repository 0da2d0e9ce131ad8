import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { build } from './account.ts';
import { execute } from './database.ts';
import { examine } from './examine.ts';
import { choose, createOrganization, join, personIn, rowOf, send } from './organizations.ts';
import { expect, test } from './server.ts';
import { api, publishByApi, signIn } from './steps.ts';

const refusal = (status: number, code: string, error: string) => ({
  status,
  json: { success: false, code, error },
});
const broken = refusal(500, 'internal', 'Something went wrong on our side. Please try again.');

test('what fails is said where it failed, and tried again', async ({ page, allowError }) => {
  allowError(/status of (403|404|500)/);
  await signIn(page, 'frances@example.test', 'Frances');
  await createOrganization(page, { name: 'Compilers' });
  const lists = /\/api\/organizations\?/;
  await page.route(lists, (route) => route.fulfill(broken));
  await page.goto('/organizations');
  await expect(page.getByRole('heading', { name: 'Failed to fetch organizations' })).toBeVisible();
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(rowOf(page, 'Compilers')).toBeVisible();

  const change = /\/api\/organizations$/;
  await page.route(change, (route) => route.fulfill(broken));
  await page.getByRole('button', { name: 'Invite to Compilers' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite to Compilers' });
  await invite.getByLabel('User email').fill('no address');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(invite.getByText('Please enter a valid e-mail address')).toBeVisible();
  await invite.getByLabel('User email').fill('jean@example.test');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(invite.getByText('Failed to invite member')).toBeVisible();
  await page.unroute(change);
  await page.route(change, (route) => route.fulfill(refusal(403, 'forbidden', 'Not in this weather.')));
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(invite.getByText('Not in this weather.')).toBeVisible();
  await page.unroute(change);
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('Member invited successfully!')).toBeVisible();
});

test('who invites is promised a mail only where this Flux sends some', async ({ page }) => {
  await signIn(page, 'postel@example.test', 'Postel');
  await createOrganization(page, { name: 'Bridges' });
  const invite = page.getByRole('dialog', { name: 'Invite to Bridges' });
  const open = async () => {
    await page.goto('/organizations');
    await page.getByRole('button', { name: 'Invite to Bridges' }).click();
  };
  await open();
  await expect(invite).toContainText('This Flux sends no mail, so tell them yourself.');
  await expect(invite).not.toContainText('e-mail with a link');

  const session = (await api(page, 'GET', '/api/session')).body;
  await page.route('**/api/session', (route) => route.fulfill({ json: { ...session, sendsMail: true } }));
  await open();
  await expect(invite).toContainText('They get an e-mail with a link, and join by accepting.');
});

test('a removal that fails says so, and an organization that is gone breaks nothing', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/status of (404|500)/);
  await signIn(page, 'betty@example.test', 'Betty');
  const id = await createOrganization(page, { name: 'Short-lived' });
  const kay = await personIn(browser, flux, 'kay@example.test', 'Kay');
  await join(page, id, { page: kay, email: 'kay@example.test' });
  await kay.context().close();
  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Manage Short-lived' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Short-lived' });
  const role = /\/members\//;
  await page.route(role, (route) => route.fulfill(broken));
  await manage.getByRole('button', { name: 'Role of Kay: Member' }).click();
  await page.getByRole('menuitemradio', { name: /^Viewer/ }).click();
  await expect(manage.getByText('Failed to change member')).toBeVisible();
  await expect(manage.getByRole('button', { name: 'Role of Kay: Member' })).toBeVisible();
  await page.unroute(role);
  const change = /\/api\/organizations$/;
  await page.route(change, (route) => route.fulfill(broken));
  await manage.getByRole('button', { name: 'Remove Kay' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(manage.getByText('Failed to remove member')).toBeVisible();
  await page.unroute(change);
  await manage.getByRole('button', { name: 'Try Again' }).click();
  await expect(manage.getByText('Failed to remove member')).toHaveCount(0);
  await manage.getByPlaceholder('Search members...').fill('KAY@');
  await expect(manage.getByRole('listitem')).toHaveCount(1);
  await manage.getByPlaceholder('Search members...').fill('nobody of this name');
  await expect(manage.getByText('No members found matching your search.')).toBeVisible();
  await manage.getByPlaceholder('Search members...').fill('');

  // Another tab deletes it meanwhile.
  await send(page, 'DELETE', `/api/organizations/${id}`);
  await manage.getByRole('button', { name: 'Remove Kay' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(manage.getByText('Organization not found').first()).toBeVisible();
  await manage.getByRole('button', { name: 'Close dialog' }).click();
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
});

test('who has no organization makes one beside the upload form, which keeps what was typed', async ({
  page,
  allowError,
}) => {
  allowError(/status of 500/);
  await signIn(page, 'dorothy@example.test', 'Dorothy');
  const lists = /\/api\/organizations\?/;
  await page.route(lists, (route) => route.fulfill(broken));
  await page.goto('/upload');
  await expect(page.getByText(`Error loading organizations: ${broken.json.error}`)).toBeVisible();
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  const nothing = page.getByText('No organizations available. Please create an organization first.');
  await expect(nothing).toBeVisible();
  await expect(nothing.getByRole('link')).toHaveAttribute('href', '/organizations');
  await page.getByLabel('Build file').setInputFiles(build('orbit'));
  await page.getByLabel('Name').fill('Orbit');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByText('Please select an organization')).toBeVisible();
  await examine(page, 'upload without an organization');
  await page.getByRole('button', { name: 'Create Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Organization' });
  await dialog.getByLabel('Name').fill('Trajectories');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect(dialog).toHaveCount(0);
  const choice = page.getByLabel('Organization');
  await expect(choice.locator('option:checked')).toHaveText('Trajectories');
  await expect(page.getByLabel('Name')).toHaveValue('Orbit');
  await choice.selectOption('');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(choice).toBeFocused();
  await choice.selectOption({ label: 'Trajectories' });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//);

  await createOrganization(page, { name: 'Another' });
  await page.goto('/upload');
  await expect(choice.locator('option:checked')).toHaveText('Trajectories');

  await page.goto('/?filter=my-apps&view=grid');
  await expect(page.getByText('Dorothy · Trajectories')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Orbit' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit application' });
  await edit.getByLabel('Organization').selectOption('');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('Please select an organization').last()).toBeVisible();
  await edit.getByLabel('Organization').selectOption({ label: 'Another' });
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect(page.getByText('Dorothy · Another')).toBeVisible();
  await page.getByRole('button', { name: 'Filter by Organization' }).click();
  await page.getByRole('option', { name: 'Another' }).click();
  await expect(page.getByRole('heading', { name: 'Orbit' })).toBeVisible();
  await expect(page).toHaveURL(/organization=[a-z2-7]{26}/);
});

/** SQL for an id made of a number: ids know no 0, 1, 8 and 9. */
const idOf = (letter: string) => `translate(lpad(n::text, 26, '${letter}'), '0189', 'zyxw')`;

/** People who only exist as members, and organizations of somebody. */
async function fill(flux: FluxProcess, organizationId: string, email: string): Promise<void> {
  await execute(
    flux,
    `insert into users (id, email, email_verified, username)
     select ${idOf('u')}, 'crowd-' || n || '@example.test', true, 'Crowd ' || n from generate_series(1, 1000) as n`,
  );
  await execute(
    flux,
    `insert into organization_members (organization_id, user_id, role, joined_at)
     select $1, ${idOf('u')}, 'viewer', now() + n * interval '1 second' from generate_series(1, 1000) as n`,
    [organizationId],
  );
  await execute(
    flux,
    `with made as (
       insert into organizations (id, name, owner_id, created_by)
       select ${idOf('m')}, 'Many ' || lpad(n::text, 2, '0'), users.id, users.id
       from generate_series(1, 49) as n, users where users.email = $1
       returning id, owner_id)
     insert into organization_members (organization_id, user_id, role, joined_at)
     select id, owner_id, 'admin', now() from made`,
    [email],
  );
}

test('fifty organizations and a thousand members come by pages, and are searched', async ({ page, flux }) => {
  await signIn(page, 'joan@example.test', 'Joan');
  const id = await createOrganization(page, { name: 'Crowded' });
  await fill(flux, id, 'joan@example.test');
  await page.goto('/organizations');
  const rows = page.getByRole('list', { name: 'Organizations' }).getByRole('listitem');
  await expect(rows).toHaveCount(24);
  for (const count of [48, 50]) {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(count);
  }
  await page.getByPlaceholder('Search organizations...').fill('many 4');
  await expect(rows).toHaveCount(10);
  await expect(page).toHaveURL(/\?q=many\+4$/);
  await page.getByPlaceholder('Search organizations...').fill('nothing has this');
  await expect(page.getByRole('heading', { name: 'No organizations found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(rows).toHaveCount(50);
  await page.goto('/organizations?q=crowded');
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Manage Crowded' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Crowded' });
  await expect(manage.getByText('Total: 1,001 member(s)')).toBeVisible();
  await expect(manage.getByRole('listitem')).toHaveCount(50);
  await manage.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
  await expect(manage.getByRole('listitem')).toHaveCount(100);
  await manage.getByPlaceholder('Search members...').fill('CROWD-987@');
  await expect(manage.getByRole('listitem')).toHaveCount(1);
  await expect(manage.getByRole('listitem')).toHaveText(/Crowd 987.*crowd-987@example.test/);
});

test('Escape shuts the question over a dialog alone, however soon after the question has the focus', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'barbara@example.test', 'Barbara');
  const id = await createOrganization(page, { name: 'Abstractions' });
  const alan = await personIn(browser, flux, 'alan@example.test', 'Alan');
  await join(page, id, { page: alan, email: 'alan@example.test' });
  await alan.context().close();
  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Manage Abstractions' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Abstractions' });
  await page.evaluate(() => {
    // In the same moment: whoever is quick, or a screen reader, presses it then.
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.closest('[role=alertdialog]'))
        target.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
    });
  });
  await manage.getByRole('button', { name: 'Remove Alan' }).click();
  const question = page.getByRole('alertdialog');
  await expect(manage.getByRole('button', { name: 'Remove Alan' })).toBeFocused();
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(manage).toHaveCount(0);
});

test('where an application could go is said not to be known, and asked for again, as it is edited and as its organization goes', async ({
  page,
  allowError,
}) => {
  allowError(/status of 500/);
  await signIn(page, 'mary@example.test', 'Mary');
  const spinners = await createOrganization(page, { name: 'Spinners' });
  await createOrganization(page, { name: 'Weavers' });
  await publishByApi(page, { name: 'Loom', build: build('loom'), organizationId: spinners });
  const lists = /\/api\/organizations\?.*uploadable/;
  const said = `Error loading organizations: ${broken.json.error}`;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(lists, async (route) => {
    await answered;
    await route.fulfill(broken);
  });
  await page.goto('/?view=grid&filter=my-apps');
  await choose(page, 'Loom', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Application' });
  const choice = edit.getByLabel('Organization');
  await expect(choice.locator('option:checked')).toHaveText('Spinners');
  await expect(edit.locator('[aria-busy=true]').filter({ has: page.getByLabel('Organization') })).toHaveCount(
    1,
  );
  answer();
  await expect(edit.getByRole('alert')).toContainText(said);
  await expect(edit.locator('[aria-busy=true]')).toHaveCount(0);
  await examine(page, 'edit without knowing the organizations');
  await page.unroute(lists);
  await edit.getByRole('button', { name: 'Try again' }).click();
  await choice.selectOption({ label: 'Weavers' });
  await expect(edit.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.route(lists, (route) => route.fulfill(broken));
  await page.goto('/organizations');
  await choose(page, 'Spinners', 'Delete');
  const deletion = page.getByRole('dialog', { name: /^Are you sure you want to delete organization/ });
  await expect(deletion.getByRole('alert')).toContainText(said);
  await expect(deletion.getByRole('radio', { name: 'Move them' })).toBeDisabled();
  await page.unroute(lists);
  await deletion.getByRole('button', { name: 'Try again' }).click();
  await deletion.getByRole('radio', { name: 'Move them' }).check();
  await expect(deletion.getByLabel('Move to').locator('option:checked')).toHaveText('Weavers');
  await expect(deletion.getByRole('alert')).toHaveCount(0);
});

test('every state of organizations is accessible, and all of it is done by keyboard', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'radia@example.test', 'Radia');
  await page.goto('/organizations');
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await examine(page, 'no organizations');
  await page.getByRole('button', { name: 'Create Organization' }).press('Enter');
  await page.getByLabel('Name').pressSequentially('Trees');
  await examine(page, 'create organization');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Trees')).toBeVisible();
  const longest = `A name that is as long as a name may be ${'and longer '.repeat(7)}`.trim();
  const id = await createOrganization(page, { name: longest, isPublic: true, description: 'x'.repeat(400) });
  await publishByApi(page, { name: 'Spanning', build: build('tree'), organizationId: id });
  const vint = await personIn(browser, flux, 'vint@example.test', 'Vint');
  await join(page, id, { page: vint, email: 'vint@example.test', role: 'admin' });
  const owned = { action: 'invite', organizationId: await createOrganization(vint, { name: 'Packets' }) };
  await send(vint, 'PUT', '/api/organizations', { ...owned, userEmail: 'radia@example.test' });
  await vint.context().close();
  await send(page, 'PUT', '/api/organizations', {
    action: 'invite',
    organizationId: id,
    userEmail: 'bob.kahn@example.test',
    role: 'viewer',
  });
  await page.goto('/organizations');
  await expect(page.getByRole('region', { name: 'Invitation to Packets' })).toBeVisible();
  await examine(page, 'organizations and an invitation');
  await page.getByRole('button', { name: `Manage ${longest}` }).press('Enter');
  const manage = page.getByRole('dialog', { name: `Manage Members - ${longest}` });
  await expect(manage.getByRole('listitem', { name: 'Vint' })).toBeVisible();
  await expect(manage.getByPlaceholder('Search members...')).toBeFocused();
  await examine(page, 'members');
  await manage.getByRole('button', { name: 'Role of Vint: Admin' }).press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^Admin/ })).toBeChecked();
  await examine(page, 'the roles of a member');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Make owner…' })).toBeFocused();
  await page.keyboard.press('Enter');
  // A question that is seen hears no keys before it has the focus.
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(manage.getByRole('button', { name: 'Role of Vint: Admin' })).toBeFocused();
  await manage.getByRole('tab', { name: 'Members' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(manage.getByRole('listitem', { name: 'bob.kahn@example.test' })).toBeVisible();
  await examine(page, 'invited people');
  await manage.getByRole('button', { name: 'Invite' }).press('Enter');
  await expect(page.getByLabel('User email')).toBeFocused();
  await examine(page, 'invite');
  await page.keyboard.press('Escape');
  await expect(manage.getByRole('button', { name: 'Invite' })).toBeFocused();
  await manage
    .getByRole('button', { name: 'Withdraw the invitation of bob.kahn@example.test' })
    .press('Enter');
  await expect(manage.getByText('Nobody is invited at the moment.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Manage ${longest}` })).toBeFocused();
  await choose(page, longest, 'Delete');
  await page.getByRole('radio', { name: 'Move them' }).check();
  await examine(page, 'delete an organization');
});
