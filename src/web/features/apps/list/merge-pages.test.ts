import { expect, test } from 'vitest';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import type { Page } from '#shared/contract/contract.ts';
import { mergePages } from './merge-pages.ts';

/** 'a' is the application a; 'a!' is the same after an edit. */
const page = (text: string, nextCursor: string | null = 'more'): Page<ApplicationCard> => ({
  items: text.split(' ').map((word) => ({ id: word[0], name: word }) as ApplicationCard),
  nextCursor,
});
const names = (pages: Page<ApplicationCard>[]) =>
  pages.map(({ items }) => items.map(({ name }) => name).join(' '));

test('what did not change stays', () => {
  expect(mergePages([page('a b'), page('c')], [page('a b'), page('c')])).toEqual({
    pages: [page('a b'), page('c')],
    newCount: 0,
  });
});

test('an edit shows in its place, whatever page it is on', () => {
  const { pages } = mergePages([page('a b'), page('c d')], [page('a b!'), page('c! d')]);
  expect(names(pages)).toEqual(['a b!', 'c! d']);
});

test('new ones are counted, and move nothing', () => {
  const { pages, newCount } = mergePages([page('c d'), page('e f')], [page('a b'), page('c d')]);
  expect(names(pages)).toEqual(['c d', 'e f']);
  expect(newCount).toBe(2);
});

test('what is gone goes, and what it lets up is not new', () => {
  const { pages, newCount } = mergePages([page('a b'), page('c d')], [page('a c'), page('d e')]);
  expect(names(pages)).toEqual(['a', 'c d']);
  expect(newCount).toBe(0);
});

test('where none is known, all are new', () => {
  expect(mergePages([page('c d'), page('e f')], [page('a b')]).newCount).toBe(2);
});

test('what new ones have pushed over the end is not gone', () => {
  const { pages } = mergePages([page('b c'), page('d e')], [page('a b'), page('c d')]);
  expect(names(pages)).toEqual(['b c', 'd e']);
});

test('what stood last is gone as well where there is no more', () => {
  const { pages } = mergePages([page('a b'), page('c d', null)], [page('a b'), page('c', null)]);
  expect(names(pages)).toEqual(['a b', 'c']);
});

test('of the first page alone nothing is concluded about the others', () => {
  const { pages, newCount } = mergePages([page('b c'), page('d e')], [page('a b!')]);
  expect(names(pages)).toEqual(['b! c', 'd e']);
  expect(newCount).toBe(1);
});

test('what is new behind all that is shown, as in a list from the oldest on, is shown there', () => {
  const { pages, newCount } = mergePages([page('a b'), page('c', null)], [page('a b'), page('c d', null)]);
  expect(names(pages)).toEqual(['a b', 'c d']);
  expect(newCount).toBe(0);
});

test('where the last page is full, there is another one now', () => {
  const { pages } = mergePages([page('a b'), page('c d', null)], [page('a b'), page('c d', 'behind d')]);
  expect(pages).toEqual([page('a b'), page('c d', 'behind d')]);
});

test('what came between the last ones of all that is shown, as in a list by name, is counted', () => {
  const { pages, newCount } = mergePages([page('a c', null)], [page('a b', 'behind b')]);
  expect(pages).toEqual([page('a c', null)]);
  expect(newCount).toBe(1);
});
