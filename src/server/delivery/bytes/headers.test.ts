import { describe, expect, test } from 'vitest';
import type { ContentEncoding, FileRole } from '#shared/versions/versions.ts';
import { contentName } from '../../features/publishing/versions/content-name.ts';
import { contentTypeIn, type ServedFile } from '../routing/address.ts';
import { type HeaderFacts, responseHeaders, unchangedHeaders } from './headers.ts';

const file = (facts: Partial<ServedFile>): ServedFile => ({
  path: 'a',
  sha256: 'f'.repeat(64),
  size: 1_000_000,
  contentType: 'application/octet-stream',
  role: null,
  encodable: true,
  ...facts,
});

const facts = (given: Partial<HeaderFacts>): HeaderFacts => ({
  contentType: 'application/octet-stream',
  encoding: 'identity',
  encodable: true,
  etag: '"tag"',
  length: 5,
  address: 'stable',
  dictionaryPattern: null,
  isPublic: true,
  threads: false,
  origins: { publicUrl: 'https://flux.example', contentOrigin: 'https://{app}.play.flux.example' },
  ...given,
});

const sandbox =
  'sandbox allow-scripts allow-same-origin allow-popups-to-escape-sandbox allow-pointer-lock allow-forms allow-modals allow-popups allow-downloads allow-orientation-lock';
const closing = "base-uri 'self'; object-src 'none'";
/** Any site may frame a public game. */
const publicPage = `${sandbox}; ${closing}`;
const privatePage = `${sandbox}; frame-ancestors https://flux.example 'self'; ${closing}`;

describe('the type of a file in an encoding', () => {
  test.each<[string, FileRole | null, string, ContentEncoding, string]>([
    ['Build/N.loader.js', 'loader', 'text/javascript', 'br', 'text/javascript'],
    ['Build/N.framework.js.br', 'framework', 'application/javascript', 'br', 'application/javascript'],
    [
      'Build/N.framework.js.unityweb',
      'framework',
      'application/javascript',
      'gzip',
      'application/javascript',
    ],
    ['Build/N.wasm.gz', 'wasm', 'application/wasm', 'gzip', 'application/wasm'],
    ['Build/N.wasm.br', 'wasm', 'application/wasm', 'identity', 'application/wasm'],
    ['Build/N.data', 'data', 'application/octet-stream', 'gzip', 'application/octet-stream'],
    ['Build/N.data.br', 'data', 'application/octet-stream', 'br', 'application/octet-stream'],
    ['Build/N.data.unityweb', 'data', 'application/octet-stream', 'gzip', 'application/octet-stream'],
    ['Build/N.data.gz', 'data', 'application/octet-stream', 'gzip', 'application/gzip'],
    ['Build/N.data.gz', 'data', 'application/gzip', 'gzip', 'application/gzip'],
    ['Build/N.data.gz', 'data', 'application/gzip', 'br', 'application/octet-stream'],
    ['Build/N.data.gz', 'data', 'application/octet-stream', 'identity', 'application/octet-stream'],
    ['StreamingAssets/own.data.gz', null, 'application/gzip', 'identity', 'application/gzip'],
  ])('%s (%s, %s) in %s', (path, role, contentType, encoding, expected) => {
    expect(contentTypeIn(file({ path, role, contentType }), encoding)).toBe(expected);
  });
});

describe('headers', () => {
  test('of a page', () => {
    const headers = responseHeaders(
      facts({ contentType: 'text/html; charset=utf-8', encoding: 'br', length: 12 }),
    );
    const { 'Permissions-Policy': permissions, ...rest } = headers;
    expect(rest).toEqual({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': 12,
      ETag: '"tag"',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'Accept-Ranges': 'bytes',
      'Content-Security-Policy': publicPage,
      'Origin-Agent-Cluster': '?1',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    });
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'clipboard-read'])
      expect(permissions).toContain(`${feature}=()`);
    for (const feature of ['fullscreen', 'gamepad', 'xr-spatial-tracking', 'autoplay'])
      expect(permissions).not.toContain(feature);
  });

  test('of an asset', () => {
    expect(responseHeaders(facts({ contentType: 'application/wasm', encodable: false }))).toEqual({
      'Content-Type': 'application/wasm',
      'Content-Length': 5,
      ETag: '"tag"',
      'Cache-Control': 'no-cache',
      'Accept-Ranges': 'bytes',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });

  test('on Flux’s own host, where addresses carry grants, tell nobody where a request comes from', () => {
    const origins = { publicUrl: 'https://flux.example', contentOrigin: null };
    for (const contentType of ['text/html', 'text/javascript', 'application/wasm'])
      expect(responseHeaders(facts({ contentType, origins }))['Referrer-Policy']).toBe('same-origin');
  });

  test.each([
    'text/html',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'image/svg+xml',
    'application/xml',
    'text/xml',
  ])('whatever a browser runs as a page is sandboxed: %s', (contentType) => {
    const policy = (isPublic: boolean) =>
      responseHeaders(facts({ contentType, isPublic }))['Content-Security-Policy'];
    expect([policy(true), policy(false)]).toEqual([publicPage, privatePage]);
  });

  test.each<[HeaderFacts['address'], boolean, string]>([
    ['stable', true, 'no-cache'],
    ['stable', false, 'private, no-cache'],
    ['immutable', true, 'public, max-age=31536000, immutable'],
    ['immutable', false, 'private, max-age=31536000, immutable'],
    ['download', false, 'private, no-cache'],
  ])('caching at a %s address, public: %s', (address, isPublic, expected) => {
    expect(responseHeaders(facts({ address, isPublic }))['Cache-Control']).toBe(expected);
  });

  test('isolate pages and scripts of builds with threads, and nothing else', () => {
    const policy = (contentType: string, threads: boolean) =>
      responseHeaders(facts({ contentType, threads }))['Document-Isolation-Policy'];
    expect(policy('text/html', true)).toBe('isolate-and-credentialless');
    expect(policy('application/javascript', true)).toBe('isolate-and-credentialless');
    expect(policy('application/wasm', true)).toBeUndefined();
    expect(policy('text/html', false)).toBeUndefined();
  });

  test('of a 304 say nothing of a body', () => {
    const headers = responseHeaders(facts({ contentType: 'text/html', encoding: 'gzip' }));
    const unchanged = unchangedHeaders(headers, '"older"');
    expect(unchanged).toMatchObject({
      ETag: '"older"',
      Vary: 'Accept-Encoding',
      'Cache-Control': 'no-cache',
    });
    for (const name of ['Content-Type', 'Content-Encoding', 'Content-Length'])
      expect(unchanged).not.toHaveProperty(name);
  });
});

describe('immutable addresses', () => {
  test.each<[string, Partial<ServedFile>, string | null]>([
    ['large data', { role: 'data' }, 'data'],
    ['large wasm, whatever it is called', { role: 'wasm', path: 'Build/0af3.br' }, 'wasm'],
    ['a large framework', { role: 'framework', contentType: 'application/javascript' }, 'framework'],
    ['small data', { role: 'data', size: 65_535 }, null],
    ['data that is just large enough', { role: 'data', size: 65_536 }, 'data'],
    ['a loader', { role: 'loader', contentType: 'text/javascript' }, null],
    ['a worker, which finds its neighbours by its address', { role: 'worker' }, null],
    ['a large film', { path: 'a b/intro.mp4', contentType: 'video/mp4' }, 'a b/intro.mp4'],
    ['a small film', { path: 'i.mp4', contentType: 'video/mp4', size: 262_143 }, null],
    ['a bundle', { path: 'x.bundle' }, 'x.bundle'],
    ['a large page', { contentType: 'text/html' }, null],
    ['a module, which imports relative to its address', { contentType: 'text/javascript' }, null],
    ['a style sheet', { contentType: 'text/css; charset=utf-8' }, null],
    ['a drawing', { contentType: 'image/svg+xml' }, null],
  ])('%s', (_what, given, name) => {
    expect(contentName(file(given))).toBe(name);
  });
});
