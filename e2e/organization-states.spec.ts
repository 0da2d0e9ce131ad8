import { build } from './account.ts';
import { createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

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
