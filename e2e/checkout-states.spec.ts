import type { Page } from '@playwright/test';
import {
  checkout,
  countPayments,
  countPlans,
  endPlan,
  expectBought,
  fillCard,
  newcomer,
  openCheckout,
  plan,
} from './buying.ts';
import { execute } from './database.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { continueAs } from './steps.ts';

test('a double click and a second window buy one plan', async ({ page, flux, allowError }) => {
  allowError(/409/);
  const email = 'twice@example.test';
  await newcomer(page, email);
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await openCheckout(each);
    await fillCard(each);
  }
  let asked = 0;
  await page.route('**/api/createSubscription', async (route) => {
    asked += 1;
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  const pay = (each: Page) => checkout(each).getByRole('button', { name: 'Start free trial' });
  await pay(page).dblclick();
  const paying = checkout(page).getByRole('button', { name: 'Starting your trial…' });
  await expect(paying).toBeDisabled();
  await expect(checkout(page).getByLabel('Card number')).toBeDisabled();
  // What is being paid is seen to its end.
  await page.keyboard.press('Escape');
  await pay(other).click();
  for (const each of [page, other]) await expectBought(each, 'Pro', 'Free Trial');
  expect(asked).toBe(1);
  expect(await countPlans(flux, email)).toBe(1);

  // A window that was left open offers what is bought already.
  await endPlan(flux, email);
  await openCheckout(page);
  await openCheckout(other);
  await fillCard(page);
  await checkout(page).getByRole('button', { name: 'Pay $19.99', exact: true }).click();
  await expectBought(page, 'Pro', 'Active');
  await execute(
    flux,
    `update payment_sandbox_objects set data = jsonb_set(data, '{created}', to_jsonb((data->>'created')::int - 120))
     where kind = 'subscription' and data->>'status' = 'active'`,
  );
  await fillCard(other);
  await checkout(other).getByRole('button', { name: 'Pay $19.99', exact: true }).click();
  await expect(checkout(other).getByRole('alert')).toHaveText(
    'You have the Pro plan already. You can change it in your account.',
  );
  expect(await countPayments(flux, email, 1999)).toBe(1);
});

test('a checkout closes when another window leaves the account', async ({ page }) => {
  await newcomer(page, 'leaves-elsewhere@example.test');
  await openCheckout(page);
  const other = await page.context().newPage();
  await other.goto('/subscriptions');
  await other.getByRole('button', { name: /^Account menu of/ }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(checkout(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('what a checkout is drawn by may fail to come, and is asked for again in its place', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  await newcomer(page, 'scriptless@example.test');
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Pro', exact: true });
  const missing = dialog.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  const again = dialog.getByRole('button', { name: 'Try Again' });
  const card = '**/assets/sandbox-card-*.js';
  const form = '**/assets/checkout-*.js';
  for (const script of [card, form]) await page.route(script, (route) => route.abort());
  await page.goto('/subscriptions');
  await plan(page, 'Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  await expect(missing).toBeVisible();
  await examine(page, 'a checkout whose script did not come');
  await again.press('Enter');
  await expect(missing).toBeVisible();
  await expect(again).toBeFocused();
  // Closed and opened anew it tries by itself.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.unroute(form);
  await plan(page, 'Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  await expect(dialog.getByLabel('Postal code')).toBeVisible();
  await expect(missing).toBeVisible();
  await dialog.getByLabel('Postal code').fill('12345');
  await page.unroute(card);
  await again.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Fill in/ })).toBeFocused();
  await expect(dialog.getByLabel('Postal code')).toHaveValue('12345');

  // While the fields are on their way there is nothing to pay with, and nobody is told that it is missing.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(card, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await plan(page, 'Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  const pay = dialog.getByRole('button', { name: 'Start free trial' });
  await expect(pay).toBeDisabled();
  release();
  await pay.click();
  await expect(dialog.getByRole('alert').first()).toHaveText('Please enter the card number.');
});

test('a purchase goes on after the sign-in that it was begun without', async ({ page }) => {
  const choose = plan(page, 'Pro+').getByRole('button', { name: 'Choose Pro+' });
  const signInWith = (provider: string) =>
    page.getByRole('button', { name: `Continue with ${provider}` }).click();
  // By redirect.
  await page.goto('/subscriptions');
  await choose.click();
  await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  await signInWith('Google');
  await continueAs(page, 'resumed@example.test', 'Resumed');
  await expect(page.getByRole('dialog', { name: 'Subscribe to Pro+' })).toContainText('$99.99/month');
  await expect(page).toHaveURL('/subscriptions#pricing');
  // It opens once.
  await page.reload();
  await expect(choose).toBeVisible();
  await expect(checkout(page)).toBeHidden();

  // By a window.
  await page.context().clearCookies();
  await page.goto('/subscriptions');
  await choose.click();
  const popup = page.waitForEvent('popup');
  await signInWith('GitHub');
  await continueAs(await popup, 'resumed-by-window@example.test', 'Resumed');
  await expect(page.getByRole('dialog', { name: 'Subscribe to Pro+' })).toContainText('$99.99/month');

  // Given up with the sign-in, it does not come back with the next.
  await page.context().clearCookies();
  await page.goto('/subscriptions');
  await choose.click();
  await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await signInWith('Google');
  await continueAs(page, 'resumed@example.test', 'Resumed');
  await expect(page.getByRole('button', { name: 'Account menu of Resumed' })).toBeVisible();
  await expect(choose).toBeVisible();
  await expect(checkout(page)).toBeHidden();

  // Administrators have everything.
  await page.context().clearCookies();
  await page.goto('/subscriptions');
  await choose.click();
  await signInWith('Google');
  await continueAs(page, 'admin@flux.localhost', 'Root');
  const words = 'Administrators have every right already and need no plan.';
  await expect(page.getByRole('status').getByText(words)).toBeVisible();
  await expect(checkout(page)).toBeHidden();
  await expect(choose).toBeDisabled();
  await expect(plan(page, 'Pro+')).toContainText(words);
});
