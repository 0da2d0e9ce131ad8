import { build } from './account.ts';
import { choose, createOrganization, join, personIn, rowOf, send } from './organizations.ts';
import { expect, test } from './server.ts';
import { continueAs, fillUploadForm, openHome, publishByApi, signIn } from './steps.ts';

test.use({ instance: 'organizations' });

test('a user creates an organization and invites another, who joins, uploads and is approved', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/404|429/);
  await signIn(page, 'ada@example.test', 'Ada');
  await openHome(page);
  await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Organization' }).click();
  const form = page.getByRole('dialog', { name: 'Create Organization' });
  await form.getByLabel('Name').fill('Moonshot');
  // Two simultaneous clicks create one organization.
  await form.getByRole('button', { name: 'Create Organization' }).dblclick();
  await expect(rowOf(page, 'Moonshot')).toContainText(/Owner.*Private.*1 member.*0 applications/);
  await expect(form).toHaveCount(0);

  await choose(page, 'Moonshot', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Organization' });
  await edit.getByLabel('Description').fill('Games about the moon.');
  await edit.getByLabel('Require approval').check();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Organization updated successfully!')).toBeVisible();
  await expect(rowOf(page, 'Moonshot')).toContainText('Games about the moon.');

  await page.getByRole('button', { name: 'Invite to Moonshot' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite to Moonshot' });
  await invite.getByLabel('User email').fill('bob@example.test');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('Member invited successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Manage Moonshot' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Moonshot' });
  await manage.getByRole('tab', { name: 'Invited' }).click();
  await expect(manage.getByRole('listitem', { name: 'bob@example.test' })).toContainText(
    'As Member, invited by Ada',
  );
  await manage.getByRole('button', { name: 'Renew the invitation of bob@example.test' }).click();
  await expect(manage.getByText('This invitation was sent less than an hour ago.')).toBeVisible();

  const bob = await personIn(browser, flux, 'bob@example.test', 'Bob');
  await openHome(bob);
  await bob
    .getByRole('banner')
    .getByRole('link', { name: /^Organizations\s+1 invitation$/ })
    .click();
  const invitation = bob.getByRole('region', { name: 'Invitation to Moonshot' });
  await expect(invitation).toContainText('Ada invites you to Moonshot');
  await expect(invitation).toContainText('As Member.');
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await expect(bob.getByText('You now belong to Moonshot.')).toBeVisible();
  await expect(rowOf(bob, 'Moonshot')).toContainText(/Member.*Private.*2 members/);
  await expect(invitation).toHaveCount(0);
  await expect(bob.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(
    bob.getByRole('banner').getByRole('link', { name: 'Organizations', exact: true }),
  ).toBeVisible();
  await expect(bob.getByRole('button', { name: 'Members of Moonshot' })).toBeVisible();
  await bob.getByRole('button', { name: 'Actions for Moonshot' }).click();
  await expect(bob.getByRole('menuitem')).toHaveText(['Leave']);
  await bob.keyboard.press('Escape');

  await fillUploadForm(bob, { file: build('lander'), name: 'Moon Lander', isPublic: true });
  await expect(bob.getByLabel('Organization').locator('option:checked')).toHaveText('Moonshot');
  await expect(bob.getByText('Moonshot requires approval')).toBeVisible();
  await bob.getByRole('button', { name: 'Upload Application' }).click();
  await bob.waitForURL(/\/play\//);
  await expect(
    bob.getByText(
      'It becomes public once the owner or an admin of Moonshot approves it in the Version History.',
    ),
  ).toBeVisible();
  await bob.getByRole('button', { name: 'QR and embed' }).click();
  const share = bob.getByRole('dialog', { name: 'Share Moon Lander' });
  await expect(share).toContainText('The share link is paused until the application is approved.');
  await expect(share.getByRole('button', { name: /link/ })).toHaveCount(0);
  await bob.keyboard.press('Escape');

  await page.goto('/organizations');
  await rowOf(page, 'Moonshot').getByRole('link', { name: '1 version pending approval' }).click();
  await expect(page.getByRole('region', { name: '1 version pending your approval' })).toBeFocused();
  await page.goto('/?view=grid');
  await expect(page.getByRole('link', { name: 'Pending approval: versions of Moon Lander' })).toBeVisible();
  const waiting = page.getByRole('region', { name: '1 version pending your approval' });
  await expect(waiting).toContainText(/uploaded by .*Bob.* to .*Moonshot/);
  await waiting.getByRole('link', { name: /^Review version .*1\.0\.0.* of .*Moon Lander/ }).click();
  await expect(page.getByRole('listitem', { name: 'Version 1.0.0' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Current Version' })).toContainText(
    'It is pending approval. Players cannot open the application until it is approved.',
  );
  await expect(page.getByText('The version people play now.')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Review version .*1\.0\.0/ })).toBeVisible();
  await page.getByRole('button', { name: 'Send Back version 1.0.0' }).click();
  const sendBack = page.getByRole('dialog', { name: 'Send back version 1.0.0?' });
  await sendBack.getByRole('button', { name: 'Send Back' }).click();
  await expect(sendBack.getByText('Please write what has to change')).toBeVisible();
  await sendBack.getByLabel('What to change').fill('The moon is missing.');
  await sendBack.getByRole('button', { name: 'Send Back' }).click();
  await expect(page.getByText('Version 1.0.0 was sent back.')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Version 1.0.0' })).toContainText('Sent back');

  await bob.goto('/?view=list');
  await bob.getByRole('link', { name: 'Sent back: versions of Moon Lander' }).click();
  await expect(bob.getByText('The moon is missing.')).toBeVisible();
  await expect(bob.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  const next = bob.getByRole('form', { name: 'Upload New Version' });
  // A new version that awaits approval does not move the focus.
  await page.goto(`${new URL(page.url()).pathname}#awaiting-approval`);
  await page.getByLabel('Changelog').focus();
  await next.getByLabel('Build file').setInputFiles(build('with a moon'));
  await next.getByLabel('Changelog').fill('A moon.');
  await next.getByRole('button', { name: 'Upload New Version' }).click();
  await expect(bob.getByText(/Successfully uploaded version 1.1!/)).toBeVisible();
  await expect(bob.getByRole('listitem', { name: 'Version 1.1' })).toContainText('Pending approval');

  await expect(page.getByRole('listitem', { name: 'Version 1.1' })).toContainText('Pending approval');
  await expect(page.getByLabel('Changelog')).toBeFocused();
  await page.reload();
  await page.getByRole('button', { name: 'Approve version 1.1' }).click();
  await expect(page.getByText('Version 1.1 was approved.')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Version 1.1' })).toContainText('Active');
  const visitor = await browser.newContext({ baseURL: flux.url });
  const gallery = await visitor.newPage();
  await gallery.goto('/');
  await expect(gallery.getByRole('heading', { name: 'Moon Lander' })).toBeVisible();
  await visitor.close();

  await bob.goto('/organizations');
  await expect(rowOf(bob, 'Moonshot')).toBeVisible();
  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Manage Moonshot' }).click();
  await expect(manage.getByText('Total: 2 member(s)')).toBeVisible();
  await expect(manage.getByRole('button', { name: 'Remove Ada' })).toHaveCount(0);
  await manage.getByRole('button', { name: 'Remove Bob' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to remove this member?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Member removed successfully!')).toBeVisible();
  await expect(manage.getByText('Total: 1 member(s)')).toBeVisible();
  await expect(manage.getByRole('listitem')).toHaveCount(1);

  // The page that was open before can no longer do anything.
  await bob.getByRole('button', { name: 'Invite to Moonshot' }).click();
  const late = bob.getByRole('dialog', { name: 'Invite to Moonshot' });
  await late.getByLabel('User email').fill('eve@example.test');
  await late.getByRole('button', { name: 'Invite' }).click();
  await expect(late.getByRole('alert')).toHaveText('Organization not found');
  await expect(rowOf(bob, 'Moonshot')).toHaveCount(0);
  await bob.keyboard.press('Escape');
  await bob.getByRole('button', { name: 'Discard' }).click();
  await expect(bob.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await bob.context().close();
});

test('an organization is handed over, left, and deleted after its applications have moved', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'grace@example.test', 'Grace');
  const moon = await createOrganization(page, { name: 'Moon' });
  await publishByApi(page, { name: 'Crater', build: build('crater'), organizationId: moon });
  const linus = await personIn(browser, flux, 'linus@example.test', 'Linus');
  await join(page, moon, { page: linus, email: 'linus@example.test', role: 'viewer' });

  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Manage Moon' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage Members - Moon' });
  await manage.getByRole('button', { name: 'Role of Linus: Viewer' }).click();
  await manage.getByRole('menuitemradio', { name: /^Member/ }).click();
  await expect(page.getByText('Linus is now Member.')).toBeVisible();
  // The notification is above the dialog. A key moves the focus there and back, and the dialog stays open.
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(page.locator('#notifications')).toContainText('Press F8 to reach Undo.');
  await page.keyboard.press('F8');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(undo).not.toBeFocused();
  await expect(manage.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('F8');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(manage.locator(':focus')).toHaveCount(1);
  await expect(page.getByText('Linus is Viewer again.')).toBeVisible();
  await manage.getByRole('button', { name: 'Role of Linus: Viewer' }).click();
  await manage.getByRole('menuitem', { name: 'Make owner…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make Linus the owner of Moon?' });
  await question.getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByText('Linus is now the owner of Moon.')).toBeVisible();
  await expect(manage.getByRole('listitem', { name: 'Linus' })).toContainText('Owner');
  await manage.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rowOf(page, 'Moon')).toContainText('Admin');

  await choose(page, 'Moon', 'Leave');
  const leaving = page.getByRole('alertdialog', { name: 'Leave Moon?' });
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('You left Moon.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await linus.goto('/organizations');
  await choose(linus, 'Moon', 'Delete');
  const deletion = linus.getByRole('dialog', {
    name: 'Are you sure you want to delete organization "Moon"?',
  });
  await expect(deletion.getByText('What happens to its 1 application?')).toBeVisible();
  await expect(deletion.getByRole('radio', { name: 'Move them' })).toBeDisabled();
  await expect(deletion.getByRole('button', { name: 'Delete organization' })).toBeDisabled();
  await deletion.getByRole('button', { name: 'Keep it' }).click();
  await expect(linus.getByRole('button', { name: 'Actions for Moon' })).toBeFocused();

  await createOrganization(linus, { name: 'Mars' });
  await linus.reload();
  await choose(linus, 'Moon', 'Delete');
  await deletion.getByRole('radio', { name: 'Move them' }).check();
  await expect(deletion.getByLabel('Move to').locator('option:checked')).toHaveText('Mars');
  await deletion.getByRole('button', { name: 'Delete organization' }).click();
  await expect(linus.getByText('Organization "Moon" deleted successfully!')).toBeVisible();
  await expect(rowOf(linus, 'Moon')).toHaveCount(0);
  await expect(rowOf(linus, 'Mars')).toContainText('1 application');
  await expect(linus.getByRole('main')).toBeFocused();

  await choose(linus, 'Mars', 'Delete');
  const second = linus.getByRole('dialog', { name: 'Are you sure you want to delete organization "Mars"?' });
  await second.getByRole('radio', { name: 'Delete them too' }).check();
  await second.getByRole('button', { name: 'Delete organization' }).click();
  await expect(linus.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await linus.context().close();
});

test('an invitation link asks for a sign-in, refuses the wrong account, and is declined', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/404/);
  const owner = await personIn(browser, flux, 'owner@example.test', 'Olga');
  const organizationId = await createOrganization(owner, { name: 'Night Shift' });
  const invited = { action: 'invite', organizationId, userEmail: 'iris@example.test', role: 'admin' };
  await send(owner, 'PUT', '/api/organizations', invited);
  const [{ id }] = await send(owner, 'GET', `/api/organizations/${organizationId}/invitations`);
  await owner.context().close();

  await page.goto(`/organizations?invitation=${id}`);
  await expect(page.getByRole('heading', { name: 'Please sign in to view organizations' })).toBeVisible();
  await expect(page.getByText('You have an invitation.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'mallory@example.test', 'Mallory');
  await expect(
    page.getByText('This invitation does not exist, was withdrawn, or was sent to another e-mail address.'),
  ).toBeVisible();
  await expect(page.getByText('You are signed in as mallory@example.test.')).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'iris@example.test', 'Iris');
  const panel = page.getByRole('region', { name: 'Invitation to Night Shift' });
  await expect(panel).toContainText('Olga invites you to Night Shift');
  await expect(panel).toContainText('As Admin.');
  await panel.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('You declined the invitation to Night Shift.')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL('/organizations');
});
