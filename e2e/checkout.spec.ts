import {
  cards,
  checkout,
  countPayments,
  countPlans,
  declinedWords,
  expectBought,
  fillCard,
  formerBuyer,
  newcomer,
  openCheckout,
  plan,
} from './buying.ts';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';

test('a first plan begins with a trial: nothing is due, and everybody is told what will be', async ({
  page,
}) => {
  await newcomer(page, 'trial@example.test');
  await openCheckout(page);
  const dialog = checkout(page);
  await expect(dialog).toContainText('3 applications, 3 revisions each, Discord access by invite');
  const total = dialog.getByRole('region', { name: 'Total' });
  await expect(total).toContainText('Due today$0.00');
  // It leads, and the first focus is in the form.
  await expect(dialog.getByRole('form').getByRole('region').first()).toContainText('Due today$0.00');
  await expect(dialog.getByLabel('Card number')).toBeFocused();
  await expect(total).toBeInViewport();
  await expect(total).toContainText('7 days free, then $19.99/month. First payment on');
  await expect(dialog.getByRole('region', { name: 'Test mode' })).toContainText('No money moves');
  await expect(dialog.getByLabel('Postal code')).toHaveAttribute('placeholder', '12345 or A1B 2C3');
  await examine(page, 'the checkout');

  // Every part that is missing is asked for at once, and each is mended by itself.
  const pay = dialog.getByRole('button', { name: 'Start free trial' });
  const part = (label: string) => dialog.getByLabel(label);
  const missing = [
    ['Card number', '4242424242424242', 'Please enter the card number.'],
    ['Expiry', '4/34', 'Please enter the expiry date.'],
    ['CVC', '123', 'Please enter the CVC.'],
  ] as const;
  await pay.click();
  await expect(dialog.getByRole('alert')).toHaveText(missing.map(([, , words]) => words));
  await expect(part('Card number')).toBeFocused();
  for (const [label, , words] of missing) {
    await expect(part(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(part(label)).toHaveAccessibleDescription(words);
  }
  for (const [index, [label, text]] of missing.entries()) {
    await part(label).fill(text);
    await expect(part(label)).not.toHaveAttribute('aria-invalid');
    await expect(dialog.getByRole('alert')).toHaveText(missing.slice(index + 1).map(([, , words]) => words));
  }
  await expect(part('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(part('Expiry')).toHaveValue('04 / 34');
  // Closing asks first, since something was typed.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await pay.click();
  await expectBought(page, 'Pro', 'Free Trial');
  await expect(page.getByText('Your Pro trial has started.')).toBeVisible();

  await page.goto('/subscriptions');
  await expect(plan(page, 'Pro').getByText('Current plan')).toBeVisible();
  await expect(plan(page, 'Pro').getByRole('button', { name: 'Manage Plan' })).toBeVisible();
  await expect(plan(page, 'Pro+').getByRole('button', { name: 'Upgrade to Pro+' })).toBeVisible();
});

/** Runs in the page: whether nothing covers the middle of an element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(there);
}

const refusals = [
  ['Card number', cards.declined, declinedWords],
  ['Card number', cards.insufficientFunds, 'Insufficient funds. Please try a different payment method.'],
  ['Expiry', cards.expired, 'Your card has expired. Please use a different card.'],
  ['CVC', cards.incorrectCvc, "Your card's security code is incorrect. Please check and try again."],
  [null, cards.processingError, 'An error occurred while processing your card. Please try again.'],
  // The bank says no to the payment that has begun, which the next card takes up.
  ['Card number', cards.declinedLater, declinedWords],
] as const;

test('without a trial the price is paid at once; each refusal is told in its words, and another card pays', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/402/);
  // Low enough that not all of the form is in view.
  await page.setViewportSize({ width: 1280, height: 660 });
  const email = 'refused-cards@example.test';
  await formerBuyer(page, flux, email);
  await openCheckout(page);
  const dialog = checkout(page);
  await expect(dialog.getByRole('region', { name: 'Total' })).toContainText('Due today$19.99');
  await expect(dialog).toContainText('Then $19.99/month. Next payment on');
  await dialog.getByLabel('Postal code').fill('A1B 2C3');
  const pay = dialog.getByRole('button', { name: 'Pay $19.99', exact: true });
  for (const [label, number, words] of refusals) {
    await fillCard(page, number);
    await pay.click();
    const alert = dialog.getByRole('alert');
    await expect(alert).toHaveText(words);
    await expect(label ? dialog.getByLabel(label) : alert).toBeFocused();
    // Nor does what stays in view cover it.
    expect(await alert.evaluate(isOnTop), words).toBe(true);
    await expect(dialog.getByLabel('Card number')).toHaveValue(number);
    await expect(dialog.getByLabel('Postal code')).toHaveValue('A1B 2C3');
    if (number === cards.incorrectCvc) await examine(page, 'a card that was refused');
  }
  await fillCard(page, cards.pays);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await pay.click();
  await expectBought(page, 'Pro', 'Active');
  expect(await countPlans(flux, email), 'the one that is over, and one that was begun once').toBe(2);
});

test('a promo code is checked on leaving its field and by Apply, and what it takes off is what is paid', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/400|ERR_FAILED/);
  const email = 'promo@example.test';
  await formerBuyer(page, flux, email);
  await openCheckout(page);
  const dialog = checkout(page);
  const code = dialog.getByLabel('Promo code', { exact: true });
  const apply = dialog.getByRole('button', { name: 'Apply promo code' });
  const pay = (sum: string) => dialog.getByRole('button', { name: `Pay ${sum}`, exact: true });
  const summary = dialog.getByRole('region', { name: 'Order summary' });
  const total = dialog.getByRole('region', { name: 'Total' });

  await code.fill(' flux25 ');
  await page.keyboard.press('Tab');
  await expect(apply).toBeFocused();
  await expect(summary).toContainText('You save $5.00 each month.');
  await expect(apply).toBeFocused();
  await expect(total).toContainText('Due today$14.99Then $14.99/month.');
  await expect(pay('$14.99')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pay $14.99 with test wallet' })).toBeVisible();
  await examine(page, 'a discount');
  await code.fill('');
  await expect(total).toContainText('Due today$19.99');
  await expect(apply).toBeDisabled();

  for (const [wrong, words] of [
    ['NOSUCH', 'This promo code does not exist.'],
    ['EXPIRED', 'This promo code has expired.'],
  ] as const) {
    await code.fill(wrong);
    await apply.click();
    await expect(summary.getByRole('alert')).toHaveText(words);
    await expect(total).toContainText('Due today$19.99');
  }
  await examine(page, 'a promo code that is not taken');
  // Paying with it would not be what was wanted; Enter checks, and pays nothing.
  await pay('$19.99').click();
  await expect(code).toBeFocused();
  await code.fill('FIRSTMONTH');
  await code.press('Enter');
  await expect(summary).toContainText('You save $19.99 on the first payment.');
  await expect(total).toContainText('Due today$0.00First month free, then $19.99/month.');
  await expect(dialog.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Pay by wallet' })).toBeHidden();

  // An answer that comes late is of a code that nobody asks about any more.
  const calls = '**/api/validatePromoCode';
  await page.route(calls, async (route) => {
    if (route.request().postData()?.includes('flux25x')) await new Promise((done) => setTimeout(done, 1_500));
    await route.continue().catch(() => {});
  });
  await code.fill('flux25x');
  await apply.click();
  await code.fill('FIVEOFF');
  await apply.click();
  await expect(summary).toContainText('You save $5.00 each month.');
  await page.waitForTimeout(2_000);
  await expect(summary).toContainText('You save $5.00 each month.');
  await expect(summary.getByRole('alert')).toBeHidden();
  await page.unroute(calls);

  await page.route(calls, (route) => route.abort());
  await code.fill('FLUX25');
  await apply.click();
  await expect(summary.getByRole('alert')).toHaveText('Failed to validate promo code');
  await page.unroute(calls);
  await apply.click();
  await expect(total).toContainText('Due today$14.99');

  // Typed and not checked yet: paying checks it first.
  await code.fill('');
  await fillCard(page);
  await code.fill('FLUX25');
  await code.evaluate((input) => input.closest('form')?.requestSubmit());
  await expectBought(page, 'Pro', 'Active');
  expect(await countPayments(flux, email, 1499)).toBe(1);
});

test('a wallet pays at once, and says so where a card would have a trial', async ({ page, flux }) => {
  const email = 'wallet@example.test';
  await newcomer(page, email);
  await openCheckout(page, 'Pro+');
  const wallet = checkout(page).getByRole('region', { name: 'Pay by wallet' });
  await expect(wallet).toContainText('Paying with a wallet starts the plan now, without the free trial.');
  await wallet.getByRole('button', { name: 'Pay $99.99 without trial' }).click();
  await expectBought(page, 'Pro+', 'Active');
  expect(await countPayments(flux, email, 9999)).toBe(1);
});

test('on a phone, and by keyboard alone', async ({ page, allowError }) => {
  allowError(/402/);
  await newcomer(page, 'keyboard@example.test');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/subscriptions');
  const choose = plan(page, 'Pro').getByRole('button', { name: 'Choose Pro' });
  await choose.focus();
  await page.keyboard.press('Enter');
  const dialog = checkout(page);
  await expect(dialog.getByLabel('Card number')).toBeVisible();
  // What it costs stays in view.
  await expect(dialog.getByRole('button', { name: 'Start free trial' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(choose).toBeFocused();
  // The card's fields come with the form this time.
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Card number')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(choose).toBeFocused();
  await page.keyboard.press('Enter');
  const focusTo = async (label: string) => {
    for (let pressed = 0; pressed < 20; pressed += 1) {
      await page.keyboard.press('Tab');
      const isThere = await dialog.getByLabel(label).evaluate((input) => input === document.activeElement);
      if (isThere) return;
    }
    throw new Error(`The keyboard does not come to ${label}.`);
  };
  await expect(dialog.getByLabel('Card number')).toBeVisible();
  await focusTo('Card number');
  await page.keyboard.type('4000000000000002');
  // A digit in the middle is mended where it is.
  await page.keyboard.press('Home');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('0');
  await expect(dialog.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12/34');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(declinedWords);
  await expect(dialog.getByLabel('Card number')).toBeFocused();
  await expect(dialog.getByLabel('Card number')).toBeInViewport();
  // What has the keyboard is not below what stays in view.
  const postalCode = dialog.getByLabel('Postal code');
  await postalCode.focus();
  expect(await postalCode.evaluate(isOnTop)).toBe(true);
  await dialog.getByLabel('Card number').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Enter');
  await expectBought(page, 'Pro', 'Free Trial');
});
