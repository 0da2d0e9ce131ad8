import { page, userEvent } from 'vitest/browser';
import { adminSubscription, listSubscriptions, type Subscription } from '#shared/billing/billing.ts';
import {
  cancelSubscription,
  createBillingPortalSession,
  getPaymentDetails,
  getPaymentSettings,
  previewChange,
} from '#shared/billing/payments.ts';
import { root } from '#web/testing/answer-admin.ts';
import { accountButton, openBilling, openManagement } from '#web/testing/answer-billing.ts';
import { answerProfile } from '#web/testing/answer-profile.ts';
import type { Answers } from '#web/testing/answers.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import {
  somePaymentDetails,
  somePaymentSettings,
  someSubscription,
  someTrial,
} from '#web/testing/samples/billing.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, test } from '#web/testing/test.ts';

const discordInviteUrl = 'https://discord.gg/flux-of-this-test';
const modal = () => page.getByRole('dialog');

test('a plan is managed from the account menu, by keyboard too', async ({ answers }) => {
  answers.answer(getPaymentSettings, somePaymentSettings({ discordInviteUrl }));
  await openBilling('/faq', { answers, subscriptions: [someTrial()] });
  await expect.element(accountButton()).toBeVisible();
  accountButton().element().focus();
  await userEvent.keyboard('{Enter}');
  const item = page.getByRole('menuitem', { name: 'Manage Subscription' });
  await expect.element(item).toBeVisible();
  await userEvent.keyboard('m');
  const items = page.getByRole('menuitem').elements().length;
  for (let step = 0; step < items && document.activeElement !== item.element(); step++)
    await userEvent.keyboard('{ArrowDown}');
  await expect.element(item).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Manage Subscription' });
  await expect.element(dialog.getByText('Free Trial')).toBeVisible();
  await expect.element(dialog).toMatchTextContent('$19.99 /month');
  await expect.element(dialog).toMatchTextContent('3 applications, 3 revisions each');
  for (const term of ['Trial ends', 'Charges After'])
    await expect.element(dialog).toMatchTextContent(new RegExp(`${term}\\s*\\w+ \\d+, 20`));
  await expect.element(dialog).toMatchTextContent(/Payment method\s*Visa ending in 4242, expires 12\/20\d\d/);
  await expect
    .element(dialog.getByRole('definition').getByRole('link'))
    .toHaveAttribute('href', discordInviteUrl);
  await checkAccessibility('the management of a plan');
  dialog.getByRole('button', { name: 'Cancel Subscription' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: 'Cancel Pro?' });
  await expect.element(question.getByRole('group')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(question.getByRole('button', { name: 'Keep Pro' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('group')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(accountButton()).toHaveFocus();
});

const free: [who: string, user: object, subscription: Subscription, named: string][] = [
  ['Indie', {}, someSubscription({ tier: 'indie', priceId: null, currentPeriodEnd: null }), 'Indie'],
  ['an admin', root, adminSubscription, 'Elevated'],
];
for (const [who, user, subscription, named] of free)
  test(`there is nothing to manage for ${who}`, async ({ answers }) => {
    answerProfile(answers);
    await openBilling('/profile', { answers, user, subscriptions: [subscription] });
    const status = page.getByRole('region', { name: 'Subscription status' });
    await expect.element(status.getByText(named, { exact: true })).toBeVisible();
    await expect.element(status.getByRole('button', { name: /^Manage/ })).not.toBeInTheDocument();
    await expect.element(status).not.toMatchTextContent('Discord');
    await accountButton().click();
    await expect.element(page.getByRole('menuitem', { name: 'Subscriptions' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Manage Subscription' })).not.toBeInTheDocument();
  });

/** Opens the confirmation of a cancellation, and returns its answer. */
async function askToCancel(answers: Answers) {
  await openBilling('/faq', { answers, subscriptions: [someTrial()] });
  await openManagement();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Cancel Pro?' })).toBeVisible();
  return modal().getByRole('button', { name: 'Cancel Subscription' });
}

const refusals: [error: string, told: string][] = [
  ['No active subscription found', 'No active subscription found'],
  ['Failed to cancel subscription', 'Failed to cancel subscription'],
  ['It is night.', 'Failed to cancel subscription: It is night.'],
];
for (const [error, told] of refusals)
  test(`a prevented cancellation shows its reason: ${error}`, async ({ answers }) => {
    answers.answer(cancelSubscription, { success: false, error });
    const cancel = await askToCancel(answers);
    await cancel.click();
    await expect.element(modal().getByRole('alert')).toHaveTextContent(told);
  });

test('a cancellation without a response is reported, and can be retried', async ({ answers }) => {
  answers.refuse(cancelSubscription, 'unavailable', { error: 'Not now.' });
  const cancel = await askToCancel(answers);
  await cancel.click();
  await expect
    .element(modal().getByRole('alert'))
    .toHaveTextContent('Error cancelling subscription: Not now.');
  answers.answer(cancelSubscription, () => {
    answers.answer(listSubscriptions, [someTrial({ cancelAtPeriodEnd: true })]);
    return { success: true as const };
  });
  await cancel.click();
  await expect.element(modal()).toMatchTextContent('Cancelled. You keep Pro until');
});

test('if the payment provider does not respond, every view reports it and can retry', async ({ answers }) => {
  const failing = [getPaymentDetails, previewChange, createBillingPortalSession];
  for (const endpoint of failing) answers.refuse(endpoint, 'conflict', { error: 'No.' });
  await openBilling('/faq', { answers });
  await openManagement();
  await expect
    .element(modal())
    .toMatchTextContent(/Payment method\s*The payment method could not be loaded\./);
  await modal().getByRole('button', { name: 'Billing Portal' }).click();
  await expect.element(modal().getByText('Failed to open customer portal')).toBeVisible();
  await checkAccessibility('management without the payment service');
  await modal().getByRole('button', { name: 'Upgrade to Pro+' }).click();
  await expect.element(modal().getByRole('alert')).toMatchTextContent('The price could not be loaded.');
  await expect.element(modal().getByRole('button', { name: 'Upgrade to Pro+' })).toBeDisabled();
  answers.answer(getPaymentDetails, somePaymentDetails());
  answers.answer(previewChange, {
    ...{ amountDue: 8_000, credit: 0, currency: 'usd' },
    proratedAt: daysAgo(0),
  });
  await modal().getByRole('button', { name: 'Try Again' }).click();
  await expect.element(modal()).toMatchTextContent(/Due now\s*\$80\.00/);
  await modal().getByRole('button', { name: 'Back' }).click();
  await expect.element(modal()).toMatchTextContent(/Payment method\s*Visa ending in 4242/);
});
