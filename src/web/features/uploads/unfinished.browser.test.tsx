import { page, userEvent } from 'vitest/browser';
import { listUploads, newApplicationTarget, type Upload } from '#shared/versions/uploads.ts';
import { examine } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { daysAgo, idOf } from '../../testing/samples/ids.ts';
import { expect, test } from '../../testing/test.ts';

function someUpload(fields: Partial<Upload> & { number: number }): Upload {
  const { number, ...given } = fields;
  return {
    id: idOf('u', number),
    fileName: 'moon.zip',
    size: 1_000,
    offset: 400,
    state: 'waiting',
    target: newApplicationTarget,
    targetName: null,
    createdAt: daysAgo(1),
    expiresAt: daysAgo(-1),
    ...given,
  };
}

test('the upload page tells what is sent, checked or unfinished elsewhere', async ({ answers }) => {
  answers.answer(listUploads, [
    someUpload({ number: 2, fileName: 'sent.zip', state: 'sending' }),
    someUpload({ number: 3, fileName: 'checked.zip', state: 'checking', offset: 1_000 }),
    someUpload({ number: 4, fileName: 'comet.zip', target: idOf('p', 2), targetName: 'Comet' }),
  ]);
  await openPage('/upload', { answers });
  await expect.element(page.getByText('sent.zip is being uploaded', { exact: false })).toBeVisible();
  await expect.element(page.getByText('checked.zip was uploaded and is being checked.')).toBeVisible();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Comet' }))
    .toHaveAttribute('href', `/update/${idOf('p', 2)}`);
  // Only what nobody works on can be discarded.
  expect(page.getByRole('button', { name: 'Discard' }).elements()).toHaveLength(1);
  await examine('uploads elsewhere');
});

test('an unfinished upload is discarded only after a confirmation', async ({ answers }) => {
  answers.answer(listUploads, [someUpload({ number: 2 })]);
  await openPage('/upload', { answers });
  const discard = page.getByRole('main').getByRole('button', { name: 'Discard' });
  await discard.click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('Discard the upload of moon.zip?');
  await examine('the question before an upload is discarded');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(discard).toHaveFocus();
});
