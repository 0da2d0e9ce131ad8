import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerGallery, choose } from '#web/testing/answer-gallery.ts';
import type { Answers } from '#web/testing/answers.ts';
import { FakeEventSource } from '#web/testing/fake-event-source.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { ownCard } from '#web/testing/samples/apps.ts';
import { expect, test } from '#web/testing/test.ts';

const newest = ['SORTING alpha', 'sorting zulu', 'Sorting Écho'];
const alphabet = ['SORTING alpha', 'Sorting Écho', 'sorting zulu'];

function answerThree(answers: Answers) {
  const cards = newest.map((name, index) => ownCard({ number: index + 2, name }));
  answerGallery(answers, cards);
  return cards;
}

const names = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);
const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
const query = (name: string) => new URLSearchParams(location.search).get(name);

test('the order in the address is shown at its column, and best matches at none', async ({ answers }) => {
  answerThree(answers);
  await openPage('/?filter=my-apps&q=sorting&sort=oldest&view=list', { answers });
  await expect.poll(names).toEqual(newest.toReversed());
  await expect.element(head('Created')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
  await expect.poll(names).toEqual(newest);
  for (const name of ['Application', 'Created'])
    await expect.element(head(name)).not.toHaveAttribute('aria-sort');
});

test('the list is sorted by its heads and by keys: A–Z, Z–A, and back to the best matches', async ({
  answers,
}) => {
  answerThree(answers);
  await openPage('/?filter=my-apps&q=sorting&view=list', { answers });
  await expect.poll(names).toEqual(newest);
  const button = head('Application').getByRole('button');
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => query('sort')).toBe('name');
  await expect.poll(names).toEqual(alphabet);
  await expect.element(head('Application')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(page.getByText('Sorted: Name A–Z', { exact: true })).toHaveRole('status');
  await userEvent.keyboard(' ');
  await expect.poll(() => query('sort')).toBe('name-desc');
  await expect.poll(names).toEqual(alphabet.toReversed());
  await expect.element(head('Application')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => query('sort')).toBeNull();
  history.back();
  await expect.poll(names).toEqual(alphabet.toReversed());
});

test('the order also applies to the grid, and the default is not in the address', async ({ answers }) => {
  answerThree(answers);
  await openPage('/?filter=my-apps&q=sorting&sort=name-desc&view=list', { answers });
  await page.getByRole('button', { name: 'Grid view' }).click();
  const choice = page.getByLabelText('Sort by', { exact: true });
  await expect.element(choice).toHaveDisplayValue('Name Z–A');
  await choice.selectOptions('Oldest first');
  await expect.poll(() => query('sort')).toBe('oldest');
  await expect.poll(names).toEqual(newest.toReversed());
  await choice.selectOptions('Best match first');
  await expect.poll(() => query('sort')).toBeNull();
  await choice.selectOptions('Name A–Z');
  await expect.poll(() => query('sort')).toBe('name');
  await page.getByPlaceholder('Search applications...').fill('');
  // The address changes before the page does, and a choice on the old page would belong to the search.
  await expect.element(choice.getByRole('option', { name: 'Best match first' })).not.toBeInTheDocument();
  expect(query('q')).toBeNull();
  await choice.selectOptions('Newest first');
  await expect.poll(() => query('sort')).toBeNull();
});

test('a renamed application moves to its place, here and in other browsers', async ({ answers }) => {
  vi.stubGlobal('EventSource', FakeEventSource);
  const cards = answerThree(answers);
  await openPage('/?filter=my-apps&q=sorting&sort=name&view=list', { answers });
  await expect.poll(names).toEqual(alphabet);
  await choose('SORTING alpha', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit application' });
  await dialog.getByLabelText('Name').fill('Sorting yankee');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(names).toEqual(['Sorting Écho', 'Sorting yankee', 'sorting zulu']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(alphabet);
  const [, zulu] = cards;
  if (!zulu) throw new Error('There are three.');
  cards[1] = { ...zulu, name: 'Sorting beta' };
  FakeEventSource.tell({ kind: 'edited', id: zulu.id });
  await expect.poll(names).toEqual(['SORTING alpha', 'Sorting beta', 'Sorting Écho']);
});
