import { expect, test } from 'vitest';
import { sweepCookies } from './cookie-sweep.ts';

const at = { host: 'flux.localhost', path: '/', secure: true };
const flood = (names: string[]): string => names.map((name) => `${name}=${'x'.repeat(4_000)}`).join('; ');
const names = Array.from({ length: 9 }, (_, index) => `c${index}`);

test('what an honest site sends is left alone', () => {
  expect(sweepCookies(undefined, at)).toEqual([]);
  expect(sweepCookies(flood(names.slice(0, 8)), at)).toEqual([]);
});

test('a flood is removed by name, and never what is for this host alone', () => {
  const lines = sweepCookies(`__Host-flux-session=secret; ${flood(names)}`, at);
  expect(lines).toContain('c0=; Domain=flux.localhost; Path=/; Max-Age=0; Secure');
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(line).toContain('; Domain=');
  expect(lines.join('\n')).not.toContain('secret');
});

test('every domain and path that such a cookie can have is named', () => {
  const lines = sweepCookies(flood(names), {
    host: 'flux.company.example',
    path: '/play/abc?key=1',
    secure: false,
  });
  const ofFirst = lines.filter((line) => line.startsWith('c0='));
  expect(ofFirst).toEqual(
    ['flux.company.example', 'company.example'].flatMap((domain) =>
      ['/', '/play', '/play/', '/play/abc'].map((path) => `c0=; Domain=${domain}; Path=${path}; Max-Age=0`),
    ),
  );
});

test('a cookie without a name is removed by its value', () => {
  expect(sweepCookies(`bare; ${flood(names)}`, at)[0]).toBe(
    'bare; Domain=flux.localhost; Path=/; Max-Age=0; Secure',
  );
});

test('an answer stays short enough to be read, however long the names are', () => {
  const lines = sweepCookies(flood(names.map((name) => name + 'n'.repeat(4_000))), {
    ...at,
    path: '/a/b/c/d/e/f/g',
  });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('').length).toBeLessThanOrEqual(65_536);
});

test('a host without a name above it gets none', () => {
  expect(sweepCookies(flood(names), { ...at, host: '127.0.0.1' })).toEqual([]);
  expect(sweepCookies(flood(names), { ...at, host: '[::1]' })).toEqual([]);
});

test('a path of nothing but slashes is not taken apart to its end', () => {
  const lines = sweepCookies(flood(names), { ...at, path: `/${'a/'.repeat(4_000)}` });
  const paths = new Set(lines.map((line) => /Path=([^;]*)/.exec(line)?.[1]));
  expect(paths.size).toBeLessThan(40);
  expect(paths).toContain('/');
});
