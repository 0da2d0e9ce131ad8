import { page } from 'vitest/browser';
import { listUploads } from '#shared/versions/uploads.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { expect, test } from '../../testing/test.ts';

const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

test('after a reload the upload page asks for the thumbnail again by its name', async ({ answers }) => {
  answers.answer(listUploads, []);
  await openPage('/upload', { answers });
  const note = page.getByText(/You had chosen moon\.gif\./);
  const name = page.getByLabelText('Name');
  const choose = () =>
    page.getByLabelText(labelOf('Thumbnail')).upload(new File([gif], 'moon.gif', { type: 'image/gif' }));
  await name.fill('Moon');
  await choose();
  await expect.element(page.getByText(/Picture chosen: moon\.gif/)).toBeInTheDocument();
  expect(note.elements()).toEqual([]);
  await openPage('/upload', { answers });
  await expect.element(name).toHaveValue('Moon');
  await expect.element(note).toBeVisible();
  await choose();
  await expect.element(note).not.toBeInTheDocument();
  // A removed thumbnail is not requested.
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await openPage('/upload', { answers });
  await expect.element(name).toHaveValue('Moon');
  expect(note.elements()).toEqual([]);
});
