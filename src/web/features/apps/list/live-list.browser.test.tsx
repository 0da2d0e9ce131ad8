import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { countApplications } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import {
  answerGallery,
  cardLink,
  choose,
  countHeading,
  galleryPageLength,
} from '#web/testing/answer-gallery.ts';
import { pageOf } from '#web/testing/answers.ts';
import { FakeEventSource } from '#web/testing/fake-event-source.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { ownCard, someCard } from '#web/testing/samples/apps.ts';
import { test as base, expect } from '#web/testing/test.ts';

const test = base.extend('stream', { auto: true }, () => {
  vi.stubGlobal('EventSource', FakeEventSource);
});

/** The last one is the newest. All are without a build, so that their pages show no player. */
const fleet = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    someCard({ number: index + 2, name: `Fleet ${index}` }),
  ).toReversed();

const search = () => page.getByPlaceholder('Search applications...');
const announcement = () => page.getByRole('button', { name: '1 new' });
const scrollTo = (name: string) => cardLink(name).element().scrollIntoView({ block: 'center' });

test('a search reacts to renames by others', async ({ answers }) => {
  const ferry = someCard({ name: 'Night Ferry' });
  const cards = [ferry];
  answerGallery(answers, cards);
  await openPage('/?q=ferry&view=list', { answers, user: null });
  await expect.element(countHeading(1)).toBeVisible();
  cards[0] = { ...ferry, name: 'Boat' };
  FakeEventSource.tell({ kind: 'edited', id: ferry.id });
  await expect.element(cardLink('Night Ferry')).not.toBeInTheDocument();
  await expect.element(cardLink('Boat')).not.toBeInTheDocument();
  await expect.element(countHeading(0)).toBeVisible();
  cards[0] = { ...ferry, name: 'Morning Ferry' };
  FakeEventSource.tell({ kind: 'edited', id: ferry.id });
  await expect.element(cardLink('Morning Ferry')).toBeVisible();
  await expect.element(countHeading(1)).toBeVisible();
});

test('a search reacts to own renames, even without events', async ({ answers }) => {
  answerGallery(answers, [ownCard({ name: 'Morning Ferry' })]);
  await openPage('/?q=ferry&view=list', { answers });
  await expect.element(countHeading(1)).toBeVisible();
  await choose('Morning Ferry', 'Edit');
  await page.getByLabelText('Name').fill('Boat');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect.element(countHeading(0)).toBeVisible();
  await expect.element(cardLink('Boat')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();
});

for (const [found, q] of [
  ['something', 'fleet'],
  ['nothing', 'nothing has this'],
] as const)
  test(`the focus stays at the list after a search that found ${found} is cleared`, async ({ answers }) => {
    answerGallery(answers, fleet(2));
    await openPage(`/?q=${encodeURIComponent(q)}&view=list`, { answers, user: null });
    const clear = page.getByRole('button', { name: 'Clear Filters' });
    await expect.element(clear.last()).toBeVisible();
    if (found === 'nothing') await expect.element(clear).toHaveLength(2);
    clear.last().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(clear).not.toBeInTheDocument();
    await expect.element(search()).toHaveValue('');
    await userEvent.keyboard('{Tab}');
    await expect.element(search()).toHaveFocus();
  });

test('users who have scrolled down get a notice about new applications, keep the place, and can jump to them', async ({
  answers,
}) => {
  const cards = fleet(26);
  answerGallery(answers, cards);
  await openPage('/?view=list', { answers, user: null });
  await expect.element(cardLink('Fleet 25')).toBeVisible();
  page.getByRole('contentinfo').element().scrollIntoView();
  await expect.element(cardLink('Fleet 0')).toBeInTheDocument();
  scrollTo('Fleet 6');
  const place = window.scrollY;
  expect(place).toBeGreaterThan(600);
  for (const region of document.querySelectorAll('[role=status]')) region.setAttribute('data-was-there', '');
  const latecomer = someCard({ number: 99, name: 'Latecomer' });
  cards.unshift(latecomer);
  FakeEventSource.tell({ kind: 'published', id: latecomer.id });
  await expect.element(announcement()).toBeVisible();
  // It is announced in an existing live region.
  expect(announcement().element().closest('[role=status][data-was-there]')).not.toBeNull();
  expect(window.scrollY).toBe(place);

  await cardLink('Fleet 6').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fleet 6' })).toBeVisible();
  history.back();
  await expect.element(cardLink('Fleet 6')).toBeInViewport();
  await expect.poll(() => window.scrollY).toBe(place);
  // Every stream begins with it.
  FakeEventSource.tell({ kind: 'refresh' });
  await expect.element(announcement()).toBeVisible();
  announcement().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(cardLink('Latecomer')).toBeInViewport();
  await expect.element(announcement()).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(search()).toHaveFocus();
});

test('the next page is requested before its place is visible', async ({ answers }) => {
  answerGallery(answers, fleet(26));
  await openPage('/?view=list', { answers, user: null });
  await expect.element(cardLink('Fleet 2')).toBeInTheDocument();
  const below = () => cardLink('Fleet 2').element().getBoundingClientRect().top - window.innerHeight;
  expect(below()).toBeGreaterThan(700);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(answers.calls(listApplications).filter(({ query }) => query.cursor !== undefined)).toEqual([]);
  window.scrollBy(0, below() - 300);
  await expect.element(cardLink('Fleet 0')).toBeInTheDocument();
  expect(below()).toBeGreaterThan(200);
});

test('an application removed while the next page loads does not come back with it', async ({ answers }) => {
  const cards = fleet(26);
  answerGallery(answers, cards);
  await openPage('/?view=list', { answers, user: null });
  await expect.element(cardLink('Fleet 25')).toBeVisible();
  const held = Promise.withResolvers<void>();
  const before = [...cards];
  answers.answer(listApplications, async ({ query }) => {
    if (query.cursor === undefined) return pageOf(cards, query, galleryPageLength);
    await held.promise;
    return pageOf(before, query, galleryPageLength);
  });
  page.getByRole('contentinfo').element().scrollIntoView();
  await expect.poll(() => answers.calls(listApplications).at(-1)?.query.cursor).toBeDefined();
  const heard = answers.calls(countApplications).length;
  const [gone] = cards.splice(
    cards.findIndex(({ name }) => name === 'Fleet 20'),
    1,
  );
  FakeEventSource.tell({ kind: 'removed', id: gone?.id ?? '' });
  await expect.poll(() => answers.calls(countApplications).length).toBeGreaterThan(heard);
  held.resolve();
  await expect.element(cardLink('Fleet 0')).toBeInTheDocument();
  await expect.element(cardLink('Fleet 20')).not.toBeInTheDocument();
});
