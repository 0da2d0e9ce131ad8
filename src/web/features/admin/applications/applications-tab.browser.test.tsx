import { page } from 'vitest/browser';
import { listAdminApplications } from '#shared/admin/admin.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import { bringApplicationBack, takeApplicationOffline } from '#shared/contact/reports.ts';
import { answerAdmin, root } from '#web/testing/answer-admin.ts';
import { pageOf } from '#web/testing/answers.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { someApplication } from '#web/testing/samples/admin.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, test } from '#web/testing/test.ts';

const row = () => page.getByRole('row', { name: 'Comet Chaser', exact: true });

test('an application is taken offline with a reason, brought back and deleted', async ({ answers }) => {
  let comets = [someApplication({ number: 2, name: 'Comet Chaser' })];
  const change = (takenDown: { at: string; reason: string } | null) => {
    comets = comets.map((comet) => ({ ...comet, takenDown }));
  };
  answerAdmin(answers, {});
  answers.answer(takeApplicationOffline, ({ body }) => {
    const takenDown = { at: daysAgo(0), reason: String(body.reason) };
    change(takenDown);
    return { success: true as const, takenDown };
  });
  answers.answer(bringApplicationBack, () => {
    change(null);
    return { success: true as const };
  });
  answers.answer(deleteApplication, () => {
    comets = [];
    return { success: true as const };
  });
  answers.answer(listAdminApplications, ({ query }) =>
    pageOf(
      comets.filter(({ takenDown }) => query.state !== 'taken-offline' || takenDown !== null),
      query,
    ),
  );
  await openPage('/admin?tab=applications', { answers, user: root });
  await expect.element(row()).toMatchTextContent(/Grace Hopper.*grace@example\.test/);
  await expect.element(row().getByText('Public')).toBeVisible();

  await page.getByRole('button', { name: 'Take offline: Comet Chaser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take Comet Chaser offline?' });
  await dialog.getByLabelText('Reason').fill('It mines coins.');
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect.element(page.getByText('Application "Comet Chaser" taken offline successfully')).toBeVisible();
  await expect.element(row().getByText('Taken offline')).toHaveAttribute('title', 'It mines coins.');

  await page.getByLabelText('Filter by state').selectOptions('Taken offline');
  await expect.element(row()).toBeVisible();
  await page.getByRole('button', { name: 'Bring back: Comet Chaser' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring back' }).click();
  await expect.element(page.getByText('Application "Comet Chaser" brought back successfully')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();

  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByRole('button', { name: 'Delete Comet Chaser' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete application' }).click();
  await expect.element(page.getByText('Application "Comet Chaser" deleted successfully')).toBeVisible();
  await expect.element(row()).not.toBeInTheDocument();
});
