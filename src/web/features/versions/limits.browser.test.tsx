import { page } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import { openBilling } from '../../testing/answer-billing.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { appOf, ownCard } from '../../testing/samples/apps.ts';
import { someSubscription } from '../../testing/samples/billing.ts';
import { someVersion } from '../../testing/samples/versions.ts';
import { expect, test } from '../../testing/test.ts';

const limits = () => page.getByRole('region', { name: 'Your Plan Limits' });
const upload = () => page.getByRole('button', { name: 'Upload New Version' });

/** The page of an own application with three versions. */
async function openUpdate(answers: Answers, ...subscriptions: Subscription[]): Promise<void> {
  const card = ownCard();
  answers.answer(getApplication, appOf(card));
  answers.answer(listUploads, []);
  const versions = [2, 3, 4].map((number) => someVersion({ number, isActive: number === 2 }));
  answers.answer(listVersions, { success: true, versions });
  await openBilling(`/update/${card.id}`, { answers, subscriptions });
}

test('the form of a new version is disabled at the revision limit, and explains why', async ({ answers }) => {
  await openUpdate(answers, someSubscription({ tier: 'indie' }));
  const notice = page.getByRole('alert').filter({ hasText: 'You have reached your revision limit!' });
  await expect.element(notice).toMatchTextContent('To free a place, delete a version that is not active.');
  await expect.element(upload()).toBeDisabled();
  await checkAccessibility('the update page at the limit');
});

test('the form of a new version is disabled while a payment is open', async ({ answers }) => {
  await openUpdate(answers, someSubscription({ status: 'past_due' }));
  const notice = page.getByRole('alert').filter({
    hasText: 'A payment for Pro is open. You cannot add applications or versions until it is paid.',
  });
  await expect.element(notice.getByRole('button', { name: 'Open Billing Portal' })).toBeVisible();
  expect(notice.elements()).toHaveLength(1);
  await expect.element(limits()).toMatchTextContent('A payment for Pro is open.');
  await expect.element(page.getByText('You need an active subscription')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Choose a Plan' })).not.toBeInTheDocument();
  await expect.element(upload()).toBeDisabled();
  await checkAccessibility('the update page while a payment is open');
});

test('the form of a new version without a plan links to the plans', async ({ answers }) => {
  await openUpdate(answers);
  await expect.element(limits()).toMatchTextContent('No active subscription');
  await page.getByLabelText('Changelog').fill('Much better.');
  await expect.element(page.getByRole('alert').getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await upload().click();
  await expect.poll(() => location.pathname).toBe('/subscriptions');
  await expect
    .element(
      page
        .getByRole('status')
        .getByText('You need an active subscription to upload revisions. Please choose a plan first.'),
    )
    .toBeVisible();
});
