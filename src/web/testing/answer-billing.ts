import { page } from 'vitest/browser';
import {
  createBillingPortalSession,
  getOffer,
  getPaymentDetails,
  getPaymentSettings,
  listProducts,
} from '#shared/billing/payments.ts';
import type { Answers } from './answers.ts';
import { openPage, type Visit } from './open-page.tsx';
import { somePaymentDetails, somePaymentSettings, someProduct } from './samples/billing.ts';
import { expect } from './test.ts';

/** A payment service in test mode that sells both plans. Answers that the test gave before stay. */
function answerPayments(answers: Answers): void {
  answers.answerByDefault(listProducts, [someProduct('pro'), someProduct('pro-plus')]);
  answers.answerByDefault(getPaymentSettings, somePaymentSettings({ trialDays: 7 }));
  answers.answerByDefault(getPaymentDetails, somePaymentDetails());
  answers.answerByDefault(getOffer, ({ params }) => ({
    amount: params.priceId === 'price_pro' ? 1_999 : 9_999,
    currency: 'usd',
    trialDays: 7,
  }));
  // A part of the page that is open, so that the page stays.
  answers.answerByDefault(createBillingPortalSession, { url: '#portal' });
}

/** A page of a Flux whose payment service answers. */
export function openBilling(address: string, visit: Visit) {
  answerPayments(visit.answers);
  return openPage(address, visit);
}

/** The way to the billing portal was gone, from the page that it was begun on. */
export async function expectPortal(answers: Answers): Promise<void> {
  await expect.poll(() => location.hash).toBe('#portal');
  const from = answers.calls(createBillingPortalSession).map(({ body }) => body.return_url);
  expect(from).toEqual([location.href.replace('#portal', '')]);
}

export const accountButton = () => page.getByRole('button', { name: /^Account menu of/ });
export const planCard = (name: string) => page.getByRole('article', { name, exact: true });

export async function openManagement(): Promise<void> {
  await accountButton().click();
  await page.getByRole('menuitem', { name: 'Manage Subscription' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Manage Subscription' })).toBeVisible();
}
