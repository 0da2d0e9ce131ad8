import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainTarget } from './request-target.ts';

test.each([
  '/',
  '/play/abc',
  '/play/abc?v=1_2_3',
  '/serve/abc/',
  '/a%20b/%C3%BC.txt',
  '/x?next=//evil.test&up=../..',
  '/.well-known/x',
  '/...',
])('%s passes', (target) => {
  expect(isPlainTarget(target)).toBe(true);
});

test.each([
  '',
  '*',
  'http://evil.test/',
  'evil.test:80',
  '//evil.test',
  '/a//b',
  '/../etc/passwd',
  '/a/..',
  '/a/./b',
  '/%2e%2e/etc',
  '/.%2E/etc',
  '/%2e',
  '/..;/admin',
  '/..;x=1/admin',
  '/a%2fb',
  '/a%5Cb',
  '/a\\b',
  '/a%00.html',
  '/a%0d%0aset-cookie:x',
  '/%zz',
  '/%c0%ae%c0%ae/',
  '/%',
])('%s is refused', (target) => {
  expect(isPlainTarget(target)).toBe(false);
});

test('what passes stays inside its own origin and folder when a browser or a file system reads it', () => {
  const pieces = fc.constantFrom(
    '/',
    '..',
    '.',
    '%2e',
    '%2f',
    '\\',
    '%5c',
    '%00',
    ';',
    'a',
    '?',
    '#',
    '//',
    '%',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const target = `/${parts.join('')}`;
      if (!isPlainTarget(target)) return;
      const [path = ''] = target.split(/[?#]/, 1);
      const read = new URL(target, 'http://flux.test');
      expect(read.origin).toBe('http://flux.test');
      expect(read.pathname).toBe(path);
      expect(decodeURIComponent(path).split('/')).not.toContain('..');
    }),
  );
});
