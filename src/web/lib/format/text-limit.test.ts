import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { applicationFields } from '#shared/apps/apps.ts';
import { supportFields } from '#shared/contact/support.ts';
import { textBlock, textLine } from '#shared/contract/contract.ts';
import { versionFields } from '#shared/versions/versions.ts';
import { textLimitOf } from './text-limit.ts';

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '\r\n',
        '\n',
        '\t',
        '\u00a0',
        '\u202e',
        '\u2066',
        'a',
        'ä',
        '🎮',
        '👩‍👩‍👧',
        '\u200b',
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test.each([
  ['a line', textLine(20, 'Too long')],
  ['a name', textLine(20, 'Too long', 'Required')],
  ['a block', textBlock(20, 'Too long')],
  ['a block that is required', textBlock(20, 'Too long', 'Required')],
  ['a line with a rule more', textLine(20, 'Too long').check(z.refine(() => true))],
])('a text is over the limit if the schema reports it as too long: %s', (_, schema) => {
  const limit = textLimitOf(schema);
  fc.assert(
    fc.property(text, (typed) => {
      const issues = z.safeParse(schema, typed).error?.issues ?? [];
      expect((limit?.lengthOf(typed) ?? 0) > 20).toBe(issues.some(({ code }) => code === 'too_big'));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['the name of an application', applicationFields.name, 120],
  ['its description', applicationFields.description, 5_000],
  ['a field that may be left out', z.optional(z.nullable(applicationFields.description)), 5_000],
  ['one that has a default', z._default(applicationFields.description, ''), 5_000],
  ['one that may be empty', supportFields.email, 254],
  ['the number of a version', versionFields.version, 40],
])('%s has the limit of its schema', (_, schema, most) => {
  expect(textLimitOf(schema)?.most).toBe(most);
});

test('without a limit in the schema there is none', () => {
  expect(textLimitOf(z.string())).toBeNull();
  expect(textLimitOf(supportFields.category)).toBeNull();
});
