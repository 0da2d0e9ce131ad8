import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import { apiVersion } from '../src/sandbox/stripe/wire.ts';
import { findPostmaster } from '../src/server/platform/db/postmaster.ts';
import { StripeStandIn } from '../src/server/testing/fakes/stripe.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { execute } from './database.ts';
import { test as base } from './server.ts';
import { frameTitles, type StandInWishes, stripeFile } from './stripe-script.ts';

/** Sent bodies by host. */
export interface Sent {
  toFlux: string[];
  toStripe: string[];
}

export interface StripeInBrowser {
  sent: Sent;
  /** Whether js.stripe.com is reachable. */
  isReachable: boolean;
}

/**
 * Tests with Stripe's real loader: a Flux in Stripe mode, the sandbox with its own database instead of
 * Stripe's API, and a fake of its script in the browser. Requests to these two hosts are fulfilled here and
 * never leave this machine.
 */
export const test = base.extend<{ inBrowser: StripeInBrowser }, { stripe: StripeStandIn }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const stripe = await StripeStandIn.create();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  flux: [
    async ({ stripe }, use) => {
      const flux = await FluxProcess.create({ env: stripe.env });
      try {
        await flux.start();
        await execute(flux, 'create database stripe');
        const found = await findPostmaster(flux.databaseDir);
        await stripe.open(flux, { socketDir: found?.socketDir ?? '', database: 'stripe' });
        await use(flux);
        // Its connections would keep the database from stopping.
        await stripe.close();
      } finally {
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  inBrowser: [
    async ({ context, stripe, allowError }, use) => {
      // Fulfilled here. No other host may get a request.
      allowError(/^request: https:\/\/(js|api)\.stripe\.com\//);
      const inBrowser: StripeInBrowser = { sent: { toFlux: [], toStripe: [] }, isReachable: true };
      context.on('request', (request) => note(request, inBrowser.sent));
      await answerAsStripe(context, stripe, inBrowser);
      await use(inBrowser);
    },
    { auto: true },
  ],
});

function note(request: Request, sent: Sent): void {
  const text = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
  const { hostname } = new URL(request.url());
  if (hostname.endsWith('.localhost') || hostname === '127.0.0.1') sent.toFlux.push(text);
  else sent.toStripe.push(text);
}

async function answerAsStripe(
  context: BrowserContext,
  stripe: StripeStandIn,
  inBrowser: StripeInBrowser,
): Promise<void> {
  await context.route('https://js.stripe.com/**', async (route) => {
    const file = await stripeFile(new URL(route.request().url()).pathname);
    if (!inBrowser.isReachable || !file) return route.abort();
    return route.fulfill(file);
  });
  await context.route('https://api.stripe.com/**', (route) => answerApi(route, stripe));
}

/** As Stripe's API responds to its script: with the publishable key, and with the client secret of the object. */
async function answerApi(route: Route, stripe: StripeStandIn): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  const fields = new URLSearchParams(request.method() === 'GET' ? url.search : (request.postData() ?? ''));
  const secret = fields.get('client_secret');
  const allowed = fields.get('key') === StripeStandIn.publishableKey && isOpenTo(url.pathname, secret);
  fields.delete('key');
  fields.delete('client_secret');
  const send = (method: string, path: string, body?: string) =>
    fetch(`http://127.0.0.1:${stripe.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${stripe.env.FLUX_STRIPE_SECRET_KEY}`,
        'stripe-version': apiVersion,
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(body === undefined ? {} : { body }),
    });
  const intent = url.pathname.replace(/\/confirm$/, '');
  const isSecret = secret === null || (await (await send('GET', intent)).json()).client_secret === secret;
  const answer =
    allowed && isSecret
      ? await send(request.method(), url.pathname, request.method() === 'GET' ? undefined : fields.toString())
      : new Response('{"error":{"type":"invalid_request_error","message":"Not with this key."}}', {
          status: 401,
        });
  await route.fulfill({
    status: answer.status,
    contentType: 'application/json',
    headers: { 'access-control-allow-origin': '*' },
    body: await answer.text(),
  });
}

/** A publishable key creates payment methods. Everything else needs the client secret of a payment. */
function isOpenTo(path: string, secret: string | null): boolean {
  return path === '/v1/payment_methods' || (secret !== null && /^\/v1\/(payment|setup)_intents\//.test(path));
}

export const stripeFrame = (page: Page, kind: keyof typeof frameTitles) =>
  page.frameLocator(`iframe[title="${frameTitles[kind]}"]`);

export async function typeCard(page: Page, number: string): Promise<void> {
  await stripeFrame(page, 'cardNumber').getByRole('textbox').fill(number);
  await stripeFrame(page, 'cardExpiry').getByRole('textbox').fill('12/34');
  await stripeFrame(page, 'cardCvc').getByRole('textbox').fill('314');
}

export async function wish(page: Page, wishes: StandInWishes): Promise<void> {
  await page.evaluate((all) => void Object.assign(window, all), wishes);
}
