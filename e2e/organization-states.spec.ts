import { build } from './account.ts';
import { examine } from './examine.ts';
import { choose, createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

const broken = {
  status: 500,
  json: {
    success: false,
    code: 'internal',
    error: 'Something went wrong on our side. Please try again.',
  },
};

test('who has no organization makes one beside the upload form, publishes to it, and moves the application to another', async ({
  page,
}) => {
  await signIn(page, 'dorothy@example.test', 'Dorothy');
  await page.goto('/upload');
  await page.getByLabel('Build file').setInputFiles(build('orbit'));
  await page.getByLabel('Name').fill('Orbit');
  await page.getByRole('button', { name: 'Create Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Organization' });
  await dialog.getByLabel('Name').fill('Trajectories');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect(dialog).toHaveCount(0);
  const choice = page.getByLabel('Organization');
  await expect(choice.locator('option:checked')).toHaveText('Trajectories');
  await expect(page.getByLabel('Name')).toHaveValue('Orbit');
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
