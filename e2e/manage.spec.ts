import { publish } from './account.ts';
import { checkout, expectBought, fillCard, newcomer, openCheckout } from './buying.ts';
import { execute } from './database.ts';
import { examine } from './examine.ts';
import {
  addCard,
  discordInvite,
  expect,
  fact,
  modal,
  openManagement,
  signInWithPlan,
  test,
} from './managing.ts';

test('the invitation that comes with a plan is there as soon as it is bought', async ({ page }) => {
  await newcomer(page, 'invited@example.test');
  await openCheckout(page);
  await fillCard(page);
  await checkout(page).getByRole('button', { name: 'Start free trial' }).click();
  await expectBought(page, 'Pro', 'Free Trial');
  await expect(fact(page, 'Discord').getByRole('link')).toHaveAttribute('href', discordInvite);
});

test('cancelling says what becomes of everything, happens once, and is seen in every window', async ({
  page,
  context,
  allowError,
}) => {
  await signInWithPlan(page, 'leaver@example.test', 'Leaver', { paid: true });
  await page.goto('/profile');
  const status = page.getByRole('region', { name: 'Subscription status' });
  await expect(fact(page, 'Renews')).toBeVisible();
  await expect(fact(page, 'Discord').getByRole('link')).toHaveAttribute('href', discordInvite);
  const other = await context.newPage();
  await other.goto('/');
  await openManagement(other);
  await other.getByRole('button', { name: 'Cancel Subscription' }).click();

  await status.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Pro?' });
  await expect(question).toContainText('You keep Pro, and nothing more is charged.');
  await expect(question).toContainText(
    'Your applications and organizations go offline for everyone. Only you can download them.',
  );
  await expect(question).toContainText('What is still offline is deleted for good.');
  await examine(page, 'the question before cancelling');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await question.getByRole('button', { name: 'Cancel Subscription' }).dblclick();
  await expect(page.getByText(/^Your subscription is cancelled\. Pro ends on /)).toBeVisible();
  await expect(modal(page)).toContainText('Cancelled. You keep Pro until');
  await expect(modal(page).getByRole('button', { name: 'Cancel Subscription' })).toBeHidden();
  await expect(modal(page).getByText('Ends', { exact: true })).toBeVisible();
  const fetched = () => asked.filter((each) => each === 'GET /api/subscriptions').length;
  await expect.poll(fetched, 'at once, and again after two seconds').toBe(2);
  expect(asked.filter((each) => each === 'POST /api/cancelSubscription')).toHaveLength(1);
  await examine(page, 'a plan that was cancelled');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Cancelled subscription' })).toContainText(
    /3[01] days left|29 days left|28 days left/,
  );
  // What the other window asks for is done by now.
  await other
    .getByRole('dialog', { name: 'Cancel Pro?' })
    .getByRole('button', { name: 'Cancel Subscription' })
    .click();
  await expect(modal(other)).toContainText('Cancelled. You keep Pro until');

  // Whoever changes their mind goes on as before, and the page with them.
  const keep = modal(other).getByRole('button', { name: 'Keep Pro' });
  await other.route('**/api/changeSubscription', (route) => route.abort(), { times: 1 });
  allowError(/changeSubscription/);
  await keep.click();
  await expect(modal(other).locator('#keep-failed')).toBeVisible();
  await keep.click();
  await expect(other.getByText(/^Your cancellation is taken back: Pro renews every month/)).toBeVisible();
  await expect(modal(other).getByText('Renews', { exact: true })).toBeVisible();
  await expect(keep).toBeHidden();
  await expect(modal(other).getByRole('button', { name: 'Cancel Subscription' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Cancelled subscription' })).toBeHidden();
  await expect(fact(page, 'Renews')).toBeVisible();
});

test('another plan costs what was said before, and a smaller one deletes nothing', async ({
  page,
  flux,
  allowError,
}) => {
  await signInWithPlan(page, 'mover@example.test', 'Mover', { paid: true });
  await openManagement(page);
  await modal(page).getByRole('button', { name: 'Upgrade to Pro+' }).click();
  const up = page.getByRole('dialog', { name: 'Upgrade to Pro+' });
  const cost = up.getByRole('region', { name: 'What you pay' });
  await expect(cost).toContainText('Due now$80.00');
  await expect(cost).toContainText('For Pro+ instead of Pro until');
  await expect(cost).toContainText('Charged to Visa ending in 4242.');
  await expect(cost).toContainText(/Then \$99\.99\/month from \w+ \d+, 20\d\d on\./);
  await expect(up).toContainText('12 applications instead of 3, at once.');
  await examine(page, 'an upgrade');
  await up.getByRole('button', { name: 'Pay $80.00 and Upgrade' }).dblclick();
  await expect(page.getByText('You are on the Pro+ plan.')).toBeVisible();
  await expect(modal(page)).toContainText('12 applications');
  const paid = await execute(
    flux,
    `select 1 from payment_sandbox_objects where kind = 'invoice' and data->>'amount_paid' = '8000'`,
  );
  expect(paid, 'paid once').toBe(1);

  await page.keyboard.press('Escape');
  for (const name of ['One', 'Two', 'Three', 'Four']) await publish(page, name);
  await page.goto('/subscriptions');
  await page.getByRole('article', { name: 'Pro', exact: true }).getByRole('button').click();
  const down = page.getByRole('dialog', { name: 'Downgrade to Pro' });
  await expect(down).toContainText('Due now$0.00');
  await expect(down).toContainText('$80.00 of what you have paid goes into your next bills.');
  await expect(down).toContainText(
    'Nothing is deleted. You have 4 applications and Pro allows 3. All 4 stay playable. Neither an application nor a revision can be added until you have 3 or fewer.',
  );
  await examine(page, 'a downgrade');
  allowError(/Failed to load resource/);
  await page.route('**/api/changeSubscription', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, json: { success: false, code: 'unavailable', error: 'Not now.' } }),
  );
  await down.getByRole('button', { name: 'Downgrade to Pro' }).click();
  await expect(down.getByRole('alert')).toHaveText('Downgrade failed: Not now.');
  await page.unroute('**/api/changeSubscription');
  await down.getByRole('button', { name: 'Downgrade to Pro' }).click();
  await expect(page.getByText('You are on the Pro plan.')).toBeVisible();
  await expect(fact(page, 'Credit')).toContainText('$80.00');
  await expect(fact(page, 'Next payment')).toContainText(
    /\$0\.00 on \w+ \d+, 20\d\d\$19\.99 is paid from your credit\./,
  );
  await page.goto('/?filter=my-apps');
  await expect(page.getByText('Four', { exact: true }).first()).toBeVisible();
});

test('Upgrade Now ends the trial and pays for the plan', async ({ page }) => {
  await signInWithPlan(page, 'eager@example.test', 'Eager');
  await page.getByRole('region', { name: 'Free trial' }).getByRole('button', { name: 'Upgrade Now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade Now' });
  await expect(dialog).toContainText('Due now$19.99');
  await expect(dialog).toContainText('Your free trial ends now, and Pro renews every month from today.');
  await examine(page, 'Upgrade Now');
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/upgradeTrialSubscription', async (route) => {
    await answered;
    await route.continue();
  });
  // What is being paid is seen to its end, also where the key comes before anything of the clicks is drawn.
  await dialog.getByRole('button', { name: 'Pay $19.99' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('button', { name: 'Pay $19.99' })).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(page.getByText('Thank you. Pro is active.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Free trial' })).toBeHidden();
  await openManagement(page);
  await expect(modal(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(fact(page, 'Renews')).toBeVisible();
  await expect(fact(page, 'Trial ends')).toHaveCount(0);
});

test('a card that is declined is mended in the billing portal, and one that is missing is added', async ({
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
  await examine(page, 'an upgrade that was declined');
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

  await addCard(page, '4000000000000002');
  await expect(page.getByRole('alert')).toHaveText(
    'Your card was declined. Please try a different payment method or contact your bank.',
  );
  await page.getByRole('form').getByLabel('Card number').fill('5555555555554444');
  await page.getByRole('button', { name: 'Add Card' }).click();
  const kept = page.getByRole('listitem', { name: 'Mastercard ending in 4444' });
  await expect(kept.getByText('Default')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Flux' }).click();
  await upgrade.click();
  await expect(dialog).toContainText('Charged to Mastercard ending in 4444.');
  await dialog.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByText('Thank you. Pro is active.')).toBeVisible();
});

test('the billing portal shows cards and bills, changes the card, cancels, and is its person’s alone', async ({
  page,
  browser,
  allowError,
}) => {
  allowError(/Failed to load resource/);
  await signInWithPlan(page, 'portal@example.test', 'Portal', { paid: true });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Manage' }).click();
  await modal(page).getByRole('button', { name: 'Billing Portal' }).click();
  await expect(page).toHaveURL(/\/test-billing\/bps_\w+$/);
  const address = page.url();
  await expect(page.getByRole('cell', { name: '$19.99' })).toBeVisible();
  await expect(fact(page, 'Next payment')).toContainText(/\$19\.99 on \w+ \d+, 20\d\d/);
  await addCard(page, '378282246310005');
  await expect(page.getByRole('listitem', { name: 'American Express ending in 0005' })).toContainText(
    'Default',
  );
  await page.getByRole('button', { name: 'Make default: Visa ending in 4242' }).click();
  await expect(page.getByRole('listitem', { name: 'Visa ending in 4242' })).toContainText('Default');
  const cards = page.getByRole('group', { name: 'Cards' });
  await expect(cards).toBeFocused();
  await page.getByRole('button', { name: 'Add a card' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Add a card' })).toBeFocused();
  await examine(page, 'the billing page of test mode');
  await page.getByRole('form').getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(cards).toBeFocused();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText(/^Ends /)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Plan' })).toBeFocused();
  await page.getByRole('link', { name: 'Return to Flux' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(fact(page, 'Ends')).toBeVisible();

  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText('Please sign in to manage your billing')).toBeVisible();
  await signInWithPlan(stranger, 'stranger@example.test', 'Stranger');
  for (const url of [address, '/test-billing/bps_guessed']) {
    await stranger.goto(new URL(url, address).href);
    await expect(stranger.getByRole('heading', { name: 'There is no such billing page.' })).toBeVisible();
  }
  await context.close();
});

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
