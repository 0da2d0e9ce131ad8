import type { Browser, Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { applicationEventsPath } from '../src/shared/app-events.ts';
import { expect, test } from './server.ts';
import { type ApiAnswer, api, publishByApi, signIn } from './steps.ts';

test.use({ residents: 'live lists' });

function publish(page: Page, name: string): Promise<ApiAnswer> {
  const buffer = Buffer.from(`<!doctype html><title>${name}</title><h1>${name}</h1>`);
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  return publishByApi(page, { name, isPublic: 'true', build });
}

async function visit(browser: Browser, flux: FluxProcess, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: flux.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const heading = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Available Applications (${count})`, exact: true });

test('a search follows what is renamed elsewhere, and what is renamed here', async ({
  allowError,
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const { id } = (await publish(page, 'Night Ferry')).body;
  const visitor = await visit(browser, flux, '/?q=ferry&view=list');
  await expect(heading(visitor, 1)).toBeVisible();
  await api(page, 'PATCH', `/api/applications/${id}`, { name: 'Boat' });
  await expect(link(visitor, 'Night Ferry')).toHaveCount(0);
  await expect(link(visitor, 'Boat')).toHaveCount(0);
  await expect(heading(visitor, 0)).toBeVisible();
  await api(page, 'PATCH', `/api/applications/${id}`, { name: 'Morning Ferry' });
  await expect(link(visitor, 'Morning Ferry')).toBeVisible();
  await expect(heading(visitor, 1)).toBeVisible();
  await visitor.context().close();

  await test.step('also without events', async () => {
    allowError(/applications\/events/);
    await page.route(`**${applicationEventsPath}*`, (route) => route.abort());
    await page.goto('/?q=ferry&view=list');
    await expect(heading(page, 1)).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Morning Ferry' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Boat');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Application details updated successfully!')).toBeVisible();
    await expect(heading(page, 0)).toBeVisible();
    await expect(link(page, 'Boat')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();
  });
});

test('the focus stays where the list is when a button goes with what it was for', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  for (let index = 0; index < 14; index += 1) await publish(page, `Fleet ${index}`);
  const visitor = await visit(browser, flux, '/?q=fleet&view=list');
  const search = visitor.getByPlaceholder('Search applications...');
  const clear = visitor.getByRole('button', { name: 'Clear Filters' });
  for (const q of ['fleet', 'nothing has this']) {
    await visitor.goto(`/?q=${encodeURIComponent(q)}&view=list`);
    await clear.last().focus();
    await visitor.keyboard.press('Enter');
    await expect(clear).toHaveCount(0);
    await expect(search).toHaveValue('');
    await visitor.keyboard.press('Tab');
    await expect(search).toBeFocused();
  }

  await test.step('and a number of new ones is said where it was listened to before', async () => {
    const announcement = visitor.getByRole('button', { name: '1 new' });
    await link(visitor, 'Fleet 2').scrollIntoViewIfNeeded();
    await link(visitor, 'Fleet 0').scrollIntoViewIfNeeded();
    await visitor.evaluate(() => {
      for (const region of document.querySelectorAll('[role=status]'))
        region.setAttribute('data-was-there', '');
    });
    await publish(page, 'Latecomer');
    await expect(announcement).toBeVisible();
    await expect(visitor.locator('[role=status][data-was-there]').filter({ has: announcement })).toHaveCount(
      1,
    );
    await announcement.focus();
    await visitor.keyboard.press('Enter');
    await expect(announcement).toHaveCount(0);
    await expect(link(visitor, 'Latecomer')).toBeInViewport();
    await visitor.keyboard.press('Tab');
    await expect(search).toBeFocused();
  });
  await visitor.context().close();
});
