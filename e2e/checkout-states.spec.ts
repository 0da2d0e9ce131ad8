import { checkout, newcomer, openCheckout, plan } from './buying.ts';
import { expect, test } from './server.ts';
import { continueAs } from './steps.ts';

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

test('nothing can be paid until the fields of the card have come', async ({ page }) => {
  await newcomer(page, 'scriptless@example.test');
  const dialog = checkout(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/sandbox-card-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/subscriptions');
  await plan(page, 'Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  const pay = dialog.getByRole('button', { name: 'Start free trial' });
  await expect(pay).toBeDisabled();
  release();
  await pay.click();
  await expect(dialog.getByRole('alert').first()).toHaveText('Please enter the card number.');
});

test('a purchase goes on after the sign-in by redirect that it was begun without, once', async ({ page }) => {
  const choose = plan(page, 'Pro+').getByRole('button', { name: 'Choose Pro+' });
  await page.goto('/subscriptions');
  await choose.click();
  await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'resumed@example.test', 'Resumed');
  await expect(page.getByRole('dialog', { name: 'Subscribe to Pro+' })).toContainText('$99.99/month');
  await expect(page).toHaveURL('/subscriptions#pricing');
  await page.reload();
  await expect(choose).toBeVisible();
  await expect(checkout(page)).toBeHidden();
});
