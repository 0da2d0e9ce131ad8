import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  endOtherSessions,
  endOwnSession,
  getSession,
  listIdentities,
  listOwnSessions,
  signOut,
  updateMe,
} from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { takeRedirectResult } from '../../features/accounts/redirect-result.ts';
import { root } from '../../testing/answer-admin.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { press } from '../../testing/keys.ts';
import { openPage, type Visit } from '../../testing/open-page.tsx';
import { sessionOf, someOwnedContent, someOwnSession, someone } from '../../testing/samples/accounts.ts';
import { somePaymentSettings, someSubscription } from '../../testing/samples/billing.ts';
import { daysAgo, idOf } from '../../testing/samples/ids.ts';
import { expect, phone, test } from '../../testing/test.ts';

vi.mock(import('../../features/accounts/redirect-result.ts'), { spy: true });

const section = (name: string) => page.getByRole('region', { name });

/** The profile of an account without content. */
async function openProfile(
  answers: Answers,
  { address = '/profile', ...visit }: Partial<Visit> & { address?: string },
) {
  answers.answerByDefault(listOwnSessions, [someOwnSession()]);
  answers.answerByDefault(listIdentities, [
    { id: idOf('k', 2), provider: 'google.com', email: 'mara@example.test', createdAt: daysAgo(30) },
  ]);
  answers.answerByDefault(getOwnedContent, someOwnedContent());
  answers.answerByDefault(getPaymentSettings, somePaymentSettings());
  answers.answerByDefault(listProducts, []);
  await openPage(address, { answers, ...visit });
  await expect.element(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
}

test('the display name is edited by keyboard, with errors at the field', async ({ answers }) => {
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
  await checkAccessibility('profile, edit with an error');

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

test('a changed display name is reverted by the Undo key', async ({ answers }) => {
  let user = someone({ username: 'Edith' });
  answers.answer(getSession, () => sessionOf(user));
  answers.answer(updateMe, ({ body }) => {
    user = { ...user, username: String(body.username) };
    return user;
  });
  await openProfile(answers, {});
  const details = section('User information');
  const edit = details.getByRole('button', { name: 'Edit display name' });
  await press(edit, '{Enter}');
  const field = page.getByLabelText('Display name');
  await field.fill('Mistaken');
  await press(field, '{Enter}');
  // The notification that has the focus disappears with it.
  const undo = page.getByRole('button', { name: 'Undo' });
  await press(undo, 'z');
  await expect.element(page.getByText('Your previous name is restored.')).toBeVisible();
  await expect.element(edit).toHaveFocus();
  await expect.element(details.getByText('Edith', { exact: true })).toBeVisible();
  expect(answers.calls(updateMe).map(({ body }) => body.username)).toEqual(['Mistaken', 'Edith']);
});

test('a session that ended elsewhere is noticed when the name is saved', async ({ answers }) => {
  await openProfile(answers, {});
  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByLabelText('Display name').fill('Too late');
  answers.refuse(updateMe, 'unauthenticated', { error: 'No user logged in' });
  answers.answer(getSession, sessionOf(null));
  await page.getByRole('button', { name: 'Save' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(page.getByText('No user logged in')).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  history.back();
  const asks = page.getByRole('heading', { name: 'Please sign in to view your profile' });
  await expect.element(asks).toBeVisible();
});

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

test('other browsers are signed out one by one and all at once, and this one as from the menu', async ({
  answers,
}) => {
  let sessions = [
    someOwnSession({ id: idOf('s', 3), userAgent: iphone, current: false }),
    someOwnSession(),
    someOwnSession({ id: idOf('s', 4), current: false }),
    someOwnSession({ id: idOf('s', 5), current: false }),
  ];
  answers.answer(listOwnSessions, () => sessions);
  answers.answer(endOwnSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.id);
    return { success: true as const };
  });
  answers.answer(endOtherSessions, () => {
    sessions = sessions.filter(({ current }) => current);
    return { success: true as const };
  });
  await openProfile(answers, {});
  const rows = section('Where you are signed in').getByRole('listitem');
  const count = () => rows.elements().length;
  await expect.poll(count).toBe(4);
  await expect.element(rows.first()).toMatchTextContent(/Chrome on Linux.*This device/);
  await expect.element(rows.nth(1)).toMatchTextContent('Safari on iPhone');
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect.element(page.getByText('Safari on iPhone was signed out.')).toBeVisible();
  await expect.poll(count).toBe(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.poll(count).toBe(1);
  expect(answers.calls(endOwnSession).map(({ params }) => params.id)).toEqual([idOf('s', 3)]);
  expect(answers.calls(endOtherSessions)).toHaveLength(1);
  answers.answer(signOut, () => {
    answers.answer(getSession, sessionOf(null));
    return { success: true as const };
  });
  await page.getByRole('button', { name: 'Sign out this device' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(answers.calls(signOut)).toHaveLength(1);
});

test('a confirmation by another account is refused with a message, and an address alone does nothing', async ({
  answers,
}) => {
  const failed = { provider: 'google', purpose: 'confirm', ok: false, code: 'auth/user-mismatch' } as const;
  const arrived = vi
    .mocked(takeRedirectResult)
    .mockImplementation((purpose) => (purpose === 'confirm' ? failed : null));
  const address = '/profile?then=delete';
  await openProfile(answers, { address });
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/is not yours/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  arrived.mockReset();
  await openProfile(answers, { address });
  await expect.element(page.getByText('This device')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('the only administrator is told at once why the account cannot be deleted', async ({ answers }) => {
  answers.answer(getOwnedContent, someOwnedContent({ lastAdmin: true }));
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

test('a deletion is accessible, and confirmed only by the full name', async ({ answers }) => {
  answers.answer(getOwnedContent, someOwnedContent({ applications: 1, versions: 1 }));
  await openProfile(answers, { user: { username: 'Lea Ver' } });
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect.element(dialog.getByText('1 application with 1 version')).toBeVisible();
  await checkAccessibility('profile, delete');
  const field = dialog.getByLabelText('Display name');
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expect.element(confirm).toBeDisabled();
  await field.fill('Lea');
  await expect.element(confirm).toBeDisabled();
  await field.fill('Lea Ver');
  await expect.element(confirm).toBeEnabled();
  await userEvent.keyboard('{Escape}');
});

test('a profile with a long name on trial is accessible, with a welcome after the checkout', async ({
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
  await checkAccessibility('profile with a long name, on trial');
});

test('a failed list of sessions is fetched again', async ({ answers }) => {
  answers.refuse(listOwnSessions, 'internal');
  await openProfile(answers, {});
  const sessions = section('Where you are signed in');
  await expect.element(sessions.getByText('Failed to load where you are signed in')).toBeVisible();
  await checkAccessibility('profile, sessions failed');
  answers.answer(listOwnSessions, [someOwnSession()]);
  await sessions.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(sessions.getByText('This device')).toBeVisible();
});
