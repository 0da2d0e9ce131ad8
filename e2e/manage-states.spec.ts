import type { Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/flux-process.ts';
import { execute } from './database.ts';
import { examine } from './examine.ts';
import {
  accountButton,
  expect,
  fact,
  modal,
  openManagement,
  signInWithPlan,
  test,
  untilHeard,
} from './managing.ts';

test('a management whose script does not come says so, and opens when it does', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  await signInWithPlan(page, 'scriptless@example.test', 'Scriptless');
  const script = '**/assets/management-dialog-*.js';
  await page.route(script, (route) => route.abort());
  await openManagement(page);
  await expect(modal(page).getByRole('alert')).toContainText('This part of the page could not be loaded.');
  await page.unroute(script);
  await modal(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(fact(page, 'Charges After')).toBeVisible();
});

/** Somebody whose last payment failed and is tried again. */
async function signInOverdue(page: Page, flux: FluxProcess, email: string, name: string): Promise<void> {
  await signInWithPlan(page, email, name, { paid: true });
  await untilHeard(flux);
  await execute(
    flux,
    `update subscriptions set status = 'past_due' from users where users.id = user_id and email = $1`,
    [email],
  );
}

test('a payment that failed is told above every page, with the way to make it good', async ({
  page,
  flux,
}) => {
  await signInOverdue(page, flux, 'overdue@example.test', 'Overdue');
  await page.goto('/');
  const banner = page.getByRole('region', { name: 'Payment failed' });
  await expect(banner).toContainText('Your last payment failed.');
  await expect(page.getByText('You have no active subscription yet')).toBeHidden();
  const limits = page.getByRole('region', { name: 'Your Plan Limits' });
  await expect(limits).toContainText('past_due');
  await expect(limits).toContainText('A payment for Pro is open. Until it is paid, nothing can be added.');
  await expect(limits.getByRole('button', { name: 'Open Billing Portal' })).toBeVisible();
  for (const [term, value] of [
    ['Current plan', 'Pro'],
    ['Max apps', '3'],
    ['Remaining', '0'],
  ] as const)
    await expect(fact(page, term).getByRole('definition')).toHaveText(value);
  await expect(page.getByText('No active subscription')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^(Choose a Plan|Upload Your App|Get Started)$/ })).toHaveCount(
    0,
  );
  await examine(page, 'home with an open payment');
  await openManagement(page);
  await expect(modal(page).getByText('past_due')).toBeVisible();
  await expect(modal(page)).toContainText('Change your card or pay the open bill');
  await examine(page, 'management with an open payment');
  await page.keyboard.press('Escape');
  await banner.getByRole('button', { name: 'Open Billing Portal' }).click();
  await expect(page).toHaveURL(/\/test-billing\//);
});

test('with an open payment one has a plan wherever it is named, and is offered no other that is refused', async ({
  page,
  flux,
}) => {
  await signInOverdue(page, flux, 'owing@example.test', 'Owing');
  await page.goto('/subscriptions');
  const pro = page.getByRole('article', { name: 'Pro', exact: true });
  await expect(pro.getByRole('button', { name: 'Manage Plan' })).toBeEnabled();
  await expect(pro.getByText('Current plan')).toBeVisible();
  await expect(page.getByText('Your plan: Pro')).toBeVisible();
  const indie = page
    .getByRole('article', { name: 'Indie' })
    .getByRole('button', { name: 'Get Started Free' });
  await expect(indie).toHaveAccessibleDescription('You have Pro. Indie can be chosen when it has ended.');
  await examine(page, 'plans with an open payment');
  await page.goto('/upload');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'A payment for Pro is open.' })).toBeVisible();
  await expect(main.getByText('Until it is paid, nothing can be added.')).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await expect(page.getByText(/No active subscription|You need an active subscription/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Choose a Plan' })).toHaveCount(0);
  await examine(page, 'uploading with an open payment');
  await main.getByRole('button', { name: 'Open Billing Portal' }).click();
  await expect(page).toHaveURL(/\/test-billing\//);
  await page.goto('/upload');
  await accountButton(page).click();
  await expect(page.getByRole('menu').getByText('Pro', { exact: true })).toBeVisible();
});

test('after a purchase the profile waits for the plan to stand there', async ({ page }) => {
  await signInWithPlan(page, 'waiting@example.test', 'Waiting');
  let asked = 0;
  await page.route('**/api/subscriptions', (route) => {
    asked += 1;
    return asked <= 2 ? route.fulfill({ json: [] }) : route.continue();
  });
  await page.goto('/profile?subscription=success');
  await expect(page.getByText(/^Thank you\. Your plan stands here/)).toBeVisible();
  await expect(page.getByText('Your payment is being confirmed…')).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect(fact(page, 'Charges After')).toBeVisible();
});
