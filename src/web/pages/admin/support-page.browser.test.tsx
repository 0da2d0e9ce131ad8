import { page } from 'vitest/browser';
import { listSupportRequests, reopenSupportRequest, resolveSupportRequest } from '#shared/contact/support.ts';
import { openAdmin, root } from '../../testing/answer-admin.ts';
import { pageOf, refusal } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { someSupportRequest } from '../../testing/samples/support.ts';
import { expect, test } from '../../testing/test.ts';

test('a support request is read, answered, resolved and reopened', async ({ answers }) => {
  let request = someSupportRequest();
  answers.answer(listSupportRequests, ({ query }) =>
    pageOf(!query.state || query.state === request.state ? [request] : [], query),
  );
  answers.answer(resolveSupportRequest, () => {
    const resolvedAt = new Date().toISOString();
    request = { ...request, state: 'resolved', resolvedBy: { id: root.id, name: root.username }, resolvedAt };
    return { success: true as const };
  });
  answers.answer(reopenSupportRequest, () => {
    request = someSupportRequest();
    return { success: true as const };
  });
  await openAdmin('/admin/support?state=open', answers);
  const row = page.getByRole('row', { name: 'The coins are gone' });
  await expect.element(row).toMatchTextContent('High');
  await checkAccessibility('support requests');
  await expect
    .element(row.getByRole('link', { name: 'Reply to The coins are gone' }))
    .toHaveAttribute('href', 'mailto:bob@example.test?subject=Re%3A%20The%20coins%20are%20gone');
  await row.getByRole('button', { name: /^The coins are gone/ }).click();
  const dialog = page.getByRole('dialog', { name: 'The coins are gone' });
  await expect.element(dialog).toMatchTextContent('Bob (bob@example.test)');
  await expect.element(dialog).toMatchTextContent('It stops at the second level.');
  await checkAccessibility('a support request');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect.element(page.getByText('Request "The coins are gone" resolved')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row).toMatchTextContent('Open');
  await row.getByRole('button', { name: 'Resolve The coins are gone' }).click();
  await expect.element(row).not.toBeInTheDocument();
  await page.getByLabelText('Filter by state').selectOptions('Resolved');
  await expect.element(row).toMatchTextContent('Resolved');
  await row.getByRole('button', { name: 'Reopen The coins are gone' }).click();
  await expect.element(row).not.toBeInTheDocument();
});

test('the expected result is shown before the response, and reverted after a refusal', async ({
  answers,
}) => {
  answers.answer(listSupportRequests, { items: [someSupportRequest()], nextCursor: null });
  const refuse = answers.hold(resolveSupportRequest, refusal('conflict', 'Not just now.'));
  await openAdmin('/admin/support?state=open', answers);
  const row = page.getByRole('row', { name: 'The coins are gone' });
  await row.getByRole('button', { name: 'Resolve The coins are gone' }).click();
  await expect.element(row).toMatchTextContent('Resolved');
  refuse();
  await expect.element(page.getByText(/Not just now\./)).toBeVisible();
  await expect.element(row).toMatchTextContent('Open');
});
