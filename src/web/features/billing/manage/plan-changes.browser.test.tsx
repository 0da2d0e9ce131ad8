import { page, userEvent } from 'vitest/browser';
import { countApplications } from '#shared/apps/app-list.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import {
  cancelSubscription,
  changeSubscription,
  getPaymentDetails,
  previewChange,
  previewTrialUpgrade,
  upgradeTrialSubscription,
} from '#shared/billing/payments.ts';
import { openBilling, openManagement, planCard } from '#web/testing/answer-billing.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { somePaymentDetails, someSubscription, someTrial } from '#web/testing/samples/billing.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, test } from '#web/testing/test.ts';

const modal = page.getByRole('dialog');
const proratedAt = daysAgo(0);

test('a cancellation explains the consequences, is sent once, and is withdrawn by Keep Pro', async ({
  answers,
}) => {
  answers.answer(cancelSubscription, () => {
    answers.answer(listSubscriptions, [someSubscription({ cancelAtPeriodEnd: true, priceId: 'price_pro' })]);
    return { success: true as const };
  });
  await openBilling('/faq', { answers });
  await openManagement();
  await expect.element(modal.getByText('Renews', { exact: true })).toBeVisible();
  await modal.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Pro?' });
  await expect.element(question).toMatchTextContent('You keep Pro, and nothing more is charged.');
  await expect
    .element(question)
    .toMatchTextContent(
      'Your applications and organizations go offline for everyone. Only you can download them.',
    );
  await expect
    .element(question)
    .toMatchTextContent('Everything that is still offline is permanently deleted.');
  await checkAccessibility('the question before cancelling');
  const asked = answers.calls(listSubscriptions).length;
  await question.getByRole('button', { name: 'Cancel Subscription' }).dblClick();
  await expect.element(page.getByText(/^Your subscription is cancelled\. Pro ends on /)).toBeVisible();
  await expect.element(modal).toMatchTextContent('Cancelled. You keep Pro until');
  await expect.element(modal.getByText('Ends', { exact: true })).toBeVisible();
  await expect.element(modal.getByRole('button', { name: 'Cancel Subscription' })).not.toBeInTheDocument();
  expect(answers.calls(cancelSubscription)).toHaveLength(1);
  // At once, and again after two seconds.
  await expect.poll(() => answers.calls(listSubscriptions).length).toBe(asked + 2);
  await checkAccessibility('a plan that was cancelled');
  const banner = page.getByRole('region', { name: 'Cancelled subscription', includeHidden: true });
  await expect.element(banner).toMatchTextContent(/(29|30) days left/);

  const keep = modal.getByRole('button', { name: 'Keep Pro' });
  answers.disconnect(changeSubscription);
  await keep.click();
  await expect.poll(() => document.querySelector('#keep-failed')).not.toBeNull();
  answers.answer(changeSubscription, () => {
    answers.answer(listSubscriptions, [someSubscription()]);
    return someSubscription();
  });
  await keep.click();
  await expect
    .element(page.getByText(/^Your cancellation is withdrawn: Pro renews every month/))
    .toBeVisible();
  await expect.element(modal.getByText('Renews', { exact: true })).toBeVisible();
  await expect.element(keep).not.toBeInTheDocument();
  await expect.element(banner).not.toBeInTheDocument();
  expect(answers.calls(changeSubscription).at(-1)?.body).toMatchObject({ keep: true });
});

test('an upgrade costs the previewed amount, and is paid once', async ({ answers }) => {
  const proPlus = someSubscription({ tier: 'pro-plus' });
  answers.answer(previewChange, { amountDue: 8_000, credit: 0, currency: 'usd', proratedAt });
  answers.answer(changeSubscription, () => {
    answers.answer(listSubscriptions, [proPlus]);
    return proPlus;
  });
  await openBilling('/faq', { answers });
  await openManagement();
  await modal.getByRole('button', { name: 'Upgrade to Pro+' }).click();
  const up = page.getByRole('dialog', { name: 'Upgrade to Pro+' });
  const cost = up.getByRole('region', { name: 'What you pay' });
  for (const words of [
    /Due now\s*\$80\.00/,
    'For Pro+ instead of Pro until',
    'Charged to Visa ending in 4242.',
    /Then \$99\.99\/month from \w+ \d+, 20\d\d\./,
  ])
    await expect.element(cost).toMatchTextContent(words);
  await expect.element(up).toMatchTextContent('12 applications instead of 3, immediately.');
  await checkAccessibility('an upgrade');
  await up.getByRole('button', { name: 'Pay $80.00 and Upgrade' }).dblClick();
  await expect.element(page.getByText('You are on the Pro+ plan.')).toBeVisible();
  await expect.element(modal).toMatchTextContent('12 applications');
  expect(answers.calls(changeSubscription).map(({ body }) => body)).toEqual([
    { subscriptionId: 'subscription', priceId: 'price_pro_plus', proratedAt },
  ]);
});

test('a smaller plan deletes nothing, and turns the paid amount into credit', async ({ answers }) => {
  const bill = { discount: 0, tax: 0, currency: 'usd' };
  answers.answer(countApplications, { count: 4, exact: true });
  answers.answer(previewChange, { amountDue: 0, credit: 8_000, currency: 'usd', proratedAt });
  await openBilling('/subscriptions', { answers, subscriptions: [someSubscription({ tier: 'pro-plus' })] });
  await planCard('Pro').getByRole('button').click();
  const down = page.getByRole('dialog', { name: 'Downgrade to Pro' });
  for (const words of [
    /Due now\s*\$0\.00/,
    '$80.00 of your payment is credited to your next invoices.',
    'Nothing is deleted. You have 4 applications and Pro allows 3. All 4 stay playable. You cannot add applications or revisions until you have 3 or fewer.',
  ])
    await expect.element(down).toMatchTextContent(words);
  await checkAccessibility('a downgrade');
  const confirm = down.getByRole('button', { name: 'Downgrade to Pro' });
  answers.refuse(changeSubscription, 'unavailable', { error: 'Not now.' });
  await confirm.click();
  await expect.element(down.getByRole('alert')).toHaveTextContent('Downgrade failed: Not now.');
  answers.answer(changeSubscription, () => {
    answers.answer(listSubscriptions, [someSubscription()]);
    answers.answer(
      getPaymentDetails,
      somePaymentDetails({
        credit: { amount: 8_000, currency: 'usd' },
        nextBill: { ...bill, amountDue: 0, creditUsed: 1_999 },
      }),
    );
    return someSubscription();
  });
  await confirm.click();
  await expect.element(page.getByText('You are on the Pro plan.')).toBeVisible();
  await expect.element(modal).toMatchTextContent(/Credit\s*\$80\.00/);
  await expect
    .element(modal)
    .toMatchTextContent(/\$0\.00 on \w+ \d+, 20\d\d\s*\$19\.99 is paid from your credit\./);
});

test('Upgrade Now reports a declined card, and stays open until the trial is paid', async ({ answers }) => {
  answers.answer(previewTrialUpgrade, { amountDue: 1_999, credit: 0, currency: 'usd' });
  await openBilling('/faq', { answers, subscriptions: [someTrial()] });
  const trial = page.getByRole('region', { name: 'Free trial' });
  await trial.getByRole('button', { name: 'Upgrade Now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade Now' });
  for (const words of [
    /Due now\s*\$19\.99/,
    'Charged to Visa ending in 4242.',
    'Your free trial ends now, and Pro renews every month from today.',
  ])
    await expect.element(dialog).toMatchTextContent(words);
  await checkAccessibility('Upgrade Now');
  const pay = dialog.getByRole('button', { name: 'Pay $19.99' });
  answers.refuse(upgradeTrialSubscription, 'CARD_DECLINED');
  await pay.click();
  const alert = dialog.getByRole('alert');
  await expect
    .element(alert)
    .toMatchTextContent(
      'Your payment method was declined. Please update your payment method in your account settings and try again.',
    );
  await expect.element(alert.getByRole('button', { name: 'Open Billing Portal' })).toBeVisible();
  await checkAccessibility('an upgrade that was declined');
  answers.refuse(upgradeTrialSubscription, 'NO_PAYMENT_METHOD');
  await pay.click();
  await expect
    .element(alert)
    .toMatchTextContent(
      'No payment method found. Please add a payment method in your account settings first.',
    );

  const before = answers.calls(upgradeTrialSubscription).length;
  const answer = answers.hold(upgradeTrialSubscription, someSubscription());
  // The key may follow the click before the next render.
  const button = pay.element() as HTMLElement;
  button.click();
  button.click();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.element(pay).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(pay).toHaveAttribute('aria-disabled', 'true');
  answers.answer(listSubscriptions, [someSubscription()]);
  answer();
  await expect.element(page.getByText('Thank you. Pro is active.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(trial).not.toBeInTheDocument();
  expect(answers.calls(upgradeTrialSubscription)).toHaveLength(before + 1);
});
