import { expect, test } from './server.ts';

test('without a script the pages have their titles', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  for (const [path, title] of [
    ['/faq', 'FAQ · Flux'],
    ['/eula', 'EULA · Flux'],
    ['/terms', 'Terms · Flux'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
  await context.close();
});
