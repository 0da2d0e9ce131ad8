import { expect, test } from 'vitest';
import { judgeHost } from './host-check.ts';

const judge = (hosts: string[], publicUrl: string, method = 'GET', more: NodeJS.Dict<string[]> = {}) =>
  judgeHost({ method, headersDistinct: { host: hosts, ...more } }, publicUrl);

test.each([
  ['http://flux.localhost:3000', 'flux.localhost:3000'],
  ['http://flux.localhost:3000', 'FLUX.localhost:3000'],
  ['http://flux.localhost:3000', 'flux.localhost.:3000'],
  ['https://flux.example', 'flux.example'],
  ['https://flux.example', 'flux.example:443'],
  ['http://localhost:3000', 'localhost:3000'],
  ['http://[::1]:3000', '[::1]:3000'],
])('%s is served under the name %s', (publicUrl, host) => {
  expect(judge([host], publicUrl)).toBe('ours');
  expect(judge([host], publicUrl, 'POST')).toBe('ours');
});

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost:8080', 'LOCALHOST:3000'])(
  'somebody who opens %s meant the public address',
  (host) => {
    expect(judge([host], 'http://flux.localhost:3000')).toBe('elsewhere');
    expect(judge([host], 'http://flux.localhost:3000', 'HEAD')).toBe('elsewhere');
    expect(judge([host], 'http://flux.localhost:3000', 'POST')).toBe('misdirected');
  },
);

test.each([
  'evil.test',
  'flux.localhost',
  'flux.localhost:3001',
  'flux.localhost:80',
  'evil.flux.localhost.test:3000',
  'xflux.localhost:3000',
  'flux.localhost:3000@evil.test',
  'evil.test/flux.localhost:3000',
  'flux.localhost:3000, evil.test',
  'flux.localhost:999999',
  '10.0.0.1:3000',
  '',
  ' ',
  '[::1',
  '%66lux.localhost:3000',
])('the host %j is refused', (host) => {
  expect(judge([host], 'http://flux.localhost:3000')).toBe('misdirected');
});

test('a request that names two hosts, or none, is refused', () => {
  expect(judge(['flux.localhost:3000', 'evil.test'], 'http://flux.localhost:3000')).toBe('misdirected');
  expect(judge(['flux.localhost:3000', 'flux.localhost:3000'], 'http://flux.localhost:3000')).toBe(
    'misdirected',
  );
  expect(judge([], 'http://flux.localhost:3000')).toBe('misdirected');
});

test('behind a proxy that rewrites the host there is an explanation instead of a redirect without end', () => {
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'x-real-ip',
    'via',
    'fly-client-ip',
  ])
    expect(judge(['127.0.0.1:3000'], 'https://flux.example', 'GET', { [name]: ['x'] })).toBe('misdirected');
});

test('a forwarded host from anybody does not stand in for the real one', () => {
  const forwarded = { 'x-forwarded-host': ['flux.localhost:3000'] };
  expect(judge(['evil.test'], 'http://flux.localhost:3000', 'GET', forwarded)).toBe('misdirected');
});
