import { expect, test } from 'vitest';
import { checkCollisions } from './collisions.ts';

test('a file that is there twice is refused', () => {
  expect(() => checkCollisions(['a/b', 'c', 'a/b'])).toThrow('a file twice');
});

test('a file with the name of a folder is refused, whichever comes first', () => {
  expect(() => checkCollisions(['a', 'a/b'])).toThrow('a file and a folder');
  expect(() => checkCollisions(['a/b/c', 'a/b'])).toThrow('a file and a folder');
  expect(() => checkCollisions(['a/b'], ['x', 'a/b'])).toThrow('a file and a folder');
  expect(checkCollisions(['a/b'], ['a', ''])).toEqual([]);
});

test('names that differ in case are both kept, with one warning for all', () => {
  const warnings = checkCollisions(['Build/a.data', 'Build/A.data', 'x', 'X', 'b']);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ code: 'case_twins' });
  expect(warnings[0]?.message).toContain('“Build/a.data” and “Build/A.data”; “x” and “X”');
});

test('names of prototypes collide with nothing', () => {
  expect(checkCollisions(['__proto__', 'constructor', 'toString/valueOf'])).toEqual([]);
});
