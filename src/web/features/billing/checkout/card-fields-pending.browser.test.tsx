import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { openBilling, planCard } from '#web/testing/answer-billing.ts';
import { expect, test } from '#web/testing/test.ts';

const script = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('../card-fields/sandbox-card.tsx', async (importOriginal) => {
  await script.promise;
  return importOriginal();
});

test('nothing can be paid until the card fields have loaded', async ({ answers }) => {
  await openBilling('/subscriptions', { answers, subscriptions: [] });
  await planCard('Pro').getByRole('button', { name: 'Choose Pro', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Pro', exact: true });
  const pay = dialog.getByRole('button', { name: 'Start free trial' });
  await expect.element(pay).toBeDisabled();
  script.resolve();
  await expect.element(pay).toBeEnabled();
  await pay.click();
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent('Please enter the card number.');
});
