import { publish } from './account.ts';
import { expect, test } from './server.ts';
import { api, signIn } from './steps.ts';

test('what was changed of an application and not saved is there again for whoever left the page or loads it anew', async ({
  page,
}) => {
  await signIn(page, 'keeps@example.test', 'Kaya');
  const id = await publish(page, 'Kept');
  await page.goto(`/update/${id}`);
  const form = page.getByRole('form', { name: 'Application Details' });
  const name = form.getByLabel('Name');
  const theme = form.getByRole('radio', { name: /^Modern/ });
  const discard = form.getByRole('button', { name: 'Discard changes' });
  await expect(name).toHaveValue('Kept');
  const changed = async () => {
    await expect(name).toHaveValue('Kept and changed');
    await expect(form.getByLabel('Description')).toHaveValue('Told anew.');
    await expect(theme).toBeChecked();
    await expect(discard).toBeVisible();
  };
  await name.fill('Kept and changed');
  await form.getByLabel('Description').fill('Told anew.');
  await theme.check({ force: true });
  await page
    .getByRole('banner')
    .getByRole('link', { name: /upload/i })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /upload/i })).toBeVisible();
  await page.goBack();
  await changed();
  await page.reload();
  await changed();
  // Somebody else's words are not written over by older ones.
  const elsewhere = { description: 'Told elsewhere.' };
  expect((await api(page, 'PATCH', `/api/applications/${id}`, elsewhere)).status).toBe(200);
  await page.reload();
  await expect(name).toHaveValue('Kept and changed');
  await expect(form.getByLabel('Description')).toHaveValue('Told elsewhere.');
  await discard.click();
  await page.reload();
  await expect(name).toHaveValue('Kept');
  await expect(discard).toHaveCount(0);
});
