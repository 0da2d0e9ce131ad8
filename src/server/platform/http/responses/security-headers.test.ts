import { expect, test } from 'vitest';
import { baseHeaders, framedPageHeaders, pageHeaders } from './security-headers.ts';

const context = { config: { contentOrigin: 'https://{app}.play.flux.example' } };

test('a page runs scripts by its nonce alone and frames the content origins alone', () => {
  const policy = pageHeaders('abc', context)['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("frame-src 'self' https://*.play.flux.example");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

const forContent = '(self "https://*.play.flux.example")';
const policyOf = (headers: Record<string, string>) => headers['permissions-policy']?.split(', ') ?? [];

test('a page may grant the frames of games alone what games need, and what their owners may switch on', () => {
  const permissions = policyOf(pageHeaders('abc', context));
  for (const feature of ['fullscreen', 'keyboard-map', 'xr-spatial-tracking', 'camera', 'usb'])
    expect(permissions).toContain(`${feature}=${forContent}`);
  for (const feature of ['local-fonts', 'idle-detection', 'local-network-access'])
    expect(permissions).toContain(`${feature}=()`);
  // Flux's own page may ask to film the tab, for a thumbnail; what it frames may not.
  expect(permissions).toContain('display-capture=(self)');
});

test('the page for frames of other sites grants what the owner of its game switched on, and denies the rest', () => {
  const permissions = policyOf(framedPageHeaders('abc', context, ['camera', 'midi']));
  for (const feature of ['fullscreen', 'camera', 'midi'])
    expect(permissions).toContain(`${feature}=${forContent}`);
  for (const feature of ['microphone', 'geolocation', 'usb', 'serial', 'hid', 'clipboard-read'])
    expect(permissions).toContain(`${feature}=()`);
  expect(policyOf(framedPageHeaders('abc', context))).toContain('camera=()');
});

/** The sources of one directive. */
function sources(policy: string | undefined, directive: string): string[] {
  const found = policy?.split('; ').find((each) => each.startsWith(`${directive} `));
  return found?.split(' ').slice(1) ?? [];
}

test('where people pay at Stripe, a page may load its script, show its frames and ask its API, and only then', () => {
  const stripe = pageHeaders('abc', context, { stripe: true });
  const policy = stripe['content-security-policy'];
  const [script, frame, connect] = ['script-src', 'frame-src', 'connect-src'].map((name) =>
    sources(policy, name),
  );
  expect(script).toEqual([
    "'nonce-abc'",
    "'strict-dynamic'",
    'https://js.stripe.com',
    'https://*.js.stripe.com',
  ]);
  expect(frame).toEqual([
    "'self'",
    'https://*.play.flux.example',
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
  ]);
  expect(connect).toEqual(["'self'", 'https://api.stripe.com']);
  // All else is as on any other page.
  const without = policy?.replaceAll(/ https:\/\/[*.\w]*stripe\.com/g, '');
  expect(without).toBe(pageHeaders('abc', context)['content-security-policy']);
  expect(JSON.stringify(pageHeaders('abc', context))).not.toContain('stripe');
  expect(JSON.stringify(framedPageHeaders('abc', context))).not.toContain('stripe');
});

test('the wallet is for Flux and Stripe alone: no game is granted it', () => {
  const permissions = policyOf(pageHeaders('abc', context, { stripe: true }));
  expect(permissions).toContain('payment=(self "https://js.stripe.com" "https://*.js.stripe.com")');
  // What a game may be granted is not Stripe's.
  expect(permissions).toContain(`camera=${forContent}`);
  expect(pageHeaders('abc', context)['permissions-policy']).toContain('payment=()');
  expect(framedPageHeaders('abc', context)['permissions-policy']).toContain('payment=()');
});

test('a page whose address is a secret sends it to nobody', () => {
  expect(pageHeaders('abc', context, { unlisted: true })['referrer-policy']).toBe('no-referrer');
});

test('https is insisted on where Flux is served by it', () => {
  expect(baseHeaders('https://flux.example')['strict-transport-security']).toBe('max-age=31536000');
  expect(baseHeaders('http://flux.localhost:3000')).not.toHaveProperty('strict-transport-security');
});
