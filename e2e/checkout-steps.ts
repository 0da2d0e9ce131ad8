import type { Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { execute } from './database.ts';
import { expect } from './server.ts';
import { signIn } from './steps.ts';

/** Shared steps of tests about the checkout. */

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Accepted by Stripe, and declined at the first payment. */
  declinedLater: '4000 0000 0000 0341',
};

export const checkout = (page: Page) => page.getByRole('dialog', { name: /^Subscribe to / });
export const plan = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

export const newcomer = (page: Page, email: string) => signIn(page, email, 'Buyer', { plan: 'none' });

/** An account whose plan has ended and that has no trial left. */
export async function formerBuyer(page: Page, flux: FluxProcess, email: string): Promise<void> {
  await newcomer(page, email);
  await openCheckout(page);
  await fillCard(page);
  await checkout(page).getByRole('button', { name: 'Start free trial' }).click();
  await expectBought(page, 'Pro', 'Free Trial');
  await endPlan(flux, email);
}

export const declinedWords =
  'Your card was declined. Please try a different payment method or contact your bank.';

export async function openCheckout(page: Page, name = 'Pro'): Promise<void> {
  await page.goto('/subscriptions');
  await plan(page, name)
    .getByRole('button', { name: `Choose ${name}`, exact: true })
    .click();
  await expect(checkout(page).getByLabel('Card number')).toBeVisible();
}

export async function fillCard(page: Page, number: string = cards.pays): Promise<void> {
  const dialog = checkout(page);
  await dialog.getByLabel('Card number').fill(number);
  await dialog.getByLabel('Expiry').fill('1234');
  await dialog.getByLabel('CVC').fill('123');
}

/** The end of a purchase: the profile shows the thanks and the plan. */
export async function expectBought(page: Page, name: string, status: string): Promise<void> {
  await expect(page).toHaveURL('/profile', { timeout: 60_000 });
  await expect(page.getByRole('main')).toContainText(name);
  await expect(page.getByRole('main').getByText(status, { exact: true })).toBeVisible();
}

/** Number of subscriptions that an account ever started, in any state. */
export function countPlans(flux: FluxProcess, email: string): Promise<number> {
  return execute(flux, `select id from payment_sandbox_objects where ${plansOf}`, [email]);
}

/** Number of an account's payments of one amount, in cents. */
export function countPayments(flux: FluxProcess, email: string, cents: number): Promise<number> {
  return execute(
    flux,
    `select id from payment_sandbox_objects where kind = 'payment_intent' and ${isTheirs}
     and (data->>'amount_received')::int = $2`,
    [email, cents],
  );
}

/** Gives an account a paid plan that has ended. */
export async function endPlan(flux: FluxProcess, email: string): Promise<void> {
  await waitForWebhook(flux);
  const ended = await execute(
    flux,
    `update payment_sandbox_objects set due_at = null,
       data = data || jsonb_build_object('status', 'canceled', 'ended_at', extract(epoch from now())::int)
     where ${plansOf}`,
    [email],
  );
  expect(ended).toBe(1);
  await execute(
    flux,
    `update subscriptions set status = 'cancelled', is_trial_active = false,
       current_period_ends_at = now() - interval '1 minute'
     from users where users.id = user_id and email = $1`,
    [email],
  );
}

/** Flux must have stored the provider's state before, or it would overwrite the end. */
async function waitForWebhook(flux: FluxProcess): Promise<void> {
  const waiting = 'select id from payment_sandbox_events where next_attempt_at is not null';
  await expect.poll(() => execute(flux, waiting)).toBe(0);
}

const isTheirs = `customer in (
  select customer_id from payment_customers join users on users.id = user_id where email = $1)`;
const plansOf = `kind = 'subscription' and ${isTheirs}`;
