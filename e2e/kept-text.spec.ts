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
  // Nor by those of whoever comes back by a link, and sees for a moment what the page knew before.
  await form.getByLabel('Description').fill('Told once more.');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /upload/i })
    .click();
  const meanwhile = { description: 'Told elsewhere again.' };
  expect((await api(page, 'PATCH', `/api/applications/${id}`, meanwhile)).status).toBe(200);
  await page.goBack();
  await expect(name).toHaveValue('Kept and changed');
  await expect(form.getByLabel('Description')).toHaveValue('Told elsewhere again.');
  await discard.click();
  const discarded = async () => {
    await expect(name).toHaveValue('Kept');
    await expect(form.getByLabel('Description')).toHaveValue('Told elsewhere again.');
    await expect(theme).not.toBeChecked();
    await expect(discard).toHaveCount(0);
  };
  await discarded();
  await page.reload();
  await discarded();
});

test('whoever loads the upload page anew is asked for the thumbnail again, by its name', async ({ page }) => {
  await signIn(page, 'thumbs@example.test', 'Thea');
  await page.goto('/upload');
  const note = page.getByText('You had chosen moon.gif.');
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const choose = () =>
    page.getByLabel('Thumbnail').setInputFiles({ name: 'moon.gif', mimeType: 'image/gif', buffer: gif });
  await page.getByLabel('Name').fill('Moon');
  await choose();
  await expect(page.getByText('Picture chosen: moon.gif')).toBeAttached();
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Moon');
  await expect(note).toBeVisible();
  await choose();
  await expect(note).toHaveCount(0);
  // Whoever takes it away again wants none.
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Moon');
  await expect(note).toHaveCount(0);
});
