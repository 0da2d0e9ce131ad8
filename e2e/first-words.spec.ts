import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

test('visitors read each first page before its script has come, and nothing of it is asked for again', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const buffer = Buffer.from('<!doctype html><title>Reef</title><h1>Reef</h1>');
  const build = { name: 'index.html', mimeType: 'text/html', buffer };
  const { body } = await publishByApi(page, { name: 'Ember </script> Reef', isPublic: 'true', build });
  const { id } = body as { id: string };
  const pages = [
    ['/', 'Your game is on.'],
    [`/play/${id}`, 'Ember </script> Reef'],
    ['/faq', 'Frequently Asked Questions'],
    ['/subscriptions', 'Room to grow'],
    ['/eula', 'End User License Agreement'],
    ['/terms', 'Terms of Service'],
  ] as const;
  for (const [theme, size] of [
    ['dark', { width: 1280, height: 800 }],
    ['light', { width: 390, height: 844 }],
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
    for (const [address, words] of pages) {
      const asked: string[] = [];
      const note = (request: { url(): string }) => {
        const { pathname } = new URL(request.url());
        // The list hears that it may have changed as soon as it listens, and looks.
        if (/^\/api\/(session|products|payment|applications\/\w{26})/.test(pathname)) asked.push(pathname);
      };
      visitor.on('request', note);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await visitor.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await visitor.goto(address, { waitUntil: 'commit' });
      await expect(visitor.getByRole('main').getByText(words).first(), address).toBeVisible();
      await expect(visitor.locator('html[data-arrived]')).toHaveCount(0);
      // What is done before there is a script is done when it is there.
      const early = visitor.getByRole('button', { name: 'Sign In', exact: true });
      if (address === '/faq') await early.click();
      // Also where the focus is on a link by then.
      if (address === '/eula') for (const key of ['Tab', '?']) await visitor.keyboard.press(key);
      const before = await visitor.locator('main').innerText();
      // It is tomorrow already where this reader is.
      const undated = (text: string) => text.replace(/Last updated.*/, '');
      release();
      await expect(visitor.locator('html[data-arrived=page]')).toHaveCount(1);
      if (address === '/faq') await expect(visitor.getByRole('dialog')).toBeVisible();
      else if (address === '/eula')
        await expect(visitor.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      else if (address === '/terms')
        expect(undated(await visitor.locator('main').innerText())).toBe(undated(before));
      await visitor.unrouteAll({ behavior: 'wait' });
      visitor.off('request', note);
      expect(asked, address).toEqual([]);
    }
    expect(problems).toEqual([]);
    await context.close();
  }
});
