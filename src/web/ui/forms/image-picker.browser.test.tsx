import { type Locator, page, userEvent } from 'vitest/browser';
import { listUploads } from '#shared/versions/uploads.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { expect, test } from '../../testing/test.ts';

/** A small picture, as a drawing program puts it on the clipboard. */
async function pasteInto(locator: Locator): Promise<void> {
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([blob], 'pasted.png', { type: 'image/png' }));
  locator
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

test('a picture that is pasted into a dialog is not taken by the form below', async ({ answers }) => {
  answers.answer(listUploads, []);
  await openPage('/upload', { answers });
  const chosen = page.getByText(/Picture chosen: pasted\.png/);
  await page.getByRole('button', { name: 'Create Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Organization' });
  // A first organization needs only a name; the rest is collapsed.
  const description = dialog.getByLabelText(labelOf('Description'));
  await expect.element(description).not.toBeVisible();
  await dialog.getByText('More', { exact: true }).click();
  await expect.element(description).toBeVisible();
  await pasteInto(description);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(chosen.elements()).toEqual([]);
  await pasteInto(page.getByLabelText('Name'));
  await expect.element(chosen).toBeInTheDocument();
});
