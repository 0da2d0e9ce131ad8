import { expect, test } from 'vitest';
import { serveUrl } from './serve-url.ts';

const start = { at: 1_795_262_400_000, random: 0.5 };

test('the player’s address contains the version, the time and a random part', () => {
  expect(serveUrl({ id: 'abc', version: '1.0.0' }, null, { start })).toBe(
    '/serve/abc?v=1.0.0_1795262400000_i',
  );
});

test('a share key is passed on', () => {
  expect(serveUrl({ id: 'abc', version: '1.0.0' }, 's3cret&', { start })).toBe(
    '/serve/abc?v=1.0.0_1795262400000_i&key=s3cret%26',
  );
});

test('the game gets the query and the fragment of the page, without Flux’s own parameters', () => {
  const opened = { search: '?level=%20a+b&key=s3cret&level=2&v=9&bare', hash: '#room=7' };
  expect(serveUrl({ id: 'abc', version: '1' }, 's3cret', { opened, start })).toBe(
    '/serve/abc?v=1_1795262400000_i&key=s3cret&level=%20a+b&level=2&bare#room=7',
  );
  expect(serveUrl({ id: 'abc', version: '1' }, null, { opened: { search: '', hash: '#a' } })).toBe(
    '/serve/abc#a',
  );
});
