import type { Page } from '@playwright/test';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { api, signIn } from './steps.ts';

test.use({ residents: 'whoever writes to support' });

const phone = { width: 390, height: 844 };
const modal = (page: Page) => page.getByRole('dialog', { name: 'Contact Support' });

async function fill(page: Page, subject: string): Promise<void> {
  const dialog = modal(page);
  await dialog.getByLabel('Category').selectOption('Bugs');
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByLabel('Message').fill('It stops at the second level.\nAlways.');
}

test('a visitor writes to support by the keyboard, and reads what is missing, what failed and what was sent', async ({
  page,
  allowError,
}) => {
  allowError(/status of 500|ERR_FAILED/);
  await page.goto('/');
  const support = page.getByRole('banner').getByRole('button', { name: 'Support' });
  await support.focus();
  await page.keyboard.press('Enter');
  const dialog = modal(page);
  await expect(dialog).toContainText('We reply within 24 hours.');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Priority')).toHaveValue('medium');
  await expect(dialog.getByLabel('Category').locator('option')).toHaveCount(13);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expect(dialog.getByLabel('Category')).toBeFocused();
  await dialog.getByLabel('Email').fill('eve');
  await examine(page, 'support, with mistakes');
  await fill(page, 'It stops');
  await dialog.getByLabel('Email').fill('eve@example.test');

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();

  await page.route('**/api/supportRequest', (route) => route.fulfill({ status: 500, json: null }), {
    times: 1,
  });
  const send = dialog.getByRole('button', { name: 'Send Request' });
  await send.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Flux is not ready yet.');
  await page.route('**/api/supportRequest', (route) => route.abort(), { times: 1 });
  await send.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Failed to submit support request');
  await expect(dialog.getByRole('link', { name: 'support@flux.localhost' })).toBeVisible();
  await expect(dialog.getByLabel('Message')).toHaveValue('It stops at the second level.\nAlways.');
  await examine(page, 'support, after a failure');

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/supportRequest', async (route) => {
    await answered;
    await route.continue();
  });
  await send.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeFocused();
  answer();
  const said = dialog.getByRole('status');
  await expect(said).toContainText('Your request has been sent.');
  await expect(said).toContainText('We reply within 24 hours, to eve@example.test.');
  const shownAt = Date.now();
  await expect(dialog).toHaveCount(0);
  expect(Date.now() - shownAt).toBeLessThan(5_000);
  await expect(support).toBeFocused();

  // Where there is no address, no reply is promised either.
  await page.keyboard.press('Enter');
  await fill(page, 'It goes on');
  await send.press('Enter');
  await expect(dialog).toHaveText('Contact SupportThank you for writing.Your request has been sent.');
});

test('on a phone, whoever is signed in finds their name and address, and administrators what they wrote', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'bob.support@example.test', 'Bob');
  await page.setViewportSize(phone);
  await page.goto('/');
  const support = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Support' });
  await support.click();
  const dialog = modal(page);
  await expect(dialog.getByLabel('Name')).toHaveValue('Bob');
  await expect(dialog.getByLabel('Email')).toHaveValue('bob.support@example.test');
  await expect(dialog.getByLabel('Category')).toBeFocused();
  await fill(page, 'The coins are gone');
  await dialog.getByLabel('Priority').selectOption('High');
  await dialog.getByRole('button', { name: 'Send Request' }).click();
  await expect(dialog.getByRole('status')).toContainText('We reply within 24 hours');
  await expect(dialog).toHaveCount(0);

  const office = await browser.newContext({ baseURL: flux.url });
  const admin = await office.newPage();
  await signIn(admin, 'admin@flux.localhost', 'Admin');
  await admin.goto('/admin/support?state=open');
  const row = admin.getByRole('row', { name: 'The coins are gone' });
  await expect(row).toContainText('High');
  await examine(admin, 'support requests');
  await expect(row.getByRole('link', { name: 'Reply to The coins are gone' })).toHaveAttribute(
    'href',
    'mailto:bob.support@example.test?subject=Re%3A%20The%20coins%20are%20gone',
  );
  await row.getByRole('button', { name: /^The coins are gone/ }).click();
  const request = admin.getByRole('dialog', { name: 'The coins are gone' });
  await expect(request).toContainText('Bob (bob.support@example.test)');
  await expect(request).toContainText('It stops at the second level.');
  await examine(admin, 'a support request');
  await request.getByRole('button', { name: 'Resolve' }).click();
  await expect(admin.getByText('Request "The coins are gone" resolved')).toBeVisible();
  await expect(row).toHaveCount(0);
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Open');
  // What most likely comes of it shows before there is an answer, and goes where it was refused.
  const held = Promise.withResolvers<void>();
  await admin.route(/\/resolve$/, async (route) => {
    await held.promise;
    await route.fulfill({ status: 409, json: { success: false, code: 'conflict', error: 'Not just now.' } });
  });
  await row.getByRole('button', { name: 'Resolve The coins are gone' }).click();
  await expect(row).toContainText('Resolved');
  held.resolve();
  await expect(admin.getByText('Not just now.')).toBeVisible();
  await expect(row).toContainText('Open');
  await admin.unroute(/\/resolve$/);
  await row.getByRole('button', { name: 'Resolve The coins are gone' }).click();
  await expect(row).toHaveCount(0);
  await admin.getByLabel('Filter by state').selectOption('Resolved');
  await expect(row).toContainText('Resolved');
  await row.getByRole('button', { name: 'Open The coins are gone again' }).click();
  await expect(row).toHaveCount(0);
  const { body } = await api(admin, 'GET', '/api/admin/mails');
  expect(body).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        to: 'support@flux.localhost',
        subject: 'Support (high): The coins are gone',
      }),
    ]),
  );
  await office.close();
});
