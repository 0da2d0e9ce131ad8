import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleErrors } from '#server/platform/http/responses/errors.ts';
import { request } from '#server/testing/http/request.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import { LocalIssuer } from './issuer.ts';
import { bindLocalProvider } from './routes.ts';
import { localSigningKey } from './signing-key.ts';

let server: TestServer;
let publicUrl: string;
let base: string;
beforeAll(async () => {
  server = await startServer();
  publicUrl = server.context.config.publicUrl;
  base = `${publicUrl}/local-sign-in/google`;
});
afterAll(() => server.close());

const verifier = 'v'.repeat(43);
const authorization = () => ({
  client_id: 'flux',
  redirect_uri: `${publicUrl}/auth/google/callback`,
  response_type: 'code',
  scope: 'openid',
  state: 'some-state',
  nonce: 'some-nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});
const person = { email: 'ada@example.test', display_name: 'Ada', action: 'continue' };

const post = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string | undefined> = {},
) =>
  request(server, `/local-sign-in/google/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

async function newCode(): Promise<string> {
  const answer = await post('authorize', { ...authorization(), ...person });
  return new URL(answer.headers.location ?? '').searchParams.get('code') ?? '';
}

const exchange = (code: string, changes: Record<string, string> = {}) =>
  post(
    'token',
    {
      grant_type: 'authorization_code',
      client_id: 'flux',
      redirect_uri: authorization().redirect_uri,
      code_verifier: verifier,
      code,
      ...changes,
    },
    { origin: undefined, 'sec-fetch-site': undefined },
  );

test('each emulated provider has its own discovery document', async () => {
  for (const name of ['google', 'github', 'microsoft']) {
    const answer = await request(server, `/local-sign-in/${name}/.well-known/openid-configuration`);
    expect(answer.json()).toMatchObject({
      issuer: `${publicUrl}/local-sign-in/${name}`,
      code_challenge_methods_supported: ['S256'],
    });
  }
  expect((await request(server, '/local-sign-in/gitlab/authorize')).status).toBe(404);
  expect((await request(server, '/local-sign-in/__proto__/jwks')).status).toBe(404);
});

test('a code is exchanged for an ID token that the published key verifies', async () => {
  const tokens = (await exchange(await newCode())).json<{ id_token: string }>();
  const jwks = createRemoteJWKSet(new URL(`${base}/jwks`), {
    [customFetch]: async (url) => new Response((await request(server, new URL(url).pathname)).text()),
  });
  const { payload } = await jwtVerify(tokens.id_token, jwks, { issuer: base, audience: 'flux' });
  expect(Number(payload.iat) - Number(payload.auth_time)).toBeOneOf([0, 1, 2]);
  expect(payload).toMatchObject({
    nonce: 'some-nonce',
    auth_time: expect.any(Number),
    email: 'ada@example.test',
    email_verified: true,
    name: 'Ada',
    sub: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('a code works once', async () => {
  const code = await newCode();
  expect((await exchange(code)).status).toBe(200);
  const again = await exchange(code);
  expect([again.status, again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test.each([
  ['another verifier', { code_verifier: 'w'.repeat(43) }],
  ['no verifier', { code_verifier: '' }],
  ['another return address', { redirect_uri: 'https://evil.test/' }],
  ['another client', { client_id: 'evil' }],
])('a code with %s is refused and consumed', async (_what, changes) => {
  const code = await newCode();
  expect((await exchange(code, changes)).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await exchange(code)).status).toBe(400);
});

test('a code of one provider is invalid at another', async () => {
  const code = await newCode();
  const answer = await request(server, '/local-sign-in/github/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'flux',
      code,
      code_verifier: verifier,
      redirect_uri: authorization().redirect_uri,
    }).toString(),
  });
  expect(answer.status).toBe(400);
});

test.each([
  ['without PKCE', { code_challenge: null, code_challenge_method: null }],
  ['with a plain PKCE challenge', { code_challenge_method: 'plain' }],
  ['without a state', { state: null }],
  ['without a nonce', { nonce: null }],
  ['for another client', { client_id: 'evil' }],
  ['back to another address', { redirect_uri: 'https://evil.test/' }],
  ['back to another provider’s address', { redirect_uri: 'github' }],
  ['for a token in the address', { response_type: 'token' }],
])('an authorization request %s is refused without a redirect', async (_what, changes) => {
  const fields = Object.entries({ ...authorization(), ...changes })
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]): [string, string] => [
      name,
      value === 'github' ? `${publicUrl}/auth/github/callback` : value,
    ]);
  for (const answer of [
    await request(server, `/local-sign-in/google/authorize?${new URLSearchParams(fields)}`),
    await post('authorize', { ...Object.fromEntries(fields), ...person }),
  ]) {
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.json()).toMatchObject({ code: 'sign_in_failed' });
  }
});

test.each(['', 'ada', 'ada@', '@example.test', 'a b@example.test', `${'x'.repeat(250)}@example.test`])(
  'an invalid e-mail address %j is asked for again; the input is kept and escaped',
  async (email) => {
    const answer = await post('authorize', {
      ...authorization(),
      email,
      display_name: '"><script>alert(1)</script>',
      action: 'continue',
    });
    expect(answer.status).toBe(400);
    expect(answer.text()).toContain('role="alert"');
    expect(answer.text()).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(answer.text()).not.toContain('<script>alert');
  },
);

test('the page cannot be submitted by another site', async () => {
  const answer = await post(
    'authorize',
    { ...authorization(), ...person },
    { 'sec-fetch-site': 'same-site' },
  );
  expect([answer.status, answer.json()]).toMatchObject([403, { code: 'cross_site' }]);
});

test('the page has an accessible form and cannot be framed', async () => {
  const answer = await request(
    server,
    `/local-sign-in/microsoft/authorize?${new URLSearchParams({ ...authorization(), redirect_uri: `${publicUrl}/auth/microsoft/callback` })}`,
  );
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  for (const part of [
    '<html lang="en"',
    '<label for="email">Email</label>',
    '<label for="display-name">Display name</label>',
    '>Continue</button>',
    'autofocus',
    'Microsoft',
  ])
    expect(answer.text()).toContain(part);
});

test.each(['192.168.1.20', '::ffff:10.0.0.9', '2001:db8::1'])(
  'a client at %s gets no page and no code, whatever Host header it sends',
  async (remoteAddress) => {
    const key = await localSigningKey(server.context.secretKey);
    const fastify = Fastify();
    handleErrors(fastify, server.context.log);
    await bindLocalProvider(fastify, server.context, new LocalIssuer(publicUrl, key, server.context));
    const url = '/local-sign-in/google/authorize';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ ...authorization(), ...person }).toString();
    const fromAfar = { url, remoteAddress };
    expect((await fastify.inject({ ...fromAfar, query: authorization() })).statusCode).toBe(403);
    const sent = await fastify.inject({ ...fromAfar, method: 'POST', headers, payload });
    expect([sent.statusCode, sent.headers.location]).toEqual([403, undefined]);
    const nearby = await fastify.inject({
      url,
      remoteAddress: '::ffff:127.0.0.1',
      method: 'POST',
      headers,
      payload,
    });
    expect(nearby.statusCode).toBe(303);
  },
);

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-host', 'flux.test'],
  ['x-forwarded-proto', 'https'],
  ['x-real-ip', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['via', '1.1 tunnel'],
  ['cf-connecting-ip', '203.0.113.9'],
  ['cf-ray', '8a1'],
  ['true-client-ip', '203.0.113.9'],
  ['x-client-ip', '203.0.113.9'],
  ['fly-client-ip', '203.0.113.9'],
  ['fastly-client-ip', '203.0.113.9'],
  ['x-cluster-client-ip', '203.0.113.9'],
  ['x-forwarded-port', '443'],
  ['x-forwarded', '203.0.113.9'],
  ['x-envoy-external-address', '203.0.113.9'],
  ['x-amzn-trace-id', 'Root=1'],
  ['cdn-loop', 'example'],
])('a client behind a tunnel that sends %s: %s gets no page and no code', async (name, value) => {
  const headers = { [name]: value };
  const page = await request(
    server,
    `/local-sign-in/google/authorize?${new URLSearchParams(authorization())}`,
    {
      headers,
    },
  );
  expect([page.status, page.json()]).toMatchObject([403, { code: 'forbidden' }]);
  const sent = await post('authorize', { ...authorization(), ...person }, headers);
  expect([sent.status, sent.headers.location]).toEqual([403, undefined]);
});

test('a refused browser sees instructions and a link back, on a page without scripts', async () => {
  const headers = { via: '1.1 tunnel', accept: 'text/html,*/*;q=0.8' };
  const query = new URLSearchParams(authorization());
  const opened = await request(server, `/local-sign-in/google/authorize?${query}`, { headers });
  const sent = await post('authorize', { ...authorization(), ...person }, headers);
  for (const answer of [opened, sent]) {
    expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; img-src data:; .*frame-ancestors 'none'$/,
    );
    expect(answer.text()).toContain('Open Flux on that computer');
    expect(answer.text()).toContain('<a class="home" href="/">');
    expect(answer.text()).not.toMatch(/<script|<form/);
  }
});

test('on a public address there is no local provider and no button for it', async () => {
  const open = await startServer({ env: { FLUX_PUBLIC_URL: 'https://flux.example' } });
  try {
    for (const path of [
      '/local-sign-in/google/authorize',
      '/local-sign-in/google/jwks',
      '/local-sign-in/google/.well-known/openid-configuration',
      '/auth/google/start',
      '/auth/google/callback',
    ])
      expect([path, (await request(open, path)).status]).toEqual([path, 404]);
    const session = (await request(open, getSession.path)).json<Session>();
    expect(session.providers).toEqual([]);
  } finally {
    await open.close();
  }
});
