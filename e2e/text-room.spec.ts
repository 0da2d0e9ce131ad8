import type { Page } from '@playwright/test';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';
import { talkingBuild } from './talking-build.ts';

/** Runs in the page: keeps what is said to those who hear it. */
function keepSaid(): void {
  const said: string[] = [];
  Reflect.set(window, 'said', said);
  new MutationObserver(() => {
    const text = document.querySelector('body > [aria-live]')?.textContent;
    if (text && text !== said.at(-1)) said.push(text);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

const saidOn = (page: Page) => page.evaluate<string[]>(() => Reflect.get(window, 'said'));

test('how much of a text is left is said when it is little, below the field, without moving anything or a word for each key', async ({
  page,
}) => {
  await page.addInitScript(keepSaid);
  await signIn(page, 'words@example.test', 'Wanda');
  await page.goto('/upload');
  const description = page.getByLabel('Description');
  const counter = page.getByText(/characters? (left|over)/).and(page.locator('form *'));
  // As high as it becomes, so that nothing but the counter could move what is below.
  await description.fill('a'.repeat(4_500));
  await expect(counter).toHaveCount(0);
  const below = page.getByLabel('Public');
  const place = await below.boundingBox();

  await description.press('End');
  await description.pressSequentially('bcd');
  await expect(counter).toHaveText('497 of 5,000 characters left');
  await expect(description).toHaveAccessibleDescription('At most 5,000 characters');
  expect(await below.boundingBox()).toEqual(place);
  await expect.poll(() => saidOn(page)).toEqual(['499 of 5,000 characters left']);
  await examine(page, 'a field with little left');

  await description.fill('a'.repeat(5_003));
  await expect(counter).toHaveText('3 characters over the limit of 5,000');
  await expect
    .poll(() => saidOn(page))
    .toEqual(['499 of 5,000 characters left', '3 characters over the limit of 5,000']);
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByText('Please keep the description under 5,000 characters')).toBeVisible();
  await expect(counter).toBeVisible();
  await examine(page, 'a field with too much in it');

  await description.fill('Jump over it.');
  await expect(counter).toHaveCount(0);
  // Spaces around it are not kept, so that they take no place of it.
  await page.getByLabel('Name', { exact: true }).fill(`  ${'🎮'.repeat(119)}  `);
  await expect(counter).toHaveText('1 of 120 characters left');
});

test('it is said as well of what a form fills in by itself, and no more of what it takes back', async ({
  page,
}) => {
  await signIn(page, 'words@example.test', 'Wanda');
  const { body: app } = await publishByApi(page, { name: 'Wordy', build: talkingBuild(1) });
  await page.goto(`/update/${app.id}`);
  await page.getByLabel('Description').fill('a'.repeat(4_600));
  await page.reload();
  const counter = page.getByText('400 of 5,000 characters left');
  await expect(counter).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(counter).toHaveCount(0);
});
