import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { type ApiAnswer, publishByApi, signIn } from './steps.ts';

test.use({ instance: 'gallery' });

const adminEmail = 'admin@flux.localhost';

function publish(page: Page, name: string): Promise<ApiAnswer> {
  const buffer = Buffer.from(`<!doctype html><title>${name}</title><h1>${name}</h1>`);
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  return publishByApi(page, { name, isPublic: 'true', build });
}

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
  await expect(visitor.locator('html[data-hydrated]')).toHaveCount(0);
  held.resolve();
  await expect(visitor).toHaveURL(/[?]sort=name$/);
  await expect(choice).toHaveValue('name');
  await visitor.unrouteAll({ behavior: 'wait' });
  await context.close();
});
