import { publish } from './account.ts';
import { countWatchers, goBack } from './go-back.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

test('Back shuts the highest of what lies over a page, one at a time, and what asks first asks', async ({
  page,
}) => {
  const watchers = await countWatchers(page);
  await signIn(page, 'returns@example.test', 'Rhea');
  await page.goto('/organizations');
  const create = page.getByRole('dialog', { name: 'Create Organization' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const open = () => page.getByRole('button', { name: 'Create Organization' }).first().click();
  expect(await watchers()).toBe(0);
  await open();
  await expect(create).toBeVisible();
  await expect.poll(watchers).toBe(1);
  await goBack(page);
  await expect(create).toHaveCount(0);
  await expect.poll(watchers).toBe(0);

  await open();
  await create.getByLabel('Name').fill('Returned');
  await expect.poll(watchers).toBe(1);
  // The second time nobody has clicked or typed since the first.
  for (let times = 0; times < 2; times++) {
    await goBack(page);
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await goBack(page);
    await expect(question).toHaveCount(0);
    await expect(create.getByLabel('Name')).toHaveValue('Returned');
  }
  await test.step('and Escape shuts as many as before', async () => {
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(create).toBeVisible();
    await expect.poll(watchers).toBe(1);
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
  });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(create).toHaveCount(0);
  await expect.poll(watchers).toBe(0);
  await expect(page).toHaveURL(/\/organizations$/);
});

test('Back shuts menus, choices and the palette', async ({ page }) => {
  const watchers = await countWatchers(page);
  await signIn(page, 'menus@example.test', 'Mena');
  await publish(page, 'Menu');
  await page.goto('/?view=grid&filter=my-apps');
  const actions = page.getByRole('button', { name: 'Actions for Menu' });
  const menu = page.getByRole('menu');
  // The first time its script is fetched, and the second it opens by itself.
  for (let times = 0; times < 2; times++) {
    await actions.click();
    await expect(menu).toBeVisible();
    await expect.poll(watchers).toBe(1);
    await goBack(page);
    await expect(menu).toHaveCount(0);
    await expect(actions).toBeFocused();
    await expect.poll(watchers).toBe(0);
  }
  await test.step('what a menu opens has Back for itself', async () => {
    await actions.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit application' });
    await expect(edit).toBeVisible();
    await expect.poll(watchers).toBe(1);
    await goBack(page);
    await expect(edit).toHaveCount(0);
  });
  await test.step('choices', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Filter by Creator' }).click();
    const choices = page.getByRole('listbox');
    await expect(choices).toBeVisible();
    await expect.poll(watchers).toBe(1);
    await goBack(page);
    await expect(choices).toHaveCount(0);
  });
  await test.step('the palette', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await expect(palette).toBeVisible();
    await expect.poll(watchers).toBe(1);
    await goBack(page);
    await expect(palette).toHaveCount(0);
    await expect.poll(watchers).toBe(0);
  });
});
