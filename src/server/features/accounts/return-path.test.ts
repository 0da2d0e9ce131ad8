import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test.each([
  '/',
  '/?filter=my-apps',
  '/upload',
  '/dashboard',
  '/play/abcdefghijklmnopqrstuvwxyz',
  '/play/abc?key=Xy-_9',
  '/update/abc',
  '/profile?subscription=success',
  '/subscriptions#pricing',
  '/admin',
])('%s is kept', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'upload',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/%09/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/%5cevil.test',
  '/%2f%2fevil.test',
  '/@evil.test',
  '@evil.test',
  '/.evil.test',
  '/..//evil.test',
  '/play/../..//evil.test',
  '/play//evil.test',
  'https://evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  '/upload\r\nset-cookie: a=b',
  '/?x=\r\ny',
  '/?next=//evil.test',
  '/upload/',
  '/api/session',
  '/auth/google/start',
  '/local-sign-in/google/authorize',
  '/?x=<script>',
  '/upload#"><script>',
  `/?${'x'.repeat(2000)}`,
  '/uploa\u0000d',
])('%j leads home', (path) => {
  expect(safeReturnPath(path)).toBe('/');
});

test('whatever is asked for, the address stays on Flux and nothing needs escaping', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '@',
    ':',
    '?',
    '#',
    '.',
    '..',
    '%09',
    '%2f',
    '\t',
    '\n',
    'evil.test',
    'play',
    'upload',
    'x',
    '=',
    '&',
  );
  const wanted = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(wanted, (text) => {
      const path = safeReturnPath(text);
      const url = new URL(path, 'https://flux.example');
      expect(url.origin).toBe('https://flux.example');
      expect(`https://flux.example${path}`).toBe(url.href);
    }),
    { numRuns: 2_000 },
  );
});
