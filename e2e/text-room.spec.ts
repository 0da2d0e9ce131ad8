import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';
import { talkingBuild } from './talking-build.ts';

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
