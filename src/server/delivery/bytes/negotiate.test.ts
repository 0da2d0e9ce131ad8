import { expect, test } from 'vitest';
import { chooseForm, readAcceptEncoding } from './negotiate.ts';

const all = [
  { encoding: 'identity', size: 100 },
  { encoding: 'gzip', size: 40 },
  { encoding: 'zstd', size: 30 },
  { encoding: 'br', size: 20 },
] as const;

test.each<[string | undefined, string]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['identity', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'zstd'],
  ['gzip;q=0.1', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.5, zstd;q=0.4', 'br'],
  ['identity;q=1, *;q=0', 'identity'],
  ['gzip;q=0.2, identity;q=0.8', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['br ; q=0.9 , gzip ; Q=1', 'gzip'],
  ['br;q=2, gzip;q=0.1', 'gzip'],
  ['br;level=9, gzip', 'gzip'],
  [',,gzip,', 'gzip'],
  ['dcb, dcz, zstd', 'zstd'],
])('Accept-Encoding: %s gets %s', (header, encoding) => {
  expect(chooseForm(all, readAcceptEncoding(header))?.encoding).toBe(encoding);
});

test('a form that is larger than the plain file is sent only to those who refuse the plain one', () => {
  const forms = [
    { encoding: 'identity', size: 10 },
    { encoding: 'gzip', size: 28 },
  ] as const;
  expect(chooseForm(forms, readAcceptEncoding('gzip, deflate'))?.encoding).toBe('identity');
  expect(chooseForm(forms, readAcceptEncoding('gzip, identity;q=0'))?.encoding).toBe('gzip');
});

test('of equally welcome forms the smallest is sent, whichever encoding it is', () => {
  const forms = [
    { encoding: 'identity', size: 40 },
    { encoding: 'gzip', size: 20 },
    { encoding: 'br', size: 30 },
  ] as const;
  expect(chooseForm(forms, readAcceptEncoding('gzip, br, identity'))?.encoding).toBe('gzip');
  expect(chooseForm(forms, readAcceptEncoding('identity, br'))?.encoding).toBe('br');
});

test('of forms of one size br comes before zstd, gzip and identity', () => {
  const forms = all.map(({ encoding }) => ({ encoding, size: 7 }));
  expect(chooseForm(forms, readAcceptEncoding('gzip, zstd, br, identity'))?.encoding).toBe('br');
  expect(chooseForm(forms, readAcceptEncoding('gzip, zstd'))?.encoding).toBe('zstd');
});

test('only forms that are there are chosen', () => {
  expect(chooseForm(all.slice(0, 2), readAcceptEncoding('br'))?.encoding).toBe('identity');
  expect(chooseForm([], readAcceptEncoding('br'))).toBeUndefined();
});
