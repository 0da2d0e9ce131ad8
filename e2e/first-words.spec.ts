import { applicationEventsPath as events } from '../src/shared/apps/app-events.ts';
import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

test('the server-rendered page for desktop browsers fits a narrow window before its script has loaded', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const buffer = Buffer.from('<!doctype html><title>Narrow</title><h1>Narrow</h1>');
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  const { body } = await publishByApi(page, { name: 'Narrow', isPublic: 'true', build });
  const context = await browser.newContext({
    baseURL: flux.url,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  const visitor = await context.newPage();
  for (const path of ['/', `/play/${body.id}`, '/subscriptions', '/faq', '/eula', '/terms'])
    await test.step(path, async () => {
      await visitor.goto(path);
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  await context.close();
});

test('visitors read each first page before its script has loaded, and its data is not requested again', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const buffer = Buffer.from('<!doctype html><title>Reef</title><h1>Reef</h1>');
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  const description = 'Maps by others: https://example.com/maps';
  const fields = { name: 'Ember </script> Reef', isPublic: 'true', description, build };
  const { id } = (await publishByApi(page, fields)).body as { id: string };
  const pages = [
    [`/play/${id}`, 'Ember </script> Reef'],
    ['/faq', 'Frequently Asked Questions'],
    ['/subscriptions', 'Upgrade when you grow'],
    ['/eula', 'End User License Agreement'],
    ['/terms', 'Terms of Service'],
    // At the end, because a new publication invalidates the rendered lists.
    ['/', 'in any browser.'],
  ] as const;
  for (const [theme, size, visited] of [
    ['light', { width: 390, height: 844 }, pages],
    // Both depend on the window size.
    ['dark', { width: 1280, height: 800 }, [pages[0], pages[5]]],
  ] as const) {
    const context = await browser.newContext({
      baseURL: flux.url,
      viewport: size,
      isMobile: size.width < 768,
      locale: 'de-DE',
      timezoneId: 'Pacific/Kiritimati',
    });
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme);
    const visitor = await context.newPage();
    const problems: string[] = [];
    visitor.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    visitor.on('pageerror', (error) => problems.push(String(error)));
    for (const [address, words] of visited) {
      const asked: string[] = [];
      const note = (request: { url(): string }) => {
        const { pathname } = new URL(request.url());
        // Publications of other tests change the list, which then requests its data again.
        if (/^\/api\/(session|products|payment|applications\/\w{26})/.test(pathname)) asked.push(pathname);
      };
      visitor.on('request', note);
      const listening = visitor.waitForResponse((response) => new URL(response.url()).pathname === events);
      listening.catch(() => {});
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await visitor.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      // Rendering can time out on a busy machine. Then browsers render pages for a while.
      await expect(async () => {
        asked.splice(0);
        await visitor.goto(address, { waitUntil: 'commit' });
        await expect(visitor.getByRole('main').getByText(words).first()).toBeVisible({ timeout: 5_000 });
      }, address).toPass({ timeout: 60_000 });
      await expect(visitor.locator('html[data-hydrated]')).toHaveCount(0);
      const link = visitor.getByRole('link', { name: 'https://example.com/maps', exact: true });
      if (address === pages[0][0])
        await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
      // Input before the script has loaded is repeated after hydration.
      const early = visitor.getByRole('button', { name: 'Sign In', exact: true });
      if (address === '/faq') await early.click();
      // Phones can sort the list.
      const order = visitor.getByLabel('Sort by', { exact: true });
      const isSorted = address === '/' && size.width < 768;
      if (isSorted) await order.selectOption('Name A–Z');
      // Also if the focus is on a link by then.
      if (address === '/eula') for (const key of ['Tab', '?']) await visitor.keyboard.press(key);
      const before = await visitor.locator('main').innerText();
      // In this reader's time zone it is already tomorrow.
      const undated = (text: string) => text.replace(/Last updated.*/, '');
      release();
      await expect(visitor.locator('html[data-hydrated=page]')).toHaveCount(1);
      if (address === '/faq') await expect(visitor.getByRole('dialog')).toBeVisible();
      else if (address === '/eula')
        await expect(visitor.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      else if (address === '/terms')
        expect(undated(await visitor.locator('main').innerText())).toBe(undated(before));
      if (isSorted) {
        await expect(visitor).toHaveURL(/[?]sort=name$/);
        await expect(order).toHaveValue('name');
      }
      // The page would refetch shortly after an event announces a change.
      if (address === '/') {
        await listening;
        await visitor.waitForTimeout(1_000);
      }
      await visitor.unrouteAll({ behavior: 'wait' });
      visitor.off('request', note);
      expect(asked, address).toEqual([]);
    }
    expect(problems).toEqual([]);
    await context.close();
  }
});
