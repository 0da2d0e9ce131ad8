import type { Page } from '@playwright/test';
import { connectStripe } from '../src/server/features/billing/stripe/stripe-payments.ts';
import type { StripeStandIn } from '../src/server/testing/fakes/stripe.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { cards, checkout, declinedWords, expectBought, newcomer, plan } from './checkout-steps.ts';
import { expect } from './server.ts';
import { stripeFrame, test, typeCard, wish } from './stripe.ts';
import { frameTitles, type StandInWishes } from './stripe-script.ts';

test.use({ instance: 'stripe' });

const unavailable = 'Subscription service is temporarily unavailable. Please try again later.';

async function openCheckout(page: Page, wishes: StandInWishes = {}): Promise<void> {
  await page.goto('/subscriptions');
  await wish(page, wishes);
  await plan(page, 'Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  await expect(
    checkout(page).getByRole('button', { name: /^(Start free trial|Pay \$19\.99)$/ }),
  ).toBeVisible();
}

const number = (page: Page) => stripeFrame(page, 'cardNumber').getByRole('textbox');
const pay = (page: Page) => checkout(page).getByRole('button', { name: 'Pay $19.99', exact: true });

/** An account whose plan ended through Stripe's dashboard; it has no trial left. */
async function formerBuyer(page: Page, stripe: StripeStandIn, email: string): Promise<void> {
  await newcomer(page, email);
  await openCheckout(page);
  await typeCard(page, cards.pays);
  await checkout(page).getByRole('button', { name: 'Start free trial' }).click();
  await expectBought(page, 'Pro', 'Free Trial');
  const sdk = connectStripe({
    service: 'stripe',
    secretKey: stripe.env.FLUX_STRIPE_SECRET_KEY ?? '',
    webhookSecret: '',
    address: { protocol: 'http', host: '127.0.0.1', port: stripe.port },
  });
  // It is the account of the last purchase.
  const { data } = await sdk.subscriptions.list({ limit: 1 });
  await sdk.subscriptions.cancel(data[0]?.id ?? '');
  const statuses = () =>
    page.evaluate(async () => (await (await fetch('/api/subscriptions')).json())[0]?.status);
  await expect.poll(statuses).toBe('cancelled');
}

/** No request to Flux contains card digits. Requests to Stripe contain them, which proves that the check works. */
function expectKept(
  { toFlux, toStripe }: { toFlux: string[]; toStripe: string[] },
  ...numbers: string[]
): void {
  const digits = (text: string) => decodeURIComponent(text.replaceAll('+', ' ')).replaceAll(/[\s-]/g, '');
  for (const card of numbers.map(digits)) {
    expect(toStripe.some((text) => digits(text).includes(card))).toBe(true);
    expect(toFlux.filter((text) => digits(text).includes(card))).toEqual([]);
  }
  expect(toFlux.length).toBeGreaterThan(10);
}

test('a trial starts with a card that Flux never sees, by a script that loads with the checkout', async ({
  page,
  inBrowser: { sent },
  allowError,
}) => {
  // One of the test scripts that are run at the end.
  allowError(/requires 'TrustedScriptURL' assignment/);
  await newcomer(page, 'trial@example.test');
  await page.goto('/');
  await page.goto('/subscriptions');
  await expect(plan(page, 'Pro').getByRole('button', { name: 'Choose Pro', exact: true })).toBeVisible();
  // Before the checkout opens, no script of Stripe is loaded, nor Flux's own part.
  expect(sent.toStripe).toEqual([]);
  expect(sent.toFlux.filter((text) => /assets\/[^"]*stripe/.test(text))).toEqual([]);
  await openCheckout(page);
  await expect(number(page)).toBeVisible();
  // A label focuses Stripe's field, and the field has the current theme.
  await checkout(page).getByText('Card number', { exact: true }).click();
  await expect(number(page)).toBeFocused();
  const colour = () => number(page).evaluate((input) => getComputedStyle(input).color);
  const dark = await colour();
  // A different colour scheme than its content would give it a white background.
  const frame = page.locator(`iframe[title="${frameTitles.cardNumber}"]`);
  expect(await frame.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('light');
  await page.evaluate(() =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })),
  );
  await expect.poll(colour).not.toBe(dark);
  await page.evaluate(() =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })),
  );
  await expect.poll(colour).toBe(dark);
  await expect(page.locator(`iframe[title="${frameTitles.expressCheckout}"]`)).toBeHidden();
  await checkAccessibility(page, 'the checkout with Stripe’s fields');

  const start = checkout(page).getByRole('button', { name: 'Start free trial' });
  await start.click();
  await expect(checkout(page).getByRole('alert')).toHaveText([
    'Please enter the card number.',
    'Please enter the expiry date.',
    'Please enter the CVC.',
  ]);
  await expect(number(page)).toBeFocused();
  await typeCard(page, cards.pays);
  await expect(checkout(page).getByRole('alert')).toBeHidden();
  await checkout(page).getByLabel('Postal code').fill('A1B 2C3');
  await start.click();
  await expectBought(page, 'Pro', 'Free Trial');
  expectKept(sent, cards.pays);
  expect(sent.toStripe.some((text) => text.includes('postal_code') && text.includes('A1B+2C3'))).toBe(true);
  // The page's policy still blocks all scripts except Stripe's.
  const taken = await page.evaluate(() => {
    const isTaken = (address: string) => {
      try {
        document.createElement('script').src = address;
        return true;
      } catch {
        return false;
      }
    };
    return ['https://js.stripe.com/a.js', 'https://js.stripe.com.evil.test/a.js', '/a.js'].map(isTaken);
  });
  expect(taken).toEqual([true, false, false]);
});

test('a former subscriber pays immediately: declined by the bank, then asked for authentication, then paid', async ({
  page,
  stripe,
  inBrowser: { sent },
  allowError,
}) => {
  allowError(/402/);
  await formerBuyer(page, stripe, 'former@example.test');
  await openCheckout(page);
  const alert = checkout(page).getByRole('alert');
  // The first card is declined when Flux saves it, the second when the browser confirms the payment.
  for (const card of [cards.declined, cards.declinedLater]) {
    await typeCard(page, card);
    await pay(page).click();
    await expect(alert).toHaveText(declinedWords);
    await expect(number(page)).toBeFocused();
  }

  // The bank's frame is above the dialog, which blocks neither pointer nor keyboard.
  await wish(page, { standInAsks: true });
  await typeCard(page, cards.pays);
  const challenge = stripeFrame(page, 'challenge');
  await pay(page).click();
  await challenge.getByRole('button', { name: 'Fail' }).click();
  await expect(alert).toHaveText(declinedWords);
  await pay(page).click();
  await challenge.getByRole('textbox').click();
  await page.keyboard.type('password');
  await expect(challenge.getByRole('textbox')).toHaveValue('password');
  await challenge.getByRole('button', { name: 'Complete' }).click();
  await expectBought(page, 'Pro', 'Active');
  expectKept(sent, cards.pays, cards.declined, cards.declinedLater);
});

test('"the browser\'s wallet pays the amount of the checkout, and is hidden if there is none"', async ({
  page,
  inBrowser: { sent },
}) => {
  await newcomer(page, 'wallet@example.test');
  await openCheckout(page, { standInHasWallet: true });
  const wallet = checkout(page).getByRole('region', { name: 'Pay by wallet' });
  await expect(wallet).toContainText('Paying with a wallet starts the plan now, without the free trial.');
  await checkout(page).getByRole('textbox', { name: 'Promo code' }).fill('FIVEOFF');
  await checkout(page).getByRole('button', { name: 'Apply promo code' }).click();
  await expect(checkout(page)).toContainText('$14.99');
  // The fake script refuses a payment whose amount differs from its button's.
  await stripeFrame(page, 'expressCheckout').getByRole('button').click();
  await expectBought(page, 'Pro', 'Active');
  expectKept(sent, '5555 5555 5555 4444');
});

test('a script that fails to load is reported, and loads at the next attempt', async ({
  page,
  inBrowser,
  allowError,
}) => {
  allowError(/js\.stripe\.com/);
  await newcomer(page, 'blocked@example.test');
  inBrowser.isReachable = false;
  await openCheckout(page);
  const dialog = checkout(page);
  const alert = dialog.getByRole('alert');
  await expect(alert).toContainText(unavailable);
  await dialog.getByRole('button', { name: 'Start free trial' }).click();
  await expect(dialog.getByText(unavailable)).toHaveCount(2);
  const again = alert.getByRole('button', { name: 'Try Again' });
  const { toStripe } = inBrowser.sent;
  const asked = toStripe.length;
  await again.click();
  // The loader itself tries twice.
  await expect.poll(() => toStripe.length).toBe(asked + 2);
  await expect(again).toBeVisible();
  inBrowser.isReachable = true;
  await again.click();
  await typeCard(page, cards.pays);
  await dialog.getByRole('button', { name: 'Start free trial' }).click();
  await expectBought(page, 'Pro', 'Free Trial');
});
