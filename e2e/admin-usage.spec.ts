import { publish } from './account.ts';
import { answerAdmin, everything, someDays, someUsage } from './administration.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { signIn } from './steps.ts';

test.use({ residents: 'usage' });

test('the figures are of this Flux, and follow what is published', async ({ page }) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  await page.goto('/admin?tab=usage');
  await expect(page.getByRole('heading', { name: 'Firebase Usage Statistics' })).toBeVisible();
  const storage = page.getByRole('region', { name: 'Storage Usage' });
  const auth = page.getByRole('region', { name: 'Firebase Auth' });
  const firestore = page.getByRole('region', { name: 'Firestore Usage' });
  await expect(storage.getByText('0 Bytes')).toBeVisible();
  await expect(storage.getByText('Never')).toBeVisible();
  await expect(auth).toHaveText(/OAuth Users\s*1$/);
  await publish(page, 'Comet Chaser');
  await page.goto('/admin?tab=usage');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh Data' }).click();
    await expect(storage.getByText('.html')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // One more name that the page is served by is none of them.
  await expect(storage.getByText('Files of versions by type', { exact: true })).toBeVisible();
  await expect(storage.getByRole('listitem')).toHaveText([/^\.html\s*1$/]);
  await expect(storage.getByText('0 Bytes')).toHaveCount(0);
  await expect(storage.getByText('Never')).toHaveCount(0);
  await expect(firestore.getByText(/^applications$/)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Applications (1)' })).toBeVisible();
  await examine(page, 'usage');
});

test('until there are figures it says that they are loading, and failures are silent', async ({
  page,
  allowError,
}) => {
  allowError(/status of 500/);
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const call = /\/api\/getFirebaseUsage$/;
  const failure = { status: 500, json: { success: false, code: 'internal', error: 'Something went wrong.' } };
  await page.route(call, (route) => route.fulfill(failure));
  await page.goto('/admin?tab=usage');
  await expect(page.getByText('Loading Firebase usage statistics...')).toBeVisible();
  await expect(page.getByText('They did not come yet.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
  await page.unroute(call);
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  const storage = page.getByRole('region', { name: 'Storage Usage' });
  await expect(storage).toBeVisible();
  await page.route(call, (route) => route.fulfill(failure));
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await page.waitForResponse(call);
  await expect(storage).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
});

test('charts are read by pointer, by keyboard and as tables', async ({ page }) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const days = someDays(30);
  await answerAdmin(page, { ...everything({ id: 'self', username: 'Mara' }), usage: someUsage, days });
  await page.goto('/admin?tab=usage');
  const plays = page.getByRole('region', { name: 'Plays', exact: true });
  const slider = plays.getByRole('slider');
  const last = days.at(-1);
  // The value stands apart from its day.
  await expect(plays.getByRole('definition')).toHaveText(String(last?.plays));
  await expect(plays.getByRole('term')).toHaveText(/\d/);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`: ${days.at(-2)?.plays}$`));
  await expect(plays).toContainText(String(days.at(-2)?.plays));
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`: ${days[0]?.plays}$`));
  const box = await slider.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * (10.5 / 30), (box?.y ?? 0) + 40);
  await expect(plays).toContainText(String(days[10]?.plays));
  await plays.getByRole('button', { name: 'Table: Plays' }).click();
  await expect(plays.getByRole('row')).toHaveCount(31);
  await expect(plays.getByRole('row').nth(1)).toContainText(String(last?.plays));
  const users = page.getByRole('region', { name: 'Users', exact: true });
  await users.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await expect(users).toContainText('Not known');
  await examine(page, 'a table in the place of a chart');
  await page.getByLabel('Period').selectOption('Last 90 days');
  await expect(page).toHaveURL('/admin?tab=usage&days=90');
});

test('work in the background is told with what it costs, saves and waits for', async ({ page }) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  await answerAdmin(page, everything({ id: 'self', username: 'Mara' }));
  await page.goto('/admin?tab=usage');
  const work = page.getByRole('region', { name: 'Background work' });
  await expect(work.getByRole('region', { name: 'Compression' })).toContainText(
    /Jobs waiting12.*988 of 1,204/,
  );
  await expect(work.getByRole('region', { name: 'Updates as deltas' })).toContainText('12 GB');
  await expect(work.getByRole('listitem').first()).toContainText('Deltas of ');
  await expect(work.getByRole('listitem').first()).toContainText('Tried 4 times, again ');
});
