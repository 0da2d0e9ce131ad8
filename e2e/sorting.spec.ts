import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { type ApiAnswer, api, publishByApi, signIn } from './steps.ts';

test.use({ residents: 'gallery' });

const adminEmail = 'admin@flux.localhost';

function publish(page: Page, name: string): Promise<ApiAnswer> {
  const buffer = Buffer.from(`<!doctype html><title>${name}</title><h1>${name}</h1>`);
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  return publishByApi(page, { name, isPublic: 'true', build });
}

test('the list is sorted by its heads and keys, the grid by a choice, and the order is in the address', async ({
  page,
}) => {
  await signIn(page, adminEmail, 'Mara');
  for (const name of ['Sorting Écho', 'sorting zulu', 'SORTING alpha']) await publish(page, name);
  const names = page.getByRole('main').getByRole('heading', { level: 3 });
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const newest = ['SORTING alpha', 'sorting zulu', 'Sorting Écho'];
  const alphabet = ['SORTING alpha', 'Sorting Écho', 'sorting zulu'];
  await page.goto('/?filter=my-apps&q=sorting&sort=oldest&view=list');
  await expect(names).toHaveText(newest.toReversed());
  await expect(head('Created')).toHaveAttribute('aria-sort', 'ascending');
  await page.goto('/?filter=my-apps&q=sorting&view=list');
  await expect(names).toHaveText(newest);
  for (const name of ['Application', 'Created'])
    await expect(head(name)).not.toHaveAttribute('aria-sort', /./);

  await test.step('by keyboard: A–Z, Z–A, and back to the best matches', async () => {
    await head('Application').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]sort=name$/);
    await expect(names).toHaveText(alphabet);
    await expect(head('Application')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByText('Sorted: Name A–Z', { exact: true })).toHaveRole('status');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/sort=name-desc$/);
    await expect(names).toHaveText(alphabet.toReversed());
    await expect(head('Application')).toHaveAttribute('aria-sort', 'descending');
    await expect(head('Application').getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/sort=/);
    await page.goBack();
    await expect(names).toHaveText(alphabet.toReversed());
  });

  await test.step('the order stays in the grid, and the one that needs no word is not in the address', async () => {
    await page.getByRole('button', { name: 'Grid view' }).click();
    const choice = page.getByLabel('Sort by', { exact: true });
    await expect(choice.locator('option:checked')).toHaveText('Name Z–A');
    await choice.selectOption('Oldest first');
    await expect(page).toHaveURL(/sort=oldest/);
    await expect(names).toHaveText(newest.toReversed());
    await choice.selectOption('Best match first');
    await expect(page).not.toHaveURL(/sort=/);
    await page.goto('/?filter=my-apps&view=grid&sort=name');
    await choice.selectOption('Newest first');
    await expect(page).not.toHaveURL(/sort=/);
  });

  await test.step('an application that takes another name goes to its place', async () => {
    await page.goto('/?filter=my-apps&q=sorting&sort=name&view=list');
    await expect(names).toHaveText(alphabet);
    await page.getByRole('button', { name: 'Actions for SORTING alpha', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit application' });
    await dialog.getByLabel('Name').fill('Sorting yankee');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(names).toHaveText(['Sorting Écho', 'Sorting yankee', 'sorting zulu']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(names).toHaveText(alphabet);
    const { body } = await api(page, 'GET', '/api/applications?q=sorting%20zulu');
    await api(page, 'PATCH', `/api/applications/${body[0].id}`, { name: 'Sorting beta' });
    await expect(names).toHaveText(['SORTING alpha', 'Sorting beta', 'Sorting Écho']);
  });
});

test('an order that a visitor chooses before there is a script is taken when it is there', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, adminEmail, 'Mara');
  await publish(page, 'Isle');
  const size = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: flux.url, viewport: size, isMobile: true });
  const visitor = await context.newPage();
  const held = Promise.withResolvers<void>();
  await visitor.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const choice = visitor.getByLabel('Sort by', { exact: true });
  await expect(async () => {
    await visitor.goto('/', { waitUntil: 'commit' });
    await choice.selectOption('Name A–Z', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(visitor.locator('html[data-arrived]')).toHaveCount(0);
  held.resolve();
  await expect(visitor).toHaveURL(/[?]sort=name$/);
  await expect(choice).toHaveValue('name');
  await visitor.unrouteAll({ behavior: 'wait' });
  await context.close();
});
