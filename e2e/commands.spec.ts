import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import { expect, test } from './server.ts';
import { game, gameFrame, publishByApi, signIn, started } from './steps.ts';

test('shortcut keys control the running game, and open no other page', async ({ page }) => {
  await signIn(page, 'palette@example.test', 'Palette');
  const buffer = makeZip(await generations['2020 gzip']());
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer };
  await publishByApi(page, { name: 'Quiet Harbour', isPublic: 'true', build });
  await page.goto('/faq');
  // Keys pressed before the script has loaded do nothing.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'page');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('quiet har');
  const found = palette.getByRole('option', { name: /^Quiet Harbour/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Quiet Harbour' })).toBeVisible();

  await expect(page.getByRole('main')).toBeFocused();
  const theme = String(await page.locator('html').getAttribute('data-theme'));
  for (const key of ['n', 't', 'g', 'o']) await page.keyboard.press(key);
  await started(game(page));
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page).toHaveURL(/\/play\//);
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await expect(palette.getByRole('option', { name: 'Stop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('IFRAME');
  // The game gets the focus after entering fullscreen, which is later than the document's fullscreenchange.
  await expect(gameFrame(page)).toBeFocused();
});

test('the chosen dialog opens after the palette has closed, and returns the focus when it closes', async ({
  page,
}) => {
  await signIn(page, 'palette@example.test', 'Palette');
  await page.goto('/organizations');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'page');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('contact');
  await expect(palette.getByRole('option', { name: 'Contact Support' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  const support = page.getByRole('dialog', { name: 'Contact Support' });
  await expect(support).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(support).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
});

/** Holds back the script of the palette until it is released. */
async function holdPalette(page: Page) {
  const script = '**/assets/command-centre-*.js';
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.unroute(script);
  await page.route(script, async (route) => {
    await isLetGo;
    await route.continue();
  });
  const press = async (key: string) => {
    const asked = page.waitForRequest(script);
    await page.keyboard.press(key);
    await asked;
  };
  return { press, letGo };
}

/** Requests the script again before each of these keys, by loading the page again. */
test('keys pressed while their script loads are typed into its field, and trigger nothing else', async ({
  page,
}) => {
  await signIn(page, 'swift@example.test', 'Swift');
  const link = page.getByRole('banner').getByRole('link', { name: 'Organizations' });
  const field = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox');
  const root = page.locator('html');
  /** @param first the key that requests the script */
  const begin = async (address: string, first: string) => {
    const palette = await holdPalette(page);
    await page.goto(address);
    // The palette is the search until the page has its own search field.
    if (address === '/faq') await expect(page.getByRole('main').getByRole('textbox')).toBeVisible();
    await link.focus();
    await palette.press(first);
    return palette.letGo;
  };
  await test.step('for the palette', async () => {
    const letGo = await begin('/faq', 'Control+k');
    const theme = String(await root.getAttribute('data-theme'));
    // Each letter is also a shortcut: for the theme, for the upload, for a page.
    await page.keyboard.type('tnghx');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' F');
    letGo();
    await expect(field).toHaveValue('tngh F');
    await expect(field).toBeFocused();
    await page.keyboard.type('!');
    await expect(field).toHaveValue('tngh F!');
    await expect(root).toHaveAttribute('data-theme', theme);
    await expect(page).toHaveURL('/faq');
  });
  for (const { to, address } of [
    { to: 'the search of the page', address: '/faq' },
    { to: 'the palette where the page has no search', address: '/eula' },
  ])
    await test.step(`after / for ${to}`, async () => {
      const letGo = await begin(address, '/');
      await page.keyboard.type('Fooox');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await page.keyboard.type(' /tn');
      letGo();
      const search = address === '/faq' ? page.getByRole('main').getByRole('textbox') : field;
      await expect(search).toHaveValue('Foo /tn');
      await expect(search).toBeFocused();
      await page.keyboard.type('!');
      await expect(search).toHaveValue('Foo /tn!');
      await expect(page).toHaveURL(address);
    });
  for (const key of ['Control+k', '/'])
    await test.step(`Escape cancels what ${key} requested: Enter follows the focused link`, async () => {
      const letGo = await begin('/eula', key);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/organizations');
      letGo();
      // Only the loaded script handles the next key.
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeHidden();
    });
});

test('"if the script of the keys does not load, Enter and letters work in the page again"', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED.*command-centre/);
  await signIn(page, 'cut-off@example.test', 'Cut Off');
  const script = '**/assets/command-centre-*.js';
  await page.route(script, (route) => route.abort());
  await page.goto('/eula');
  await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).focus();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('command-centre'));
  await page.keyboard.press('/');
  await failed;
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/organizations', { timeout: 500 });
  }).toPass();
  await page.unroute(script);
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 500 });
  }).toPass();
});
