import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { requestSupport, supportCategories } from '#shared/contact/support.ts';
import { slowClock } from '../../testing/clock.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { press } from '../../testing/keys.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { expect, phone, test } from '../../testing/test.ts';

const dialog = page.getByRole('dialog', { name: 'Contact Support' });
const field = (label: string) => dialog.getByLabelText(labelOf(label));

async function fill(subject: string): Promise<void> {
  await field('Category').selectOptions('Bugs');
  await field('Subject').fill(subject);
  await field('Message').fill('It stops at the second level.\nAlways.');
}

test('a visitor writes to support by keyboard, with messages for missing fields, failure and success', async ({
  answers,
}) => {
  await openPage('/', { answers, user: null });
  const support = page.getByRole('banner').getByRole('button', { name: 'Support' });
  await press(support, '{Enter}');
  await expect.element(dialog).toMatchTextContent('We reply within 24 hours.');
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(field('Priority')).toHaveValue('medium');
  const categories = (field('Category').element() as HTMLSelectElement).options;
  // And an unselected topic.
  expect(categories).toHaveLength(supportCategories.length + 1);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expect.element(field('Category')).toHaveFocus();
  await field('Email').fill('eve');
  await checkAccessibility('support, with mistakes');
  await fill('It stops');
  await field('Email').fill('eve@example.test');

  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();

  answers.answerForeign(requestSupport, 500);
  const send = dialog.getByRole('button', { name: 'Send Request' });
  const failure = dialog.getByRole('alert');
  await press(send, '{Enter}');
  await expect
    .element(failure)
    .toMatchTextContent(
      'Failed to submit support request: The response with status 500 did not come from Flux.',
    );
  answers.disconnect(requestSupport);
  await press(send, '{Enter}');
  await expect.element(failure).toMatchTextContent(/^Failed to submit support request(?!:)/);
  await expect.element(dialog.getByRole('link', { name: 'support@flux.localhost' })).toBeVisible();
  await expect.element(field('Message')).toHaveValue('It stops at the second level.\nAlways.');
  await checkAccessibility('support, after a failure');

  const answer = answers.hold(requestSupport, { success: true, repliesTo: 'eve@example.test' });
  await press(send, '{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Sending...' })).toHaveFocus();
  answer();
  const said = dialog.getByRole('status');
  await expect.element(said).toMatchTextContent('Your request has been sent.');
  await expect.element(said).toMatchTextContent('We reply within 24 hours, to eve@example.test.');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(support).toHaveFocus();
  expect(answers.calls(requestSupport)[0]?.body).toMatchObject({
    name: '',
    email: 'eve@example.test',
    category: 'bugs',
    priority: 'medium',
    subject: 'It stops',
    message: 'It stops at the second level.\nAlways.',
  });

  // Without an address no reply is promised.
  answers.answer(requestSupport, { success: true, repliesTo: null });
  await userEvent.keyboard('{Enter}');
  await fill('It goes on');
  await press(send, '{Enter}');
  await expect
    .element(dialog)
    .toHaveTextContent('Contact SupportThank you for writing.Your request has been sent.');
});

test('the form is filled with the name and address of the signed-in account', async ({ answers }) => {
  await page.viewport(phone.width, phone.height);
  await openPage('/', { answers, user: { username: 'Bob', email: 'bob@example.test' } });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Support' }).click();
  await expect.element(field('Name')).toHaveValue('Bob');
  await expect.element(field('Email')).toHaveValue('bob@example.test');
  await expect.element(field('Category')).toHaveFocus();
});

test('the confirmation stays for two seconds and then closes by itself', async ({ answers }) => {
  slowClock();
  answers.answer(requestSupport, { success: true, repliesTo: null });
  await openPage('/', { answers, user: null });
  await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
  await fill('It stops');
  await dialog.getByRole('button', { name: 'Send Request' }).click();
  const said = dialog.getByText('Your request has been sent.');
  await expect.element(said).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.element(said).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  await expect.element(dialog).not.toBeInTheDocument();
});
