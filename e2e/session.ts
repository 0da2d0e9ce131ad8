import type { Page } from '@playwright/test';
import { Browser } from '../src/server/testing/http/browser.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';

/** Lifetime of the server's own cookie. */
const days = 30;

/**
 * Signs in at the local provider without rendering its pages. The page is left empty, at an address of Flux,
 * from which its API can be called.
 */
export async function openSession(page: Page, email: string, name: string): Promise<void> {
  await openEmpty(page);
  const { port } = FluxProcess.at(page.url());
  const publicUrl = new URL(page.url()).origin;
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent) };
  const browser = new Browser({
    address: { host: '127.0.0.1', port },
    context: { config: { publicUrl } },
  });
  const form = (await browser.open('/auth/google/start', headers)).headers.location ?? '';
  const parameters = [...new URL(form).searchParams];
  const filled = await browser.submit(form, [...parameters, ['email', email], ['display_name', name]]);
  await browser.open(filled.headers.location ?? '', headers);
  if (browser.cookies.size === 0) throw new Error(`${email} could not sign in.`);
  // Browsers accept `__Host-` cookies from localhost over plain http. Playwright requires https.
  const cookies = [...browser.cookies].map(([name, value]) => ({
    name,
    value,
    url: publicUrl.replace('http:', 'https:'),
    expires: Math.floor(Date.now() / 1000) + days * 86_400,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax' as const,
  }));
  await page.context().addCookies(cookies);
}

/** Fulfilled here, because every page of Flux loads scripts and may send requests. */
async function openEmpty(page: Page): Promise<void> {
  const address = '**/empty';
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  );
  await page.goto('/empty');
  await page.unroute(address);
}
