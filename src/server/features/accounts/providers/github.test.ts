import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '#server/testing/http/browser.ts';
import { signInResultOf } from '#server/testing/people/sign-in-result.ts';
import { type FakeAnswer, type FakeServer, startFakeServer } from '#server/testing/providers/fake-server.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession, type Session } from '#shared/accounts/accounts.ts';

const address = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });
const tokens = { json: { access_token: 'secret', token_type: 'bearer', scope: 'user:email' } };

let github: FakeServer;
let server: TestServer;
let token: FakeAnswer;
let user: FakeAnswer;
let emails: FakeAnswer;
let exchanged: URLSearchParams;
let authorization: (string | undefined)[];

beforeAll(async () => {
  github = await startFakeServer({
    '/login/oauth/access_token': ({ form }) => {
      exchanged = form;
      return token;
    },
    '/api/v3/user': ({ headers }) => {
      authorization.push(headers.authorization);
      return user;
    },
    '/api/v3/user/emails': ({ headers }) => {
      authorization.push(headers.authorization);
      return emails;
    },
  });
  server = await startServer({
    env: {
      FLUX_GITHUB_CLIENT_ID: 'flux',
      FLUX_GITHUB_CLIENT_SECRET: 'hush',
      FLUX_GITHUB_URL: github.url,
      FLUX_ADMIN_EMAILS: 'root@acme.test',
      FLUX_LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  await server.close();
  await github.close();
});
beforeEach(() => {
  token = tokens;
  user = { json: { id: 583231, login: 'octocat', name: 'The Octocat' } };
  emails = { json: [address('old@acme.test', false, true), address('root@acme.test', true, true)] };
  authorization = [];
});

async function signIn(more: Record<string, string> = {}) {
  const browser = new Browser(server);
  const start = await browser.open('/auth/github/start?mode=popup');
  const asked = new URL(start.headers.location ?? '').searchParams;
  const query = new URLSearchParams({ code: 'abc', state: asked.get('state') ?? '', ...more });
  const result = signInResultOf(await browser.open(`/auth/github/callback?${query}`));
  const session = (await browser.open(getSession.path)).json<Session>();
  return { asked, result, user: session.user };
}

test('requests the e-mail scope only, with PKCE, and exchanges the code with secret and verifier', async () => {
  const { asked } = await signIn();
  expect(asked.get('scope')).toBe('user:email');
  expect(asked.get('code_challenge_method')).toBe('S256');
  const verifier = exchanged.get('code_verifier') ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(asked.get('code_challenge'));
  expect(exchanged.get('client_secret')).toBe('hush');
  expect(authorization).toEqual(['Bearer secret', 'Bearer secret']);
});

test('an account is identified by GitHub’s number, not by its login', async () => {
  const first = await signIn();
  expect(first.user).toMatchObject({
    username: 'The Octocat',
    email: 'root@acme.test',
    role: 'admin',
    provider: 'github.com',
  });
  user = { json: { id: 583231, login: 'kraken', name: null } };
  const again = await signIn();
  expect(again.user).toMatchObject({ id: first.user?.id, username: 'The Octocat' });
  user = { json: { id: 7, login: 'octocat', name: null } };
  const stranger = await signIn();
  expect(stranger.user?.id).not.toBe(first.user?.id);
  expect(stranger.user?.username).toBe('octocat');
  const rows = await server.context.db.selectFrom('identities').select(['issuer', 'subject']).execute();
  expect(rows).toContainEqual({ issuer: github.url, subject: '583231' });
});

test('an unverified primary address makes no admin, nor does a verified secondary one', async () => {
  user = { json: { id: 8, login: 'eight', name: '' } };
  emails = { json: [address('root@acme.test', true, false), address('eight@acme.test', false, true)] };
  expect((await signIn()).user).toMatchObject({ role: 'user', email: 'root@acme.test' });
  user = { json: { id: 9, login: 'nine', name: '' } };
  emails = { json: [address('nine@acme.test', true, true), address('root@acme.test', false, true)] };
  expect((await signIn()).user).toMatchObject({ role: 'user', email: 'nine@acme.test' });
});

test('a user with private addresses signs in without an address', async () => {
  user = { json: { id: 10, login: 'private', name: null } };
  for (const status of [403, 404]) {
    emails = { status, json: { message: 'Resource not accessible' } };
    expect((await signIn()).user).toMatchObject({ username: 'private', email: null });
  }
  emails = { json: [] };
  expect((await signIn()).user).toMatchObject({ email: null });
});

test('only GitHub’s own issuer is accepted in responses', async () => {
  expect((await signIn({ iss: `${github.url}/login/oauth` })).result).toMatchObject({ ok: true });
  expect(await signIn({ iss: 'https://evil.test/login/oauth' })).toMatchObject({
    result: { code: 'auth/invalid-credential' },
    user: null,
  });
});

test.each([
  [
    'a code that is spent',
    () => (token = { json: { error: 'bad_verification_code' } }),
    'auth/invalid-credential',
  ],
  ['a token that is none', () => (token = { json: { token_type: 'bearer' } }), 'auth/invalid-credential'],
  ['nobody', () => (user = { status: 401, json: { message: 'Bad credentials' } }), 'auth/invalid-credential'],
  ['somebody without a number', () => (user = { json: { login: 'x' } }), 'auth/invalid-credential'],
  ['trouble at the exchange', () => (token = { status: 502, json: {} }), 'auth/network-request-failed'],
  ['trouble about the person', () => (user = { status: 503, json: {} }), 'auth/network-request-failed'],
  ['trouble about the addresses', () => (emails = { status: 500, json: {} }), 'auth/network-request-failed'],
])('if GitHub responds with %s, the sign-in fails', async (_what, arrange, code) => {
  arrange();
  expect(await signIn()).toMatchObject({ result: { ok: false, code }, user: null });
});

test('a suspended GitHub application is reported in GitHub’s words', async () => {
  const { result } = await signIn({
    error: 'application_suspended',
    error_description: 'Your application has been suspended.',
  });
  expect(result).toMatchObject({ ok: false, message: 'Your application has been suspended.' });
  expect((await signIn({ error: 'access_denied' })).result).toMatchObject({
    code: 'auth/popup-closed-by-user',
  });
});
