import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

test('URLs in a text become links, and the text stays complete', () => {
  const text =
    'Join here:\nhttp://flux.localhost:3000/organizations?invitation=abc.\nOr (https://a.example/b), soon.';
  const pieces = linkedText(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.flatMap(({ href }) => href ?? [])).toEqual([
    'http://flux.localhost:3000/organizations?invitation=abc',
    'https://a.example/b',
  ]);
});

test('what only resembles a URL stays text', () => {
  for (const text of ['javascript:alert(1)', 'xhttp://a', 'data:text/html,x', ''])
    expect(linkedText(text).some(({ href }) => href !== null)).toBe(false);
});
