import { execute } from './database.ts';
import { examine } from './examine.ts';
import { expect, fact, modal, openManagement, signInWithPlan, test, untilHeard } from './managing.ts';

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

test('a payment that failed is told above every page, with the way to make it good', async ({
  page,
  flux,
}) => {
  await signInWithPlan(page, 'overdue@example.test', 'Overdue', { paid: true });
  await untilHeard(flux);
  await execute(
    flux,
    `update subscriptions set status = 'past_due' from users where users.id = user_id and email = $1`,
    ['overdue@example.test'],
  );
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
