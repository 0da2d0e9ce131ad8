import { page, userEvent } from 'vitest/browser';
import { dismissReports, listReports, takeApplicationOffline } from '#shared/contact/reports.ts';
import { openAdmin } from '#web/testing/answer-admin.ts';
import { pageOf } from '#web/testing/answers.ts';
import { someReported } from '#web/testing/samples/admin.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { expect, test } from '#web/testing/test.ts';

const item = (name: string) => page.getByRole('listitem', { name, exact: true });

test('reported applications are dismissed with a note or taken offline', async ({ answers }) => {
  const bad = someReported({ number: 2, reasons: { malware: 1 } });
  bad.application.name = 'Coin Mine';
  const said = { details: 'My fan runs wild.', reporter: null, email: 'neighbour@example.test' };
  Object.assign(bad.newest, { reason: 'malware', ...said });
  const dull = someReported({ number: 3 });
  dull.application.name = 'Dull Game';
  const lists = await openAdmin('/admin', answers, { reported: [bad, dull] });
  const decide = (applicationId: string) => {
    lists.reported = lists.reported?.filter(({ application: { id } }) => id !== applicationId) ?? [];
  };
  answers.answer(listReports, ({ query }) => pageOf([bad.newest], query));
  answers.answer(dismissReports, ({ params }) => {
    decide(params.applicationId);
    return { success: true as const };
  });
  answers.answer(takeApplicationOffline, ({ params, body }) => {
    decide(params.id);
    return { success: true as const, takenDown: { at: daysAgo(0), reason: String(body.reason) } };
  });
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: /Reports 2/ })
    .click();
  for (const words of ['Malware or phishing', 'My fan runs wild.', 'neighbour@example.test'])
    await expect.element(item('Coin Mine')).toMatchTextContent(words);

  await page.getByRole('button', { name: 'Dismiss the reports of Dull Game' }).click();
  const dismiss = page.getByRole('dialog', { name: 'Dismiss the reports of Dull Game?' });
  await dismiss.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect.element(dismiss.getByText('Please say why')).toBeVisible();
  await dismiss.getByLabelText('Note').fill('Dull is not broken.');
  await dismiss.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect.element(page.getByText('Reports of "Dull Game" dismissed successfully')).toBeVisible();
  await expect.element(item('Dull Game')).not.toBeInTheDocument();
  expect(answers.calls(dismissReports).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { applicationId: dull.application.id }, body: { note: 'Dull is not broken.' } },
  ]);

  await page.getByRole('button', { name: 'All reports of Coin Mine' }).click();
  const all = page.getByRole('dialog', { name: 'Reports of Coin Mine' });
  await expect.element(all).toMatchTextContent('My fan runs wild.');
  await userEvent.keyboard('{Escape}');
  await expect.element(all).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Take offline: Coin Mine' }).click();
  const offline = page.getByRole('dialog', { name: 'Take Coin Mine offline?' });
  await offline.getByLabelText('Reason').fill('It mines coins.');
  await offline.getByRole('button', { name: 'Take offline' }).click();
  await expect.element(page.getByRole('heading', { name: 'No open reports' })).toBeVisible();
  expect(answers.calls(takeApplicationOffline).map(({ body }) => body)).toEqual([
    { reason: 'It mines coins.' },
  ]);
});
