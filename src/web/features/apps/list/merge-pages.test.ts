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

test('unchanged applications stay', () => {
  expect(mergePages([page('a b'), page('c')], [page('a b'), page('c')])).toEqual({
    pages: [page('a b'), page('c')],
    newCount: 0,
  });
});

test('an edit shows in place, on any page', () => {
  const { pages } = mergePages([page('a b'), page('c d')], [page('a b!'), page('c! d')]);
  expect(names(pages)).toEqual(['a b!', 'c! d']);
});

test('new applications are counted, and move nothing', () => {
  const { pages, newCount } = mergePages([page('c d'), page('e f')], [page('a b'), page('c d')]);
  expect(names(pages)).toEqual(['c d', 'e f']);
  expect(newCount).toBe(2);
});

test('removed applications disappear, and those that move up are not new', () => {
  const { pages, newCount } = mergePages([page('a b'), page('c d')], [page('a c'), page('d e')]);
  expect(names(pages)).toEqual(['a', 'c d']);
  expect(newCount).toBe(0);
});

test('if none is known, all are new', () => {
  expect(mergePages([page('c d'), page('e f')], [page('a b')]).newCount).toBe(2);
});

test('applications pushed off the end by new ones are not removed', () => {
  const { pages } = mergePages([page('b c'), page('d e')], [page('a b'), page('c d')]);
  expect(names(pages)).toEqual(['b c', 'd e']);
});

test('the last application is removed too if there are no more', () => {
  const { pages } = mergePages([page('a b'), page('c d', null)], [page('a b'), page('c', null)]);
  expect(names(pages)).toEqual(['a b', 'c']);
});

test('the first page alone says nothing about other pages', () => {
  const { pages, newCount } = mergePages([page('b c'), page('d e')], [page('a b!')]);
  expect(names(pages)).toEqual(['b! c', 'd e']);
  expect(newCount).toBe(1);
});

test('new applications after all visible ones, as in a list from the oldest on, are shown', () => {
  const { pages, newCount } = mergePages([page('a b'), page('c', null)], [page('a b'), page('c d', null)]);
  expect(names(pages)).toEqual(['a b', 'c d']);
  expect(newCount).toBe(0);
});

test('if the last page is full, there is a next one now', () => {
  const { pages } = mergePages([page('a b'), page('c d', null)], [page('a b'), page('c d', 'behind d')]);
  expect(pages).toEqual([page('a b'), page('c d', 'behind d')]);
});

test('new applications among the last visible ones, as in a list by name, are counted', () => {
  const { pages, newCount } = mergePages([page('a c', null)], [page('a b', 'behind b')]);
  expect(pages).toEqual([page('a c', null)]);
  expect(newCount).toBe(1);
});
