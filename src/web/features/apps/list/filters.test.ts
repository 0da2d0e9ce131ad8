import { expect, test } from 'vitest';
import { isFiltered, readFilters, sortOf } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('an address without filters shows everything', () => {
  expect(read('')).toEqual({ filter: undefined, q: undefined, organization: undefined, creator: undefined });
  expect(isFiltered(read(''))).toBe(false);
});

test('search and filters are read, and narrow the list', () => {
  expect(read('filter=my-apps&q=%20moon%20&organization=abc&creator=d-e_f')).toEqual({
    filter: 'my-apps',
    q: 'moon',
    organization: 'abc',
    creator: 'd-e_f',
  });
  for (const query of ['q=moon', 'organization=abc', 'creator=abc'])
    expect(isFiltered(read(query))).toBe(true);
});

test('the own applications are another list, not a filter', () => {
  expect(isFiltered(read('filter=my-apps'))).toBe(false);
});

test('values that the server would refuse are ignored', () => {
  expect(read('filter=all&organization=a/b&creator=%00&q=%20').creator).toBeUndefined();
  expect(isFiltered(read('filter=all&organization=a/b&creator=%00&q=%20'))).toBe(false);
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(200);
});

test('the default order is newest first, and best matches first for a search', () => {
  for (const [query, sort, shown] of [
    ['', undefined, 'newest'],
    ['sort=newest', undefined, 'newest'],
    ['sort=name-desc', 'name-desc', 'name-desc'],
    ['sort=age', undefined, 'newest'],
    ['q=moon', undefined, undefined],
    ['q=moon&sort=newest', 'newest', 'newest'],
    ['q=%20&sort=newest', undefined, 'newest'],
  ])
    expect([query, read(query ?? '').sort, sortOf(read(query ?? ''))]).toEqual([query, sort, shown]);
});

test('a sort order is no filter', () => {
  expect(isFiltered(read('sort=oldest'))).toBe(false);
});
