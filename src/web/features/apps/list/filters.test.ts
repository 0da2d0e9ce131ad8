import { expect, test } from 'vitest';
import { isFiltered, readFilters, sortOf } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('an address without filters shows everything', () => {
  expect(read('')).toEqual({ filter: undefined, q: undefined, organization: undefined, creator: undefined });
  expect(isFiltered(read(''))).toBe(false);
});

test('search and filters are read, and narrow', () => {
  expect(read('filter=my-apps&q=%20moon%20&organization=abc&creator=d-e_f')).toEqual({
    filter: 'my-apps',
    q: 'moon',
    organization: 'abc',
    creator: 'd-e_f',
  });
  for (const query of ['q=moon', 'organization=abc', 'creator=abc'])
    expect(isFiltered(read(query))).toBe(true);
});

test('one’s own applications are another list, not a narrower one', () => {
  expect(isFiltered(read('filter=my-apps'))).toBe(false);
});

test('what the server would refuse is left out', () => {
  expect(read('filter=all&organization=a/b&creator=%00&q=%20').creator).toBeUndefined();
  expect(isFiltered(read('filter=all&organization=a/b&creator=%00&q=%20'))).toBe(false);
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(200);
});

test('the newest are first where nothing else is chosen, and the best matches of a search', () => {
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

test('an order leaves nothing out', () => {
  expect(isFiltered(read('sort=oldest'))).toBe(false);
});
