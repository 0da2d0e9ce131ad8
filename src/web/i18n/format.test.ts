import { expect, test, vi } from 'vitest';
import { format } from './format.ts';
import { parseMessage } from './message.ts';
import { pseudoTranslate } from './pseudo.ts';

test('a message is said with its values', () => {
  expect(format('Delete "{name}" of {owner}?', { name: 'Moon {x}', owner: 'Ada' })).toBe(
    'Delete "Moon {x}" of Ada?',
  );
});

test('a value that is written the other way turns nothing beside it, and others stay as they are', () => {
  expect(format('Delete "{name}"?', { name: 'ليلى' })).toBe('Delete "\u2068ليلى\u2069"?');
  expect(format('{name}: {count}', { name: 'Moon \u202e', count: 2 })).toBe('\u2068Moon \u202e\u2069: 2');
  expect(format('Delete "{name}"?', { name: 'Жанна' })).toBe('Delete "Жанна"?');
});

test('in a language that is written from right to left every name and sum is kept apart', async () => {
  vi.resetModules();
  vi.doMock('./locale.ts', () => ({ formatLocale: 'ar', locale: { tag: 'ar', direction: 'rtl' } }));
  const { format } = await import('./format.ts');
  expect(format('{price}/{count}', { price: '19.99 $', count: 2 })).toBe('\u206819.99 $\u2069/2');
  vi.doUnmock('./locale.ts');
  // Others in this process write as before.
  vi.resetModules();
});

test('a number chooses the form of its noun and is written as the reader writes numbers', () => {
  const members = '{count, plural, one {# member} other {# members}} in {name}';
  expect(format(members, { count: 1, name: 'Moon' })).toBe('1 member in Moon');
  expect(format(members, { count: 1_000, name: 'Moon' })).toBe('1,000 members in Moon');
});

test('a value that is missing leaves its place empty', () => {
  expect(format('Hello{name}', { name: undefined })).toBe('Hello');
});

test('tags, places and plain signs of a message are told apart', () => {
  expect(parseMessage('If 1 < 2, read the <link>{title}</link>.')).toEqual([
    { kind: 'text', text: 'If 1 ' },
    { kind: 'text', text: '<' },
    { kind: 'text', text: ' 2, read the ' },
    { kind: 'tag', name: 'link', inside: [{ kind: 'value', name: 'title' }] },
    { kind: 'text', text: '.' },
  ]);
});

test('the pseudo language keeps places, forms and tags', () => {
  const text = 'Add <link>{name}</link> to {count, plural, one {# app} other {# apps}}';
  const shape = (message: string) =>
    parseMessage(message).flatMap((part) => (part.kind === 'text' ? [] : [part.kind + part.name]));
  expect(shape(pseudoTranslate({ text }).text)).toEqual(shape(text));
  expect(pseudoTranslate({ text }).text).not.toContain('Add');
});
