import { page, userEvent } from 'vitest/browser';
import { getSession, listIdentities, listOwnSessions, updateMe } from '#shared/accounts.ts';
import { getPaymentSettings, listProducts } from '#shared/payments.ts';
import { getHoldings } from '#shared/personal-data.ts';
import { root } from '../testing/answer-admin.ts';
import type { Answers } from '../testing/answers.ts';
import { examine } from '../testing/examine.ts';
import { press } from '../testing/keys.ts';
import { openPage, type Visit } from '../testing/open-page.tsx';
import { sessionOf, someHoldings, someOwnSession, someone } from '../testing/samples/accounts.ts';
import { somePaymentSettings, someSubscription } from '../testing/samples/billing.ts';
import { daysAgo, idOf } from '../testing/samples/ids.ts';
import { expect, phone, test } from '../testing/test.ts';

const section = (name: string) => page.getByRole('region', { name });

/** One's own page, where nothing belongs to the account. */
async function openProfile(
  answers: Answers,
  { address = '/profile', ...visit }: Partial<Visit> & { address?: string },
) {
  answers.answerByDefault(listOwnSessions, [someOwnSession()]);
  answers.answerByDefault(listIdentities, [
    { id: idOf('k', 2), provider: 'google.com', email: 'mara@example.test', createdAt: daysAgo(30) },
  ]);
  answers.answerByDefault(getHoldings, someHoldings());
  answers.answerByDefault(getPaymentSettings, somePaymentSettings());
  answers.answerByDefault(listProducts, []);
  await openPage(address, { answers, ...visit });
  await expect.element(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
}

test('the display name is edited by keyboard, with what is wrong said at the field', async ({ answers }) => {
  let user = someone({ username: 'Edi Tor' });
  answers.answer(getSession, () => sessionOf(user));
  await openProfile(answers, {});
  const details = section('User information');
  for (const fact of ['mara@example.test', 'User', 'Google'])
    await expect.element(details.getByText(fact, { exact: true })).toBeVisible();
  const edit = details.getByRole('button', { name: 'Edit display name' });
  await press(edit, '{Enter}');
  const field = page.getByLabelText('Display name');
  await expect.element(field).toHaveFocus();
  await field.fill('   ');
  await press(field, '{Enter}');
  await expect.element(page.getByText('Display name is required')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await examine('profile, edit with an error');

  answers.refuse(updateMe, 'internal');
  await field.fill('Edith');
  await press(field, '{Enter}');
  await expect.element(page.getByText('Profile update failed')).toBeVisible();
  await expect.element(field).toHaveValue('Edith');
  await expect.element(page.getByRole('button', { name: 'Account menu of Edi Tor' })).toBeVisible();
  answers.answer(updateMe, ({ body }) => {
    user = { ...user, username: String(body.username) };
    return user;
  });
  await press(field, '{Enter}');
  await expect.element(page.getByText('Display name updated successfully!')).toBeVisible();
  await expect.element(details.getByText('Edith', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Account menu of Edith' })).toBeVisible();
  await expect.element(edit).toHaveFocus();
  expect(answers.calls(updateMe).map(({ body }) => body)).toEqual([
    { username: 'Edith' },
    { username: 'Edith' },
  ]);
});

test('the only administrator is told at once why they cannot leave', async ({ answers }) => {
  answers.answer(getHoldings, someHoldings({ lastAdmin: true }));
  await openProfile(answers, { user: root });
  const deletion = section('Delete account');
  await expect
    .element(deletion.getByText('This is the only administrator. Make somebody else an administrator first.'))
    .toBeVisible();
  await expect.element(deletion.getByRole('button', { name: 'Delete account' })).toBeDisabled();
});

const long = {
  username: `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} III`,
  email: `${'a.very.long.address.that.goes.on.and.on'.repeat(2)}@example.test`,
};

test('the deletion of an account with a long name fits a phone', async ({ answers }) => {
  await page.viewport(phone.width, phone.height);
  await openProfile(answers, { user: long });
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect.element(dialog.getByText(long.username)).toBeVisible();
  expect(dialog.element().scrollWidth).toBe(dialog.element().clientWidth);
});

test('a deletion is accessible, and confirmed by one’s whole name alone', async ({ answers }) => {
  answers.answer(getHoldings, someHoldings({ applications: 1, versions: 1 }));
  await openProfile(answers, { user: { username: 'Lea Ver' } });
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect.element(dialog.getByText('1 application with 1 version')).toBeVisible();
  await examine('profile, delete');
  const field = dialog.getByLabelText('Display name');
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expect.element(confirm).toBeDisabled();
  await field.fill('Lea');
  await expect.element(confirm).toBeDisabled();
  await field.fill('Lea Ver');
  await expect.element(confirm).toBeEnabled();
  await userEvent.keyboard('{Escape}');
});

test('a profile with a long name on trial is accessible, and welcomes who comes from the checkout', async ({
  answers,
}) => {
  await openProfile(answers, {
    address: '/profile?subscription=success',
    user: long,
    subscriptions: [someSubscription({ status: 'trialing', isTrialActive: true, trialEnd: daysAgo(-5) })],
  });
  const status = section('Subscription status');
  for (const text of ['Pro', 'Free Trial', 'Trial ends', 'Charges After'])
    await expect.element(status.getByText(text, { exact: true })).toBeVisible();
  await expect.poll(() => location.pathname + location.search).toBe('/profile');
  await expect.element(page.getByText('Your Pro trial has started.')).toBeVisible();
  await examine('profile with a long name, on trial');
});

test('where one is signed in is asked for again after it failed', async ({ answers }) => {
  answers.refuse(listOwnSessions, 'internal');
  await openProfile(answers, {});
  const sessions = section('Where you are signed in');
  await expect.element(sessions.getByText('Failed to load where you are signed in')).toBeVisible();
  await examine('profile, sessions failed');
  answers.answer(listOwnSessions, [someOwnSession()]);
  await sessions.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(sessions.getByText('This device')).toBeVisible();
});
