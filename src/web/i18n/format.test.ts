import { expect, test, vi } from 'vitest';
import { format } from './format.ts';
import { parseMessage } from './message.ts';
import { pseudoTranslate } from './pseudo.ts';

test('a message is formatted with its values', () => {
  expect(format('Delete "{name}" of {owner}?', { name: 'Moon {x}', owner: 'Ada' })).toBe(
    'Delete "Moon {x}" of Ada?',
  );
});

test('a value in the other direction does not affect its surroundings, and others stay unchanged', () => {
  expect(format('Delete "{name}"?', { name: 'ليلى' })).toBe('Delete "\u2068ليلى\u2069"?');
  expect(format('{name}: {count}', { name: 'Moon \u202e', count: 2 })).toBe('\u2068Moon \u202e\u2069: 2');
  expect(format('Delete "{name}"?', { name: 'Жанна' })).toBe('Delete "Жанна"?');
});

test('in a right-to-left language every name and amount is isolated', async () => {
  vi.resetModules();
  vi.doMock('./locale.ts', () => ({ formatLocale: 'ar', locale: { tag: 'ar', direction: 'rtl' } }));
  const { format } = await import('./format.ts');
  expect(format('{price}/{count}', { price: '19.99 $', count: 2 })).toBe('\u206819.99 $\u2069/2');
  vi.doUnmock('./locale.ts');
  // Other renders in this process keep their locale.
  vi.resetModules();
});

test('a number selects the plural form and is formatted for the user', () => {
  const members = '{count, plural, one {# member} other {# members}} in {name}';
  expect(format(members, { count: 1, name: 'Moon' })).toBe('1 member in Moon');
  expect(format(members, { count: 1_000, name: 'Moon' })).toBe('1,000 members in Moon');
});

test('a missing value leaves its placeholder empty', () => {
  expect(format('Hello{name}', { name: undefined })).toBe('Hello');
});

test('tags, placeholders and plain characters of a message are distinguished', () => {
  expect(parseMessage('If 1 < 2, read the <link>{title}</link>.')).toEqual([
    { kind: 'text', text: 'If 1 ' },
    { kind: 'text', text: '<' },
    { kind: 'text', text: ' 2, read the ' },
    { kind: 'tag', name: 'link', inside: [{ kind: 'value', name: 'title' }] },
    { kind: 'text', text: '.' },
  ]);
});

test('the pseudo-language keeps placeholders, plural forms and tags', () => {
  const text = 'Add <link>{name}</link> to {count, plural, one {# app} other {# apps}}';
  const shape = (message: string) =>
    parseMessage(message).flatMap((part) => (part.kind === 'text' ? [] : [part.kind + part.name]));
  expect(shape(pseudoTranslate({ text }).text)).toEqual(shape(text));
  expect(pseudoTranslate({ text }).text).not.toContain('Add');
});
