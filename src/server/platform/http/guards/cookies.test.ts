import { expect, test } from 'vitest';
import { cookieValues, hostCookie, serializeCookie } from './cookies.ts';

test('where Secure works, the name keeps other hosts from setting the cookie', () => {
  expect(serializeCookie(hostCookie('flux-session', true), 'abc', 60)).toBe(
    '__Host-flux-session=abc; Path=/; Max-Age=60; Priority=High; HttpOnly; SameSite=Lax; Secure',
  );
});

test('where Secure does not work, the cookie is still kept from scripts and other sites', () => {
  expect(serializeCookie(hostCookie('flux-session', false), 'abc', 60)).toBe(
    'flux-session=abc; Path=/; Max-Age=60; Priority=High; HttpOnly; SameSite=Lax',
  );
});

test.each([
  [undefined, []],
  ['', []],
  ['a=1; other=2', ['1']],
  ['a=1; a=2;a=3', ['1', '2', '3']],
  ['xa=1; a =2; A=3; a', []],
  ['a=b=c; b=a=d', ['b=c']],
])('in %j the values are %j', (header, values) => {
  expect(cookieValues(header, hostCookie('a', false))).toEqual(values);
});

test('no more than fifty values of one name are looked at', () => {
  const header = Array.from({ length: 500 }, (_, index) => `a=${index}`).join('; ');
  expect(cookieValues(header, hostCookie('a', false))).toHaveLength(50);
});
