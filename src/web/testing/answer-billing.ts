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

/** A payment provider in test mode that sells both plans. Earlier answers of the test stay. */
function answerPayments(answers: Answers): void {
  answers.answerByDefault(listProducts, [someProduct('pro'), someProduct('pro-plus')]);
  answers.answerByDefault(getPaymentSettings, somePaymentSettings({ trialDays: 7 }));
  answers.answerByDefault(getPaymentDetails, somePaymentDetails());
  answers.answerByDefault(getOffer, ({ params }) => ({
    amount: params.priceId === 'price_pro' ? 1_999 : 9_999,
    currency: 'usd',
    trialDays: 7,
  }));
  // A part of the current page, so that the page stays.
  answers.answerByDefault(createBillingPortalSession, { url: '#portal' });
}

/** A page of a Flux with a responding payment provider. */
export function openBilling(address: string, visit: Visit) {
  answerPayments(visit.answers);
  return openPage(address, visit);
}

/** Checks that the billing portal was opened from the current page. */
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
