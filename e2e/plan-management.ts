import type { Page } from '@playwright/test';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { test as base, expect } from './server.ts';
import { openSession } from './session.ts';

/** Shared steps of tests about plan management. */

export const discordInvite = 'https://discord.gg/flux-of-this-journey';

/** Playwright's `test` with a separate Flux that has a Discord invitation. */
export const test = base.extend({
  flux: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const flux = await FluxProcess.create({ env: { FLUX_DISCORD_INVITE_URL: discordInvite } });
      try {
        await flux.start();
        await use(flux);
      } finally {
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

export { expect };

export interface Bought {
  price?: 'price_sandbox_pro' | 'price_sandbox_pro_plus';
  card?: string;
  /** Pays immediately instead of starting a trial. */
  paid?: boolean;
}

/** Signs in a new user with a plan, bought by the calls of the checkout. */
export async function signInWithPlan(page: Page, email: string, name: string, bought: Bought = {}) {
  await openSession(page, email, name);
  // Other pages redirect users without a plan after five seconds, possibly during the purchase.
  await page.goto('/subscriptions');
  const { price = 'price_sandbox_pro', card = '4242424242424242', paid = false } = bought;
  await page.evaluate(buy, { price, card, paid });
  await page.goto('/');
  await expect(accountButton(page)).toBeVisible();
}

/** Runs in the page. */
async function buy({ price, card, paid }: { price: string; card: string; paid: boolean }): Promise<void> {
  const ask = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const post = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(path, body ? post : {});
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const year = new Date().getFullYear() + 3;
  const made = { number: card, exp_month: 12, exp_year: year, cvc: '123' };
  const { paymentMethodId } = await ask('/api/test-payments/cards', made);
  await ask('/api/createSubscription', { priceId: price, paymentMethodId });
  if (paid) await ask('/api/upgradeTrialSubscription', {});
}

export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account menu of/ });
export const modal = (page: Page) => page.getByRole('dialog');

export async function openManagement(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Manage Subscription' }).click();
  await expect(page.getByRole('dialog', { name: 'Manage Subscription' })).toBeVisible();
}

export const fact = (page: Page, term: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').getByText(term, { exact: true }) });

/** On the page that replaces the payment provider's. */
export async function addCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click();
  const form = page.getByRole('form', { name: 'Add a card' });
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry').fill('1234');
  await form.getByLabel('CVC').fill('123');
  await form.getByRole('button', { name: 'Add Card' }).click();
}
