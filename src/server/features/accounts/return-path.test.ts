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
  '/?q=moon*',
  '/?q=racer%202/3',
  '/?q=@ada',
  "/?q=(it's-new!)",
  '/?next=//evil.test',
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
  '/?next=\\evil.test',
  '/?x=;',
  '/?x="',
  '/upload/',
  '/api/session',
  '/auth/google/start',
  '/local-sign-in/google/authorize',
  '/?x=<script>',
  '/upload#"><script>',
  `/?${'x'.repeat(2000)}`,
  '/uploa\u0000d',
  ' /upload',
  '/upload ',
  '/%2e%2e//evil.test',
  '/./upload',
  '/;@evil.test',
  '/%E3%80%82evil.test',
  '/。evil.test',
  '/\u2028evil.test',
  '/／evil.test',
  '/play/abc/../../evil',
  '/play/%2e%2e',
  '/play/',
  '/profile/../api/session',
  '//flux.localhost:3000/upload',
  '////evil.test/%2f..',
  '/\\/\\evil.test/',
  '\\/\\/evil.test/',
  '/\t//evil.test',
  '\u0000//evil.test',
  'http:///evil.test',
  'https:///evil.test/%2e%2e',
  'data:text/html,x',
  'blob:https://evil.test/x',
  '/UPLOAD',
  '/?%0d%0aset-cookie: a=b',
  '/?x=%',
  '/upload#//evil.test',
  '/upload##',
  '/?x=1?y',
  '/auth/google/callback?code=x&state=y',
  '/_content/abc/1/index.html',
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
    '*',
    '!',
    '(',
    ')',
    "'",
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
      // An apostrophe in a query is the one character that a browser writes in another way.
      expect(`https://flux.example${path.replaceAll("'", '%27')}`).toBe(url.href);
    }),
    { numRuns: 2_000 },
  );
});
