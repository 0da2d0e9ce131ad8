import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '#server/testing/http/browser.ts';
import { signInResultOf } from '#server/testing/people/sign-in-result.ts';
import { type FakeIssuer, goodClaims, startFakeIssuer } from '#server/testing/providers/fake-issuer.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession, type Session } from '#shared/accounts/accounts.ts';

const contoso = '11111111-2222-3333-4444-555555555555';
const fabrikam = '99999999-8888-7777-6666-555555555555';
const ada = { tid: contoso, oid: 'oid-ada', sub: 'pairwise-1', email: 'ada@contoso.test', name: 'Ada' };

let issuer: FakeIssuer;
let server: TestServer;
/** The claims of the next ID token that differ from the default; undefined removes one. */
let person: Record<string, unknown>;

beforeAll(async () => {
  issuer = await startFakeIssuer({
    path: '/common/v2.0',
    // To the letter what Microsoft's own document says for every tenant.
    issuer: (url) => `${url}/{tenantid}/v2.0`,
    claims: ({ url, ...asked }) =>
      ({ ...goodClaims(`${url}/${person.tid}/v2.0`, asked), ...person }) as JWTPayload,
  });
  server = await startServer({
    env: {
      FLUX_MICROSOFT_CLIENT_ID: 'flux',
      FLUX_MICROSOFT_CLIENT_SECRET: 'secret',
      FLUX_MICROSOFT_URL: issuer.url,
      FLUX_ADMIN_EMAILS: 'root@contoso.test',
    },
  });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});
beforeEach(() => {
  person = ada;
});

async function signIn() {
  const browser = new Browser(server);
  const start = await browser.open('/auth/microsoft/start?mode=popup');
  const result = signInResultOf(await browser.open(issuer.agree(start.headers.location ?? '')));
  const { user } = (await browser.open(getSession.path)).json<Session>();
  return { result, user };
}

test('users of any tenant sign in, each tenant with its own issuer', async () => {
  const { result, user } = await signIn();
  expect(result).toEqual({ provider: 'microsoft', purpose: 'sign-in', ok: true });
  expect(user).toMatchObject({ username: 'Ada', email: 'ada@contoso.test', provider: 'microsoft.com' });
  const [identity] = await server.context.db.selectFrom('identities').selectAll().execute();
  expect(identity).toMatchObject({ issuer: `${issuer.url}/${contoso}/v2.0`, subject: 'oid-ada' });
});

test('an account is identified by tenant and object id, not by subject or address', async () => {
  const first = await signIn();
  person = { ...ada, sub: 'pairwise-of-another-client', email: 'ada.lovelace@contoso.test' };
  expect((await signIn()).user?.id).toBe(first.user?.id);
  person = { ...ada, tid: fabrikam };
  const stranger = await signIn();
  expect(stranger.user).not.toBeNull();
  expect(stranger.user?.id).not.toBe(first.user?.id);
});

test.each([
  ['an issuer of another tenant', () => ({ iss: `${issuer.url}/${fabrikam}/v2.0` })],
  ['no tenant', () => ({ tid: undefined, iss: `${issuer.url}/undefined/v2.0` })],
  ['the template itself', () => ({ iss: `${issuer.url}/{tenantid}/v2.0` })],
  ['no object id', () => ({ oid: undefined })],
  ['an empty object id', () => ({ oid: ' ' })],
])('a token with %s is refused', async (_what, claims) => {
  person = { ...ada, ...claims() };
  expect(await signIn()).toMatchObject({ result: { code: 'auth/invalid-credential' }, user: null });
});

test.each([
  ['no word of the domain’s owner', {}, 'user'],
  ['the word that nobody vouches', { xms_edov: false }, 'user'],
  ['a claim of another meaning', { email_verified: true, xms_edov: '0' }, 'user'],
  ['the domain owner’s word', { xms_edov: true }, 'admin'],
  ['the domain owner’s word as a text', { xms_edov: '1' }, 'admin'],
])('an admin’s address with %s makes the role %s', async (what, claims, role) => {
  person = { ...ada, oid: what, email: 'root@contoso.test', ...claims };
  expect((await signIn()).user?.role).toBe(role);
});

test.each([
  ['tells no time', () => ({}), true],
  ['tells that it was now', () => ({ auth_time: Math.floor(Date.now() / 1000) }), true],
  ['tells that it was before', () => ({ auth_time: Math.floor(Date.now() / 1000) - 60 }), false],
])('re-authentication with a token that %s', async (_what, claims, ok) => {
  const browser = new Browser(server);
  const start = await browser.open('/auth/microsoft/start?mode=popup');
  await browser.open(issuer.agree(start.headers.location ?? ''));
  person = { ...ada, ...claims() };
  const asked = await browser.open('/auth/microsoft/start?mode=popup&purpose=confirm');
  expect(signInResultOf(await browser.open(issuer.agree(asked.headers.location ?? '')))).toMatchObject({
    ok,
  });
});

test('linking prompts for the account, re-authentication for a sign-in, signing in for nothing', async () => {
  const browser = new Browser(server);
  const start = await browser.open('/auth/microsoft/start?mode=popup');
  await browser.open(issuer.agree(start.headers.location ?? ''));
  const promptOf = async (purpose: string) => {
    const answer = await browser.open(`/auth/microsoft/start?mode=popup&purpose=${purpose}`);
    return new URL(answer.headers.location ?? '').searchParams.get('prompt');
  };
  expect([await promptOf('sign-in'), await promptOf('link'), await promptOf('confirm')]).toEqual([
    null,
    'select_account',
    'login',
  ]);
});
