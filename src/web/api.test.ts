import { expect, test } from 'vitest';
import { errorOf } from './api.ts';

const refusal = {
  success: false,
  code: 'conflict',
  error: 'No.',
  details: ['One.'],
  fields: { name: 'Two.' },
};

test('a refusal is told as the server says it', () => {
  expect(errorOf(refusal, 409)).toMatchObject({
    code: 'conflict',
    message: 'No.',
    details: ['One.'],
    fields: { name: 'Two.' },
  });
});

test('so is one whose code is newer than the page', () => {
  expect(errorOf({ ...refusal, code: 'frozen' }, 409)).toMatchObject({ code: 'frozen', message: 'No.' });
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['an error of something else', { error: 'Not found' }],
  ['a code without a sentence', { ...refusal, error: '' }],
  ['a number as code', { ...refusal, code: 17 }],
])('%s is no answer of Flux', (_name, body) => {
  expect(errorOf(body, 404).code).toBe('network');
  expect(errorOf(body, 502).code).toBe('unavailable');
});
