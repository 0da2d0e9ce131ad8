import { build } from './account.ts';
import { createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

test('a user without organizations creates one beside the upload form, publishes to it, and the form keeps it', async ({
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
});
