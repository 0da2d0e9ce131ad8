import { expect, test } from './server.ts';

test('the API reference shows nouns and endpoints', async ({ page }) => {
  await page.goto('/api');
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('API · Flux');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Versions' }).click();
  await expect(page).toHaveURL(/\/api#versions$/);
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeInViewport();
  const call = page.locator('#createVersion');
  await call.locator('summary').click();
  for (const text of ['Signed-in users', 'changelog', '422 build_refused', '1 to 5,000 characters.'])
    await expect(call.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(call.getByText(/^curl /)).toContainText('-F changelog=CHANGELOG');
  await expect(call.getByText('Accepted and ignored')).toContainText('uploadedByEmail');
  await call.getByRole('link', { name: 'createVersion' }).click();
  await expect(page).toHaveURL(/#createVersion$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('main').evaluate((main) => {
    for (const part of main.querySelectorAll('details')) part.open = true;
  });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the real calls fit on a phone').toBeLessThanOrEqual(0);
});
