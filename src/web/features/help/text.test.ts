import { expect, test } from 'vitest';
import { fillPlaceholders, parseLinks, plainText, searchWords, splitAtHits } from './text.ts';

test('a text is split at its links', () => {
  expect(parseLinks('Go to [Upload](/upload), or [write](support:).')).toEqual([
    { start: 0, text: 'Go to ', href: null },
    { start: 6, text: 'Upload', href: '/upload' },
    { start: 23, text: ', or ', href: null },
    { start: 28, text: 'write', href: 'support:' },
    { start: 45, text: '.', href: null },
  ]);
  expect(plainText('Go to [Upload](/upload).')).toBe('Go to Upload.');
});

test('placeholders are filled in, and unknown ones stay', () => {
  expect(fillPlaceholders('Up to {size}, {other}', { size: '100 MB' })).toBe('Up to 100 MB, {other}');
});

test('search terms match in any case, the longer word first', () => {
  expect(splitAtHits('Unity uniforms', ['uni', 'unity'])).toEqual([
    { start: 0, text: 'Unity', isHit: true },
    { start: 5, text: ' ', isHit: false },
    { start: 6, text: 'uni', isHit: true },
    { start: 9, text: 'forms', isHit: false },
  ]);
});

test('search terms are literal, not patterns', () => {
  const hits = splitAtHits('Pro+ (monthly)', ['pro+', '(']).filter(({ isHit }) => isHit);
  expect(hits.map(({ text }) => text)).toEqual(['Pro+', '(']);
  expect(searchWords('  Pro   pro .* ')).toEqual(['pro', '.*']);
});
