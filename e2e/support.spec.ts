import { expect, test } from './server.ts';
import { api, signIn } from './steps.ts';

test.use({ residents: 'whoever writes to support' });

test('what somebody writes on a phone reaches administrators and the address of support', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'bob.support@example.test', 'Bob');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact Support' });
  await dialog.getByLabel('Category').selectOption('Bugs');
  await dialog.getByLabel('Subject').fill('The coins are gone');
  await dialog.getByLabel('Message').fill('It stops at the second level.\nAlways.');
  await dialog.getByLabel('Priority').selectOption('High');
  await dialog.getByRole('button', { name: 'Send Request' }).click();
  await expect(dialog.getByRole('status')).toContainText('We reply within 24 hours');

  const office = await browser.newContext({ baseURL: flux.url });
  const admin = await office.newPage();
  await signIn(admin, 'admin@flux.localhost', 'Admin');
  await admin.goto('/admin/support?state=open');
  const row = admin.getByRole('row', { name: 'The coins are gone' });
  await expect(row).toContainText('High');
  await row.getByRole('button', { name: /^The coins are gone/ }).click();
  const request = admin.getByRole('dialog', { name: 'The coins are gone' });
  await expect(request).toContainText('Bob (bob.support@example.test)');
  await expect(request).toContainText('It stops at the second level.');
  await request.getByRole('button', { name: 'Resolve' }).click();
  await expect(row).toHaveCount(0);
  await admin.getByLabel('Filter by state').selectOption('Resolved');
  await expect(row).toContainText('Resolved');
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
