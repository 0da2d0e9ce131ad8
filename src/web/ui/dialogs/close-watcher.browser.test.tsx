import { onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerGallery, choose } from '../../testing/answer-gallery.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ownCard } from '../../testing/samples/apps.ts';
import { expect, test } from '../../testing/test.ts';

type Watcher = EventTarget & { onclose: (() => void) | null; destroy(): void };

/** Counts the CloseWatchers. Back leaves the page only if there is none. */
function countWatchers(): () => number {
  const Original = Reflect.get(window, 'CloseWatcher') as new () => Watcher;
  const watching = new Set<Watcher>();
  class Counted extends Original {
    constructor() {
      super();
      watching.add(this);
      this.addEventListener('close', () => watching.delete(this));
    }
    override destroy() {
      watching.delete(this);
      super.destroy();
    }
  }
  Reflect.set(window, 'CloseWatcher', Counted);
  onTestFinished(() => void Reflect.set(window, 'CloseWatcher', Original));
  return () => watching.size;
}

/**
 * The Back gesture of Android: Chromium asks the CloseWatcher, and the page gets no key. On a computer an
 * unhandled Escape does so, so no Escape may reach the page.
 */
async function goBack(): Promise<void> {
  const stop = (event: KeyboardEvent) => event.stopImmediatePropagation();
  window.addEventListener('keydown', stop, { capture: true, once: true });
  await userEvent.keyboard('{Escape}');
}

test('Back closes the topmost dialog or menu, one at a time, and a dialog with a confirmation asks first', async ({
  answers,
}) => {
  const watchers = countWatchers();
  answerOrganizations(answers);
  await openPage('/organizations', { answers });
  const create = page.getByRole('dialog', { name: 'Create Organization', includeHidden: true });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keepEditing = question.getByRole('button', { name: 'Keep editing' });
  const name = create.getByLabelText('Name', { exact: true });
  const open = () => page.getByRole('main').getByRole('button', { name: 'Create Organization' }).click();
  await expect
    .element(page.getByRole('main').getByRole('button', { name: 'Create Organization' }))
    .toBeVisible();
  expect(watchers()).toBe(0);
  await open();
  await expect.element(create).toBeVisible();
  await expect.poll(watchers).toBe(1);
  await goBack();
  await expect.element(create).not.toBeInTheDocument();
  await expect.poll(watchers).toBe(0);

  await open();
  await name.fill('Returned');
  await expect.poll(watchers).toBe(1);
  // The second time there is no user activation since the first.
  for (let times = 0; times < 2; times++) {
    await goBack();
    await expect.element(keepEditing).toHaveFocus();
    await goBack();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Returned');
  }
  // Escape closes as many as before.
  await userEvent.keyboard('{Escape}');
  await expect.element(keepEditing).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(create).toBeVisible();
  await expect.poll(watchers).toBe(1);
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(create).not.toBeInTheDocument();
  await expect.poll(watchers).toBe(0);
  expect(location.pathname).toBe('/organizations');
});

test('Back closes menus, popovers and the palette', async ({ answers }) => {
  const watchers = countWatchers();
  answerGallery(answers, [ownCard({ name: 'Menu' })]);
  await openPage('/?view=grid&filter=my-apps', { answers });
  const actions = page.getByRole('button', { name: 'Actions for Menu' });
  const menu = page.getByRole('menu');
  // The first time its script is loaded, and the second time it opens immediately.
  for (let times = 0; times < 2; times++) {
    await actions.click();
    await expect.element(menu).toBeVisible();
    await expect.poll(watchers).toBe(1);
    await goBack();
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(actions).toHaveFocus();
    await expect.poll(watchers).toBe(0);
  }
  // A dialog opened by a menu handles Back itself.
  await choose('Menu', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit application' });
  await expect.element(edit).toBeVisible();
  await expect.poll(watchers).toBe(1);
  await goBack();
  await expect.element(edit).not.toBeInTheDocument();

  await openPage('/', { answers });
  await page.getByRole('button', { name: 'Filter by Creator' }).click();
  const choices = page.getByRole('listbox');
  await expect.element(choices).toBeVisible();
  await expect.poll(watchers).toBe(1);
  await goBack();
  await expect.element(choices).not.toBeInTheDocument();

  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  await expect.poll(watchers).toBe(1);
  await goBack();
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(watchers).toBe(0);
});
