import { checkout, expectBought, fillCard, newcomer, openCheckout, plan } from './checkout-steps.ts';
import { execute } from './database.ts';
import {
  addCard,
  discordInvite,
  expect,
  fact,
  modal,
  openManagement,
  signInWithPlan,
  test,
} from './plan-management.ts';

test('a trial is bought with a card, and its invitation is shown immediately', async ({ page }) => {
  await newcomer(page, 'invited@example.test');
  await openCheckout(page);
  await expect(checkout(page).getByRole('region', { name: 'Total' })).toContainText('Due today$0.00');
  await fillCard(page);
  await checkout(page).getByRole('button', { name: 'Start free trial' }).click();
  await expectBought(page, 'Pro', 'Free Trial');
  await expect(page.getByText('Your Pro trial has started.')).toBeVisible();
  await expect(fact(page, 'Discord').getByRole('link')).toHaveAttribute('href', discordInvite);
  await page.goto('/subscriptions');
  await expect(plan(page, 'Pro').getByText('Current plan')).toBeVisible();
  await expect(plan(page, 'Pro+').getByRole('button', { name: 'Upgrade to Pro+' })).toBeVisible();
});

test('changing the plan costs the previewed amount, once', async ({ page, flux }) => {
  await signInWithPlan(page, 'mover@example.test', 'Mover', { paid: true });
  await openManagement(page);
  await modal(page).getByRole('button', { name: 'Upgrade to Pro+' }).click();
  const up = page.getByRole('dialog', { name: 'Upgrade to Pro+' });
  await expect(up.getByRole('region', { name: 'What you pay' })).toContainText('Due now$80.00');
  await up.getByRole('button', { name: 'Pay $80.00 and Upgrade' }).dblclick();
  await expect(page.getByText('You are on the Pro+ plan.')).toBeVisible();
  const paid = await execute(
    flux,
    `select 1 from payment_sandbox_objects where kind = 'invoice' and data->>'amount_paid' = '8000'`,
  );
  expect(paid, 'paid once').toBe(1);
});

test('a declined card is replaced in the billing portal, and a missing one is added', async ({
  page,
  allowError,
}) => {
  allowError(/402|Failed to load resource/);
  await signInWithPlan(page, 'declined@example.test', 'Declined', { card: '4000000000000341' });
  const upgrade = page
    .getByRole('region', { name: 'Free trial' })
    .getByRole('button', { name: 'Upgrade Now' });
  await upgrade.click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade Now' });
  await expect(dialog).toContainText('Charged to Visa ending in 0341.');
  await dialog.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Your payment method was declined. Please update your payment method in your account settings and try again.',
  );
  await dialog.getByRole('button', { name: 'Open Billing Portal' }).click();
  await expect(page).toHaveURL(/\/test-billing\/bps_\w+$/);
  await expect(page.getByText('Test mode.', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Remove Visa ending in 0341' }).click();
  await expect(page.getByText('No payment method')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Flux' }).click();
  await expect(page).toHaveURL('/');
  await upgrade.click();
  await expect(dialog).toContainText('No payment method');
  await dialog.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'No payment method found. Please add a payment method in your account settings first.',
  );
  await dialog.getByRole('button', { name: 'Open Billing Portal' }).click();

  await addCard(page, '5555555555554444');
  const kept = page.getByRole('listitem', { name: 'Mastercard ending in 4444' });
  await expect(kept.getByText('Default')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Flux' }).click();
  await upgrade.click();
  await expect(dialog).toContainText('Charged to Mastercard ending in 4444.');
  await dialog.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByText('Thank you. Pro is active.')).toBeVisible();
});
