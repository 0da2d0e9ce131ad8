import { expect, test } from 'vitest';
import { typingErrors } from './spelling.ts';

test.each([
  ['pong', 'pong', 0],
  ['pogn', 'pong', 1],
  ['pon', 'pong', null],
  ['pxng', 'pong', 1],
  ['poong', 'pong', 1],
  ['gnop', 'pong', null],
  ['spcae', 'space', 1],
  ['platf', 'platformer', 0],
  ['platfro', 'platformer', 1],
  ['platfromre', 'platformer', 2],
  ['plxtfxrmxr', 'platformer', null],
  ['abcd', 'wxyz', null],
])('%s for %s: %s errors are allowed', (typed, meant, expected) => {
  expect(typingErrors([...typed], [...meant])).toBe(expected);
});
