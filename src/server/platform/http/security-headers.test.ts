import { expect, test } from 'vitest';
import { baseHeaders, pageHeaders } from './security-headers.ts';

const context = { config: { contentOrigin: 'https://{app}.play.flux.example' } };

test('a page runs scripts by its nonce alone and frames the content origins alone', () => {
  const policy = pageHeaders('abc', context)['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("frame-src 'self' https://*.play.flux.example");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

test('a page grants its frames what games need, and cameras to nobody', () => {
  const permissions = pageHeaders('abc', context)['permissions-policy'];
  expect(permissions).toContain('fullscreen=(self "https://*.play.flux.example")');
  expect(permissions).toContain('camera=()');
  // Flux's own page may ask to film the tab, for a thumbnail; what it frames may not.
  expect(permissions).toContain('display-capture=(self)');
});

test('a page whose address is a secret sends it to nobody', () => {
  expect(pageHeaders('abc', context, { unlisted: true })['referrer-policy']).toBe('no-referrer');
});

test('https is insisted on where Flux is served by it', () => {
  expect(baseHeaders('https://flux.example')['strict-transport-security']).toBe('max-age=31536000');
  expect(baseHeaders('http://flux.localhost:3000')).not.toHaveProperty('strict-transport-security');
});
