import { page, userEvent } from 'vitest/browser';
import type { User } from '#shared/accounts/accounts.ts';
import { type Application, getApplication } from '#shared/apps/apps.ts';
import { reportApplication } from '#shared/contact/reports.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { expect, phone, test } from '../../testing/test.ts';

const report = () => page.getByRole('button', { name: 'Report', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Report Moonlight' });
const send = () => dialog().getByRole('button', { name: 'Send Report' });
const thanks = () => page.getByText('Thank you. An administrator will look at it.');

/** The page of an application without a build, which shows no player. */
async function openMoonlight(answers: Answers, user: Partial<User> | null, app?: Application) {
  const moonlight = app ?? appOf(someCard({ name: 'Moonlight' }));
  answers.answer(getApplication, moonlight);
  answers.answer(reportApplication, { success: true });
  await openPage(`/play/${moonlight.id}`, { answers, user });
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  return moonlight;
}

async function pressSend(): Promise<void> {
  send().element().focus();
  await userEvent.keyboard('{Enter}');
}

test('the creator of an application cannot report it', async ({ answers }) => {
  await openMoonlight(answers, {}, appOf(ownCard({ name: 'Moonlight', fileName: null })));
  await expect.element(report()).not.toBeInTheDocument();
});

test('a visitor reports by keyboard, and errors are shown at their fields', async ({ answers }) => {
  const { id } = await openMoonlight(answers, null);
  report().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toMatchTextContent('They do not tell the creator who you are.');
  await pressSend();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Please choose a reason');
  const malware = dialog().getByRole('radio', { name: /^Malware or phishing/ });
  await expect.element(malware).toHaveFocus();
  await dialog()
    .getByLabelText(/^Email/)
    .fill('eve');
  await checkAccessibility('Report, with mistakes');
  malware.element().focus();
  await userEvent.keyboard(' {ArrowDown}');
  await expect.element(dialog().getByRole('radio', { name: /^Copyright/ })).toBeChecked();
  await dialog()
    .getByLabelText(/^Details/)
    .fill('The music is mine.');
  await pressSend();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Please enter a valid e-mail address');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog()
    .getByLabelText(/^Email/)
    .fill('eve@example.test');
  await pressSend();
  await expect.element(thanks()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(report()).toHaveFocus();
  expect(answers.calls(reportApplication).map(({ body }) => body)).toEqual([
    { applicationId: id, reason: 'copyright', details: 'The music is mine.', email: 'eve@example.test' },
  ]);
});

test('a signed-in user reports without an address, on a phone too', async ({ answers }) => {
  await page.viewport(phone.width, phone.height);
  const { id } = await openMoonlight(answers, {});
  await report().click();
  await dialog().getByText('It does not work', { exact: true }).click();
  await expect.element(dialog().getByLabelText(/^Email/)).not.toBeInTheDocument();
  await dialog()
    .getByLabelText(/^Details/)
    .fill('It stops.');
  await send().click();
  await expect.element(thanks()).toBeVisible();
  expect(answers.calls(reportApplication).map(({ body }) => body)).toEqual([
    { applicationId: id, reason: 'broken', details: 'It stops.' },
  ]);
});
