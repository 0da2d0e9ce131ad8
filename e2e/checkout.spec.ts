import {
  cards,
  checkout,
  countPayments,
  countPlans,
  declinedWords,
  expectBought,
  fillCard,
  formerBuyer,
  openCheckout,
} from './checkout-steps.ts';
import { expect, test } from './server.ts';

/** Runs in the page: whether the middle of an element is uncovered. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(there);
}

test('without a trial a declined card pays nothing, and another card pays the price after the promo code', async ({
  page,
  flux,
  allowError,
}) => {
  allowError(/402/);
  // So low that part of the form is out of view.
  await page.setViewportSize({ width: 1280, height: 660 });
  const email = 'refused-cards@example.test';
  await formerBuyer(page, flux, email);
  await openCheckout(page);
  const dialog = checkout(page);
  await expect(dialog.getByRole('region', { name: 'Total' })).toContainText('Due today$19.99');
  await dialog.getByLabel('Promo code', { exact: true }).fill('FLUX25');
  await dialog.getByRole('button', { name: 'Apply promo code' }).click();
  const pay = dialog.getByRole('button', { name: 'Pay $14.99', exact: true });
  const alert = dialog.getByRole('alert');
  // The second card is declined for the open payment, which the next card then pays.
  for (const number of [cards.declined, cards.declinedLater]) {
    await fillCard(page, number);
    await pay.click();
    await expect(alert).toHaveText(declinedWords);
    await expect(dialog.getByLabel('Card number')).toBeFocused();
    // Sticky elements do not cover it either.
    expect(await alert.evaluate(isOnTop)).toBe(true);
  }
  await fillCard(page, cards.pays);
  await pay.click();
  await expectBought(page, 'Pro', 'Active');
  expect(await countPlans(flux, email), 'the one that is over, and one that was begun once').toBe(2);
  expect(await countPayments(flux, email, 1499)).toBe(1);
});
