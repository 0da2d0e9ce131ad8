import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { type ApiAnswer, api, expectInOrder, openHome, publishByApi, signIn } from './steps.ts';

test.use({ residents: 'gallery' });

const adminEmail = 'admin@flux.localhost';

/** A single page is the smallest build there is. */
function publish(page: Page, name: string, fields: Record<string, string> = {}): Promise<ApiAnswer> {
  const buffer = Buffer.from(`<!doctype html><title>${name}</title><h1>${name}</h1>`);
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  return publishByApi(page, { name, isPublic: 'true', ...fields, build });
}

async function newPage(browser: Browser, flux: FluxProcess): Promise<Page> {
  const context = await browser.newContext({ baseURL: flux.url, viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

function cardLink(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name, exact: true });
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function menuOf(page: Page, name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  const items = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  return items;
}

test('search, filters and view are in the address, and the view is remembered', async ({ page }) => {
  await signIn(page, adminEmail, 'Mara');
  await publish(page, 'Comet Chaser', { description: 'Round the sun and home again.' });
  await publish(page, 'Velvet Mole');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Available Applications (2)' })).toBeVisible();
  await expect(page.getByText('Your Plan Limits')).toHaveCount(0);
  await expect(page.getByRole('table')).toBeVisible();
  await test.step('where a table has no room its lines are stacked, and every name is seen', async () => {
    await page.setViewportSize({ width: 800, height: 800 });
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(cardLink(page, 'Velvet Mole')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await page.getByPlaceholder('Search applications...').pressSequentially('comett sun', { delay: 20 });
  await page.getByPlaceholder('Search applications...').fill('comet');
  await expect(cardLink(page, 'Velvet Mole')).toHaveCount(0);
  await expect(cardLink(page, 'Comet Chaser')).toBeVisible();
  await expect(page).toHaveURL(/\?q=comet$/);
  await expect(page.getByRole('heading', { name: 'Available Applications (1)' })).toBeVisible();
  await expect(page.getByText('Applications found: 1', { exact: true })).toHaveRole('status');

  await page.getByPlaceholder('Search applications...').fill('nothing has this');
  await expect(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await expect(cardLink(page, 'Velvet Mole')).toBeVisible();
  await expect(page.getByPlaceholder('Search applications...')).toHaveValue('');

  await page.getByRole('button', { name: 'Filter by Creator' }).click();
  await page.getByRole('combobox', { name: /Filter by Creator/ }).fill('mar');
  await expect(page.getByRole('option', { name: 'Mara' })).toBeVisible();
  // Before the answer is there nothing is taken by a key.
  await expect(page.getByRole('listbox')).not.toHaveAttribute('aria-busy');
  await test.step('nor by the key that ends a word of an input method', async () => {
    await page
      .getByRole('combobox', { name: /Filter by Creator/ })
      .dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await expect(page.getByRole('listbox')).toBeVisible();
    await expect(page).not.toHaveURL(/creator=/);
  });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/creator=/);
  await expect(page.getByRole('button', { name: 'Filter by Creator: Mara' })).toBeVisible();
  await page.getByRole('button', { name: 'Grid view' }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page).toHaveURL(/view=grid/);
  expect(await page.evaluate(() => localStorage.getItem('viewMode'))).toBe('grid');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Filter by Creator: Mara' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Grid view' })).toHaveAttribute('aria-pressed', 'true');
});

test('what is published, edited and deleted elsewhere shows without a reload', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, adminEmail, 'Mara');
  const visitor = await newPage(browser, flux);
  /** A list that was just opened shows two changes at once; what comes soon after that waits. */
  const open = async () => {
    await visitor.goto('/?view=list');
    await expect(visitor.getByRole('heading', { name: /Available Applications \(\d+\)/ })).toBeVisible();
  };
  await open();
  const { id } = (await publish(page, 'Night Ferry')).body;
  await expect(cardLink(visitor, 'Night Ferry')).toBeVisible();
  await api(page, 'PATCH', `/api/applications/${id}`, { name: 'Morning Ferry' });
  await expect(cardLink(visitor, 'Morning Ferry')).toBeVisible();
  await open();
  await api(page, 'PATCH', `/api/applications/${id}`, { isPublic: 'false' });
  await expect(cardLink(visitor, 'Morning Ferry')).toHaveCount(0);
  await api(page, 'PATCH', `/api/applications/${id}`, { isPublic: 'true' });
  await expect(cardLink(visitor, 'Morning Ferry')).toBeVisible();
  await open();
  await api(page, 'DELETE', `/api/applications/${id}`);
  await expect(cardLink(visitor, 'Morning Ferry')).toHaveCount(0);

  await test.step('somebody who has scrolled on is told, and keeps the place', async () => {
    for (let index = 0; index < 26; index++) await publish(page, `Fleet ${index}`);
    await open();
    await expect(cardLink(visitor, 'Fleet 25')).toBeVisible();
    await cardLink(visitor, 'Fleet 6').scrollIntoViewIfNeeded();
    await expect(cardLink(visitor, 'Fleet 0')).toBeAttached();
    const place = await visitor.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(600);
    await publish(page, 'Latecomer');
    const announcement = visitor.getByRole('button', { name: '1 new' });
    await expect(announcement).toBeVisible();
    expect(await visitor.evaluate(() => window.scrollY)).toBe(place);
    await cardLink(visitor, 'Fleet 6').click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Fleet 6' })).toBeVisible();
    await visitor.goBack();
    await expect(cardLink(visitor, 'Fleet 6')).toBeInViewport();
    await expect.poll(() => visitor.evaluate(() => window.scrollY)).toBe(place);
    await announcement.click();
    await expect(cardLink(visitor, 'Latecomer')).toBeInViewport();
    await expect(announcement).toHaveCount(0);
  });

  await test.step('what goes while the next page is on its way does not come back with it', async () => {
    const held = Promise.withResolvers<void>();
    const nextPage = /\/api\/applications\?.*cursor=/;
    await visitor.route(nextPage, async (route) => {
      await held.promise;
      await route.fallback();
    });
    const asked = visitor.waitForRequest(nextPage);
    await visitor.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await asked;
    const heard = visitor.waitForResponse(/\/api\/applications\/count/);
    const { body } = await api(page, 'GET', '/api/applications?q=fleet%2020');
    const fleet = body.find(({ name }: { name: string }) => name === 'Fleet 20');
    await api(page, 'DELETE', `/api/applications/${fleet.id}`);
    await heard;
    held.resolve();
    await expect(cardLink(visitor, 'Fleet 0')).toBeAttached();
    await expect(cardLink(visitor, 'Fleet 20')).toHaveCount(0);
  });
  await visitor.context().close();
});

test('an owner edits with a picture, and deletes; strangers may not, administrators may', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/403|404/);
  await signIn(page, 'ada@example.test', 'Ada', { plan: 'indie' });
  const { id } = (await publish(page, 'Analytical Engine')).body;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  const limits = page.getByRole('region', { name: 'Your Plan Limits' });
  await expect(limits.getByRole('term')).toHaveText([
    'Max apps',
    'Max revisions per app',
    'Current plan',
    'Used',
    'Remaining',
  ]);
  await expect(limits.getByRole('definition')).toHaveText(['1', '3', 'Indie', '1', '0']);
  // Nothing ends with a plan that never does.
  await expect(page.getByText('Download your applications before')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download Your Apps' })).toHaveCount(0);
  expect(await menuOf(page, 'Analytical Engine')).toEqual(['Play', 'Share…', 'Update', 'Edit', 'Delete']);

  await choose(page, 'Analytical Engine', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit application' });
  const organization = dialog.getByLabel('Organization');
  await expect(organization.locator('option:checked')).toHaveText('Ada and friends');
  const picture = dialog.locator('input[type=file]');
  await expectInOrder([
    dialog.getByLabel('Name'),
    dialog.getByLabel('Description'),
    organization,
    dialog.getByLabel('Public'),
    picture,
  ]);
  await expect(dialog.getByLabel('Public')).toHaveAccessibleDescription(/the members of its organization/);
  await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog.getByText('Please select a valid image file (JPEG, PNG, GIF, or WebP)')).toBeVisible();
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Application name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Difference Engine');
  const background = { r: 200, g: 40, b: 90 };
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByRole('status')).toHaveText('Picture chosen: a.png');
  await page.mouse.click(5, 400);
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(cardLink(page, 'Difference Engine')).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', /^\/thumbnails\//);

  await test.step('what an edit changed is put back by Undo', async () => {
    await choose(page, 'Difference Engine', 'Edit');
    await dialog.getByLabel('Name').fill('Indifference Engine');
    await dialog.getByRole('checkbox', { name: 'Public' }).uncheck();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(cardLink(page, 'Indifference Engine')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cardLink(page, 'Difference Engine')).toBeVisible();
    const { body } = await api(page, 'GET', `/api/applications/${id}`);
    expect(body).toMatchObject({ name: 'Difference Engine', isPublic: true });
  });

  const stranger = await newPage(browser, flux);
  await signIn(stranger, 'eve@example.test', 'Eve');
  await openHome(stranger);
  expect(await menuOf(stranger, 'Difference Engine')).toEqual(['Play', 'Share…']);
  await stranger.context().close();
  const admin = await newPage(browser, flux);
  await signIn(admin, adminEmail, 'Mara');
  await openHome(admin);
  expect(await menuOf(admin, 'Difference Engine')).toEqual(['Play', 'Share…', 'Update', 'Edit', 'Delete']);
  await admin.goto('/?filter=my-apps');
  await expect(admin.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  await expect(admin.getByText('Download your applications before')).toHaveCount(0);
  await admin.context().close();

  await choose(page, 'Difference Engine', 'Delete');
  const question = page.getByRole('alertdialog', { name: /Difference Engine/ });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Difference Engine' })).toBeFocused();
  await page.route(`**/api/applications/${id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: { success: false, code: 'forbidden', error: 'Not today.' } })
      : route.fallback(),
  );
  await choose(page, 'Difference Engine', 'Delete');
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect(page.getByText('Failed to delete application: Not today.')).toBeVisible();
  await expect(cardLink(page, 'Difference Engine')).toBeVisible();
  await page.unroute(`**/api/applications/${id}`);
  await choose(page, 'Difference Engine', 'Delete');
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect(page.getByText('Application "Difference Engine" deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await expect(limits).toContainText('Remaining1');
  expect((await api(page, 'GET', `/api/applications/${id}`)).status).toBe(404);
});

test('whoever has no plan reads the limits of the free one, and that nothing is left to add', async ({
  page,
}) => {
  await signIn(page, 'planless@example.test', 'Pia', { plan: 'none' });
  await page.goto('/');
  // Who waits is led to the plans.
  await page.getByRole('alert').getByRole('button', { name: 'Cancel' }).click();
  const limits = page.getByRole('region', { name: 'Your Plan Limits' });
  await expect(limits).toContainText('No active subscription');
  await expect(limits).toContainText('Max apps1');
  await expect(limits).toContainText('Remaining0');
});

test('who goes back to what they deleted is told that it is gone', async ({ page, allowError }) => {
  allowError(/404/);
  await signIn(page, 'nora@example.test', 'Nora');
  const { id } = (await publish(page, 'Mayfly')).body;
  await page.goto(`/play/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Mayfly' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await choose(page, 'Mayfly', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete application' }).click();
  await expect(page.getByText('Application "Mayfly" deleted successfully')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Application not found' })).toBeVisible();
});

test('a share link is copied, renewed and switched off; a public application is embedded', async ({
  page,
  browser,
  flux,
  allowError,
}) => {
  allowError(/404/);
  await signIn(page, adminEmail, 'Mara');
  await publish(page, 'Secret Door', { isPublic: 'false' });
  await page.goto('/?q=secret');
  await page.getByRole('button', { name: 'Copy share link of Secret Door' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  // A live region of its own says it: nobody hears one that is in a button.
  await expect(page.locator('body > [aria-live=polite]')).toHaveText('Copied!');
  // No page of Flux may read the clipboard, but a person may paste.
  await page.getByPlaceholder('Search applications...').fill('');
  await page.keyboard.press('ControlOrMeta+V');
  const first = await page.getByPlaceholder('Search applications...').inputValue();
  await page.goto('/?q=secret');
  expect(first).toContain('?key=');
  const visitor = await newPage(browser, flux);
  await visitor.goto(first);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Secret Door' })).toBeVisible();

  await choose(page, 'Secret Door', 'Share…');
  const dialog = page.getByRole('dialog', { name: 'Share Secret Door' });
  await expect(dialog).toContainText('A private application is shared by its link alone.');
  await expect(dialog.getByLabel('Share link', { exact: true })).toHaveValue(first);
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(dialog.getByLabel('Embed code')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Renew link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew link' }).click();
  await expect(dialog.getByLabel('Share link', { exact: true })).not.toHaveValue(first);
  const second = await dialog.getByLabel('Share link', { exact: true }).inputValue();
  await visitor.goto(first);
  await expect(visitor.getByText('Application not found')).toBeVisible();
  await visitor.goto(second);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Secret Door' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(dialog.getByRole('button', { name: 'Make a share link' })).toBeVisible();
  await visitor.goto(second);
  await expect(visitor.getByText('Application not found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('The share link is off', { exact: true }).last()).toBeVisible();

  const { id } = (await publish(page, 'Open Door')).body;
  await page.goto(`/play/${id}`);
  await page.getByRole('button', { name: 'QR and embed' }).click();
  await expect(page.getByLabel('Embed code')).toHaveValue(new RegExp(`^<iframe src="[^"]+/embed/${id}"`));
  await visitor.context().close();
});

test('the gallery and its dialogs are accessible in both views', async ({ page }) => {
  await signIn(page, adminEmail, 'Mara');
  await publish(page, 'Lighthouse', {
    description: 'A quiet game about a keeper, a lamp and ships. '.repeat(8),
  });
  for (const view of ['grid', 'list']) {
    await page.goto(`/?q=lighthouse&sort=name&view=${view}`);
    await expect(cardLink(page, 'Lighthouse')).toBeVisible();
    await examine(page, `home as ${view}`);
  }
  await page.getByRole('button', { name: 'Filter by Creator' }).click();
  await expect(page.getByRole('option', { name: 'Mara' })).toBeVisible();
  await examine(page, 'filter by creator');
  await page.keyboard.press('Escape');
  await choose(page, 'Lighthouse', 'Edit');
  await expect(page.getByRole('dialog', { name: 'Edit application' })).toBeVisible();
  await examine(page, 'edit');
  await page.keyboard.press('Escape');
  await choose(page, 'Lighthouse', 'Share…');
  await expect(page.getByLabel('Embed code')).toBeVisible();
  await examine(page, 'share');
});
