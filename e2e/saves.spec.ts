import { publish } from './account.ts';
import { expect, test } from './server.ts';
import { game, signIn } from './steps.ts';

test('a browser that forgets what a game in a frame saves is told where saves are kept, and no other is', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publish(page, 'Keeper');
  const note = page.getByText('This browser forgets what a game saves inside this page.');
  await page.goto(`/play/${id}`);
  await expect(game(page).getByText('game')).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'vendor', { value: 'Apple Computer, Inc.' }),
  );
  await page.reload();
  await expect(note).toContainText('Play in New Tab keeps your saves.');
});
