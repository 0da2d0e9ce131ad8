import { onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listIdentities } from '#shared/accounts/accounts.ts';
import { checkExport, exportPath, getOwnedContent } from '#shared/accounts/personal-data.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { answerProfile } from '#web/testing/answer-profile.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { someOwnedContent } from '#web/testing/samples/accounts.ts';
import { somePaymentSettings } from '#web/testing/samples/billing.ts';
import { expect, test } from '#web/testing/test.ts';

/** The links that the page clicks by itself. They do not navigate. */
function fakeLinks(): HTMLAnchorElement[] {
  const followed: HTMLAnchorElement[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(this);
  });
  onTestFinished(() => click.mockRestore());
  return followed;
}

test('a refused data export is explained, and an allowed one leaves the page open', async ({ answers }) => {
  answerProfile(answers);
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
  answers.answer(listIdentities, []);
  answers.answer(getOwnedContent, someOwnedContent({ applications: 1, versions: 1 }));
  const followed = fakeLinks();
  await openPage('/profile', { answers });
  await expect.element(page.getByText('1 application with 1 version')).toBeVisible();
  const download = page.getByRole('button', { name: 'Download your data' });
  answers.refuse(checkExport, 'too_many_requests', { error: 'Your data is already being downloaded.' });
  await download.dblClick();
  await expect.element(page.getByText('Your data is already being downloaded.')).toBeVisible();
  expect(answers.calls(checkExport)).toHaveLength(1);
  answers.refuse(checkExport, 'internal', { error: 'Something broke here.' });
  await download.click();
  await expect.element(page.getByText('Something broke here.')).toBeVisible();
  answers.refuse(checkExport, 'fresh_sign_in_required');
  await download.click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect.element(confirm).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(confirm).not.toBeInTheDocument();
  expect(followed).toEqual([]);

  answers.answer(checkExport, { success: true });
  await download.click();
  await expect.element(page.getByText('Your download has started. It may take a while.')).toBeVisible();
  // A link with `download` leaves the page open, whatever the response.
  expect(followed.map((link) => [link.getAttribute('href'), link.hasAttribute('download')])).toEqual([
    [exportPath, true],
  ]);
  expect(location.pathname).toBe('/profile');
});
