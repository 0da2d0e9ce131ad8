import { expect, test } from 'vitest';
import { naughtyStrings } from '#fixtures/naughty-strings.ts';
import { isPictureAnswer, isPictureRequest } from './game-picture.ts';

test('a request and an answer are recognized by all of their parts', () => {
  expect(isPictureRequest({ kind: 'flux:picture-wanted', id: 'a' })).toBe(true);
  expect(isPictureRequest({ kind: 'flux:picture-wanted', id: 'a'.repeat(65) })).toBe(false);
  expect(isPictureRequest({ kind: 'flux:picture-wanted' })).toBe(false);
  const answer = { kind: 'flux:picture', id: 'a', picture: new ArrayBuffer(8) };
  expect(isPictureAnswer(answer)).toBe(true);
  expect(isPictureAnswer({ ...answer, picture: null })).toBe(true);
  expect(isPictureAnswer({ ...answer, picture: 'data:image/png;base64,' })).toBe(false);
  expect(isPictureAnswer({ ...answer, picture: new ArrayBuffer(5_242_881) })).toBe(false);
  expect(isPictureAnswer({ ...answer, id: 1 })).toBe(false);
});

test('nothing else is recognized as either', () => {
  for (const value of [...naughtyStrings, null, undefined, 0, [], new ArrayBuffer(1)]) {
    for (const each of [value, { kind: value, id: value, picture: value }]) {
      expect(isPictureRequest(each)).toBe(false);
      expect(isPictureAnswer(each)).toBe(false);
    }
  }
});
