import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '#server/testing/http/browser.ts';
import { signInResultOf } from '#server/testing/people/sign-in-result.ts';
import { type FakeIssuer, goodClaims, startFakeIssuer } from '#server/testing/providers/fake-issuer.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession, type Session } from '#shared/accounts/accounts.ts';

const ada = { sub: 'ada', email: 'root@acme.test', email_verified: true, name: 'Ada' };

let issuer: FakeIssuer;
let server: TestServer;
let person: Record<string, unknown>;
let userInfo: unknown;
let failure: { status: number; json: unknown } | null;
let forges: boolean;

beforeAll(async () => {
  issuer = await startFakeIssuer({
    path: '/pool',
    claims: ({ url, ...asked }) => ({ ...goodClaims(`${url}/pool`, asked), ...person }) as JWTPayload,
    userInfo: () => userInfo,
    tokenFailure: () => failure,
    forgesSignature: () => forges,
  });
  server = await startServer({
    env: {
      FLUX_OIDC_ISSUER: `${issuer.url}/pool`,
      FLUX_OIDC_CLIENT_ID: 'flux',
      FLUX_OIDC_CLIENT_SECRET: 'secret',
      FLUX_OIDC_NAME: 'Acme',
      FLUX_ADMIN_EMAILS: 'root@acme.test',
      FLUX_LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});
beforeEach(() => {
  person = ada;
  userInfo = {};
  failure = null;
  forges = false;
});

async function signIn(change = (callback: string) => callback) {
  const browser = new Browser(server);
  const start = await browser.open('/auth/oidc/start?return=/upload');
  const answer = await browser.open(change(issuer.agree(start.headers.location ?? '')));
  const { user } = (await browser.open(getSession.path)).json<Session>();
  return { answer, result: signInResultOf(answer), user };
}

test('a configured issuer has the only button, with its label', async () => {
  const browser = new Browser(server);
  const { providers } = (await browser.open(getSession.path)).json<Session>();
  expect(providers).toEqual([{ name: 'oidc', label: 'Acme' }]);
  expect((await browser.open('/auth/google/start')).status).toBe(404);
  expect((await browser.open('/local-sign-in/google/authorize')).status).toBe(404);
});

test('an account is issuer and subject, and returns to the requested page', async () => {
  const { answer, user } = await signIn();
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    `${server.context.config.publicUrl}/upload`,
  ]);
  expect(user).toMatchObject({ username: 'Ada', role: 'admin', provider: 'oidc' });
  expect(issuer.exchanges.at(-1)?.get('client_secret')).toBe('secret');
  expect(issuer.exchanges.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['another issuer', () => ({ iss: 'https://evil.test' })],
  ['another client', () => ({ aud: 'somebody-else' })],
  ['another sign-in', () => ({ nonce: 'another' })],
  ['no nonce', () => ({ nonce: undefined })],
  ['yesterday', () => ({ iat: 1_000, exp: 2_000 })],
  ['no end', () => ({ exp: undefined })],
  ['no subject', () => ({ sub: undefined })],
])('an ID token of %s is refused', async (_what, claims) => {
  person = { ...ada, ...claims() };
  expect(await signIn()).toMatchObject({
    result: { ok: false, code: 'auth/invalid-credential' },
    user: null,
  });
});

test('an ID token with a forged signature is refused', async () => {
  forges = true;
  expect(await signIn()).toMatchObject({ result: { code: 'auth/invalid-credential' }, user: null });
});

test('a response that names another issuer is refused before the code is used', async () => {
  const before = issuer.exchanges.length;
  const { result } = await signIn((callback) => `${callback}&iss=https%3A%2F%2Fevil.test`);
  expect(result).toMatchObject({ code: 'auth/invalid-credential' });
  expect(issuer.exchanges.length).toBe(before);
});

test('a failing issuer is reported as unreachable', async () => {
  for (const status of [500, 503]) {
    failure = { status, json: { error: 'server_error' } };
    expect(await signIn()).toMatchObject({ result: { code: 'auth/network-request-failed' }, user: null });
  }
  failure = { status: 400, json: { error: 'invalid_grant' } };
  expect((await signIn()).result).toMatchObject({ code: 'auth/invalid-credential' });
});

test('the issuer’s message is shown escaped and truncated, and is in no URL', async () => {
  const sentence = `Your account is locked. </script>${'x'.repeat(400)}`;
  const { answer, result } = await signIn((callback) => {
    const url = new URL(callback);
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_blocked');
    url.searchParams.set('error_description', sentence);
    return url.href;
  });
  expect(result).toEqual({
    provider: 'oidc',
    purpose: 'sign-in',
    ok: false,
    code: 'auth/invalid-credential',
    message: sentence.slice(0, 300),
  });
  expect(answer.headers.location).toBeUndefined();
  expect(answer.text().match(/<\/script>/g)).toHaveLength(1);
});

const seconds = () => Math.floor(Date.now() / 1000);

test.each([
  ['just now', () => ({ auth_time: seconds() }), true],
  ['an hour ago', () => ({ auth_time: seconds() - 3_600 }), false],
  ['at no time that it tells', () => ({}), false],
])(
  'a user who signed in at the issuer %s is as freshly signed in to Flux',
  async (_what, claims, isFresh) => {
    person = { ...ada, ...claims() };
    const browser = new Browser(server);
    const start = await browser.open('/auth/oidc/start');
    await browser.open(issuer.agree(start.headers.location ?? ''));
    const link = await browser.open('/auth/oidc/start?purpose=link');
    if (isFresh) expect(link.status).toBe(302);
    else expect(signInResultOf(link)).toMatchObject({ ok: false, code: 'auth/requires-recent-login' });
  },
);

describe('re-authentication', () => {
  /** A user who signed in an hour ago re-authenticates with an ID token with `claims`. */
  async function confirm(claims: Record<string, unknown>, minutesAtIssuer = 0) {
    const browser = new Browser(server);
    const start = await browser.open('/auth/oidc/start');
    await browser.open(issuer.agree(start.headers.location ?? ''));
    server.clock.advance(3_600_000);
    const asked = (await browser.open('/auth/oidc/start?purpose=confirm')).headers.location ?? '';
    server.clock.advance(minutesAtIssuer * 60_000);
    person = { ...ada, ...claims };
    const result = signInResultOf(await browser.open(issuer.agree(asked)));
    const [session] = await server.context.db
      .selectFrom('sessions')
      .select('created_at')
      .orderBy('created_at', 'desc')
      .execute();
    const isFresh = session?.created_at.getTime() === server.clock.now().getTime();
    return { asked: new URL(asked).searchParams, result, isFresh };
  }

  test('requires a sign-in at the issuer and accepts a recent one', async () => {
    const { asked, result, isFresh } = await confirm({ auth_time: seconds() });
    expect([asked.get('prompt'), Number(asked.get('max_age'))]).toEqual(['login', 60]);
    expect([result, isFresh]).toMatchObject([{ ok: true }, true]);
    expect((await confirm({ auth_time: seconds() - 280 }, 5)).result).toMatchObject({ ok: true });
  });

  // The issuer's response to a user who removed `prompt` and `max_age` from the address.
  test.each([
    ['before confirming began', () => ({ auth_time: seconds() - 60 }), 0],
    ['before confirming began, by somebody slow', () => ({ auth_time: seconds() - 400 }), 5],
    ['at no time that it tells', () => ({}), 0],
    ['at a time that is none', () => ({ auth_time: 'now' }), 0],
  ])('is refused if the user signed in at the issuer %s', async (_what, claims, minutes) => {
    const { result, isFresh } = await confirm(claims(), minutes);
    expect([result, isFresh]).toMatchObject([
      { ok: false, purpose: 'confirm', code: 'auth/invalid-credential' },
      false,
    ]);
  });
});

test('a profile missing from the ID token is requested', async () => {
  person = { sub: 'thin' };
  userInfo = { sub: 'thin', email: 'root@acme.test', email_verified: 'true', name: 'Thin' };
  expect((await signIn()).user).toMatchObject({ username: 'Thin', email: 'root@acme.test', role: 'admin' });
});

test('a profile with another subject is refused', async () => {
  person = { sub: 'thin' };
  userInfo = { sub: 'thick', email: 'root@acme.test', email_verified: true };
  expect(await signIn()).toMatchObject({ result: { code: 'auth/invalid-credential' }, user: null });
});

test.each([false, undefined, 'false', 1])(
  'an admin’s address with email_verified %j makes no admin',
  async (email_verified) => {
    person = { ...ada, sub: `unverified-${email_verified}`, email_verified };
    expect((await signIn()).user?.role).toBe('user');
  },
);

test('an unreachable issuer affects only its own sign-in and works again later', async () => {
  const env = {
    FLUX_OIDC_ISSUER: 'http://127.0.0.1:9/',
    FLUX_OIDC_CLIENT_ID: 'flux',
    FLUX_LOG_LEVEL: 'silent',
  };
  const flux = await startServer({ env });
  try {
    const answer = await new Browser(flux).open('/auth/oidc/start?return=/upload');
    expect(signInResultOf(answer)).toMatchObject({ ok: false, code: 'auth/network-request-failed' });
    expect(answer.text()).toContain('href="/upload"');
  } finally {
    await flux.close();
  }
});
