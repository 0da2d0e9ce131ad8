import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { textBlock, textLine } from './contract.ts';

const required = 'Please enter a name';
const name = textLine(20, 'Too long', required);
const problems = (schema: z.ZodMiniType, text: string) =>
  z.safeParse(schema, text).error?.issues.map(({ message }) => message) ?? [];

describe('required text must be visible', () => {
  test.each([
    ['nothing', ''],
    ['spaces', ' \u00a0\u3000 '],
    ['zero-width spaces', '\u200b\u200b'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00ad'],
    ['joiners of what is not there', '\u200d\ufe0f'],
    ['marks of direction', '\u200e\u200f\u061c'],
    ['overrides of direction', '\u202e\u202c'],
    ['a filler of Hangul', '\u3164'],
    ['an empty cell of Braille', '\u2800'],
  ])('%s are refused in a line and in a block', (_name, text) => {
    for (const schema of [name, textBlock(20, 'Too long', required)])
      expect(problems(schema, text)).toEqual([required]);
  });

  test.each(['Pong', 'Понг', '蹴球', 'بونغ', '3', '?', '🎮', '👩‍👩‍👧', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'क्‍ष'])(
    '%s stays unchanged',
    (text) => {
      expect(z.parse(name, text)).toBe(text);
    },
  );
});

test('optional text may be empty', () => {
  expect(z.parse(textLine(20, 'Too long'), ' ')).toBe('');
});

test('a name cannot change the direction of its surroundings: such marks are removed, harmless ones stay', () => {
  expect(z.parse(name, '\u202egnop\u202c \u2066Pong\u2069 ')).toBe('gnop Pong');
  expect(z.parse(name, 'C++\u200f')).toBe('C++\u200f');
});
