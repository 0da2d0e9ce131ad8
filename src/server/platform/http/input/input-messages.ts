import type * as z from 'zod/mini';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** What the schemas expect, as a person calls it. */
const expectations: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
  null: 'null',
};

/** What a field should be and what was sent instead, where its schema has no sentence of its own. */
export function describeIssue(issue: RawIssue): string {
  const found = foundIn(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      return sentence(expectations[issue.expected] ?? issue.expected, found);
    case 'invalid_value':
      return sentence(listed(issue.values.map((value) => JSON.stringify(value))), found);
    case 'too_small':
      return sentence(bound('at least', Number(issue.minimum), issue.origin), found);
    case 'too_big':
      return sentence(bound('at most', Number(issue.maximum), issue.origin), found);
    case 'invalid_format':
      return sentence(`the format of ${issue.format}`, found);
    case 'invalid_union':
      return sentence('one of the documented forms', found);
    default:
      return 'The value is not accepted.';
  }
}

function sentence(expected: string, found: string): string {
  return `Expected ${expected}, found ${found}.`;
}

function bound(most: string, limit: number, origin: string): string {
  if (origin === 'string') return `${most} ${limit} characters`;
  return origin === 'array' ? `${most} ${limit} entries` : `${most} ${limit}`;
}

/** The kind alone: what was sent may be a secret. */
function foundIn(input: unknown): string {
  if (input === undefined) return 'nothing';
  if (input === null) return 'null';
  if (Array.isArray(input)) return input.length === 0 ? 'an empty list' : 'a list';
  if (typeof input === 'string') return input === '' ? 'an empty text' : 'a text';
  if (typeof input === 'number') return Number.isNaN(input) ? 'no number' : 'a number';
  return typeof input === 'boolean' ? 'a boolean' : 'an object';
}

function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}
