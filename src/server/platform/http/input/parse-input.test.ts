import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { idSchema } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { parseInput } from './parse-input.ts';

function refusalOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  try {
    parseInput(schema, value);
  } catch (error) {
    if (error instanceof FluxError) return error.toBody().fields ?? {};
    throw error;
  }
  throw new Error('It was taken.');
}

test('each field that is wrong is named once, with the first that is wrong about it', () => {
  const schema = z.strictObject({
    name: z.string().check(z.minLength(3, 'Longer.'), z.regex(/^[a-z]+$/, 'Letters.')),
    list: z.array(z.number('A number.')),
  });
  expect(refusalOf(schema, { name: '1', list: [1, 'x'], more: 1 })).toEqual({
    name: 'Longer.',
    'list.1': 'A number.',
    more: 'This field is not known here.',
  });
});

test('of a hundred thousand unknown fields, and of names without end, the answer has some', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 1]));
  expect(Object.keys(refusalOf(z.strictObject({}), many))).toHaveLength(500);
  expect(Object.keys(refusalOf(z.array(z.string()), Array(1_000).fill(1)))).toHaveLength(500);
  const [name = ''] = Object.keys(refusalOf(z.strictObject({}), { ['x'.repeat(100_000)]: 1 }));
  expect(name).toBe('x'.repeat(100));
});

test('the sentence of a refusal names the field, what was expected and what was found', () => {
  const schema = z.strictObject({ appId: idSchema, count: z.number(), kind: z.literal('zip') });
  const sentenceOf = (value: unknown) => {
    try {
      parseInput(schema, value);
    } catch (error) {
      return (error as FluxError).message;
    }
    return '';
  };
  const good = { appId: 'a'.repeat(26), count: 1, kind: 'zip' };
  expect(sentenceOf({ ...good, appId: undefined })).toBe('appId: Expected a text, found nothing.');
  expect(sentenceOf({ ...good, appId: 'x' })).toBe(
    'appId: This is not a valid id, which has 26 of the characters a-z and 2-7: "x".',
  );
  expect(sentenceOf({ ...good, count: '1' })).toBe('count: Expected a number, found a text.');
  expect(sentenceOf({ ...good, kind: null })).toBe('kind: Expected "zip", found null.');
  // A number or a boolean may be a secret as well, such as a code in the wrong field.
  expect(sentenceOf({ ...good, kind: 493_817 })).toBe('kind: Expected "zip", found a number.');
  expect(sentenceOf({ ...good, count: true })).toBe('count: Expected a number, found a boolean.');
  expect(sentenceOf({ ...good, more: 1 })).toBe('more: This field is not known here.');
  expect(sentenceOf([])).toBe('body: Expected an object, found an empty list.');
  expect(sentenceOf({})).toBe('The request contains invalid values: appId, count, kind.');
});
