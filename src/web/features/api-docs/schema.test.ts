import { expect, test } from 'vitest';
import type { JsonSchema } from '#shared/contract/openapi.ts';
import { constraintsOf, fieldsOf, isIgnored, typeWords } from './schema.ts';

const say = (schema: JsonSchema) =>
  typeWords(schema)
    .map((word) => ('type' in word ? `<${word.type}>` : word.text))
    .join(' ');
const user = { $ref: '#/components/schemas/User' };

test.each<[string, JsonSchema, string]>([
  ['a plain type', { type: 'string' }, 'string'],
  ['one that may be null', { type: ['string', 'null'] }, 'string or null'],
  ['a named one', user, '<User>'],
  ['a named one that may be null', { anyOf: [user, { type: 'null' }] }, '<User> or null'],
  ['a list', { type: 'array', items: user }, 'list of <User>'],
  ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
  ['a value', { type: 'boolean', const: true }, 'true'],
  ['a file', { type: 'string', contentMediaType: 'image/png' }, 'file'],
  ['what is said twice', { anyOf: [{ type: 'string', enum: ['1'] }, { type: 'string' }] }, 'string'],
  ['what may be anything', {}, 'anything'],
])('%s', (_what, schema, words) => {
  expect(say(schema)).toBe(words);
});

test.each<[JsonSchema, string[]]>([
  [{ type: 'string', minLength: 1, maxLength: 5000 }, ['1 to 5,000 characters']],
  [{ type: 'string', maxLength: 40, default: '' }, ['At most 40 characters']],
  [{ type: 'integer', minimum: 1, maximum: 100, default: 24 }, ['1 to 100', 'Default: 24']],
  [{ type: 'integer', minimum: 0 }, ['0 or more']],
  [{ type: 'string', enum: ['a', 'b'], description: 'Which' }, ['Which', 'One of a, b']],
  [{ anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] }, ['One of a, b']],
  [{ type: 'string' }, []],
])('the type of %j is %j', (schema, notes) => {
  expect(constraintsOf(schema)).toEqual(notes);
});

test('fields are found in an object, in a list of objects and in a nullable object', () => {
  const schema = { type: 'object', properties: { a: user, b: { type: 'string' } }, required: ['a'] };
  const fields = [
    { name: 'a', schema: user, required: true },
    { name: 'b', schema: { type: 'string' }, required: false },
  ];
  expect(fieldsOf(schema)).toEqual(fields);
  expect(fieldsOf({ type: 'array', items: schema })).toEqual(fields);
  expect(fieldsOf({ anyOf: [schema, { type: 'null' }] })).toEqual(fields);
  expect(fieldsOf({ type: 'array', items: user })).toEqual([]);
});

test('accepted but ignored fields are marked', () => {
  expect(isIgnored({ description: 'Accepted and ignored' })).toBe(true);
  for (const schema of [user, { type: 'string' }, { const: 1 }, { anyOf: [user] }])
    expect(isIgnored(schema)).toBe(false);
});
