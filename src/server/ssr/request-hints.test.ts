import { expect, test } from 'vitest';
import { requestHints } from './request-hints.ts';

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['fr', 'fr'],
  ['ar-u-nu-arab', 'ar'],
  ['de-XA-foobar', 'de'],
  ['en-aaaaa-bbbbb', 'en'],
  ['tlh', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['"><script>', 'en'],
])('the accepted languages %s format numbers as in %s', (said, locale) => {
  expect(requestHints({ 'accept-language': said }).locale).toBe(locale);
});

test.each([
  [{ 'sec-ch-ua-mobile': '?1' }, false],
  [{ 'sec-ch-ua-mobile': '?0', 'user-agent': 'Android' }, true],
  [{ 'user-agent': 'Mozilla/5.0 (iPhone; …) Mobile/15E148 Safari/604.1' }, false],
  [{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }, true],
  [{}, true],
])('headers %j mean a wide screen: %s', (headers, wide) => {
  expect(requestHints(headers).wide).toBe(wide);
});
