import { useState } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react/pure';
import { press } from '../../testing/keys.ts';
import { expect, test } from '../../testing/test.ts';
import { LoadErrorDialog } from '../dialogs/load-error-dialog.tsx';
import { lazyPart } from './lazy.tsx';
import { LoadErrorPanel } from './load-error-panel.tsx';

/** A script that loads or fails as the test says at its request. */
function scriptOf(content: string) {
  const script = { asked: 0, comes: false };
  const load = async () => {
    script.asked += 1;
    if (!script.comes) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <button type="button">{content}</button> };
  };
  return { script, load };
}

const missing = page.getByRole('alert');
const again = page.getByRole('button', { name: 'Try Again' });

test('a part whose script fails to load is reported in its place, and loaded again', async () => {
  const { script, load } = scriptOf('Pay');
  const Part = lazyPart(load, { loadError: (props) => <LoadErrorPanel {...props} /> });
  await render(
    <form>
      <input aria-label="Postal code" />
      <Part />
    </form>,
  );
  await expect.element(missing).toMatchTextContent('This part of the page could not be loaded.');
  await page.getByLabelText('Postal code').fill('12345');
  await press(again, '{Enter}');
  await expect.poll(() => script.asked).toBe(2);
  await expect.element(again).toHaveFocus();
  await expect.element(missing).toBeVisible();
  script.comes = true;
  await press(again, '{Enter}');
  await expect.element(page.getByRole('button', { name: 'Pay' })).toBeVisible();
  await expect.element(missing).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Postal code')).toHaveValue('12345');
  // After a retry by keyboard, the part gets the focus of the removed button.
  await expect.element(page.getByRole('button', { name: 'Pay' })).toHaveFocus();
});

test('a dialog whose script fails to load can be closed, and retries when it is reopened', async () => {
  const { script, load } = scriptOf('Manage');
  const Part = lazyPart<{ onClose: () => void }>(load, {
    loadError: (props, { onClose }) => <LoadErrorDialog {...props} title="Management" onClose={onClose} />,
  });
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </>
    );
  }
  await render(<Page />);
  const opener = page.getByRole('button', { name: 'Open' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Management' });
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('This part of the page could not be loaded.');
  await press(dialog, '{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  script.comes = true;
  await opener.click();
  await expect.element(page.getByRole('button', { name: 'Manage' })).toBeVisible();
  expect(script.asked).toBe(2);
});
