import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from './range.ts';

test.each<[string | undefined, ReturnType<typeof readRange>]>([
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['Bytes= 5-6 ', { start: 5, end: 6 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=', null],
  ['bytes=a-b', null],
  ['bytes=1-2,5-6', null],
  ['bytes=0-0,-1', null],
  ['items=0-1', null],
  ['bytes=1.5-2', null],
  ['bytes=+1-2', null],
])('Range: %s of 100 bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('nothing of an empty file can be had', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
    expect(readRange(header, 0)).toBe('unsatisfiable');
});

test('whatever is asked for, what is sent lies within the file', () => {
  const bound = fc.option(fc.nat(300), { nil: '' });
  fc.assert(
    fc.property(bound, bound, fc.nat(200), (first, last, size) => {
      const range = readRange(`bytes=${first}-${last}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
