import type { Browser, Locator, Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { expect, test } from './server.ts';
import { type ApiAnswer, api, publishByApi, signIn } from './steps.ts';

test.use({ instance: 'gallery' });

const adminEmail = 'admin@flux.localhost';

/** A single page is the smallest possible build. */
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

test('publications and deletions by others appear without a reload', async ({ page, browser, flux }) => {
  await signIn(page, adminEmail, 'Mara');
  const visitor = await newPage(browser, flux);
  await visitor.goto('/?view=list');
  await expect(visitor.getByRole('heading', { name: /Available Applications \(\d+\)/ })).toBeVisible();
  // A newly opened list shows two changes at once.
  const { id } = (await publish(page, 'Night Ferry')).body;
  await expect(cardLink(visitor, 'Night Ferry')).toBeVisible();
  await api(page, 'DELETE', `/api/applications/${id}`);
  await expect(cardLink(visitor, 'Night Ferry')).toHaveCount(0);
  await visitor.context().close();
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
  // A separate live region announces it, because a live region in a button is not announced.
  await expect(page.locator('body > [aria-live=polite]')).toHaveText('Copied!');
  // No page of Flux may read the clipboard, but a user can paste.
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
  await expect(dialog).toContainText('Share a private application by its link only.');
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
  await expect(dialog.getByRole('button', { name: 'Create a share link' })).toBeVisible();
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
