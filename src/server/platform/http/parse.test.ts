import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FluxError } from '#shared/errors.ts';
import { parse } from './http.ts';

function refusalOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  try {
    parse(schema, value);
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
