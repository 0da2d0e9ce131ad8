import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import type { SignInProvider } from '#shared/accounts/sign-in.ts';
import { Browser } from '../../testing/http/browser.ts';
import type { Answer } from '../../testing/http/request.ts';
import { signInResultOf } from '../../testing/people/sign-in-result.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { pruneSignIns } from './prune.ts';

let server: TestServer;
let publicUrl: string;
beforeAll(async () => {
  server = await startServer();
  publicUrl = server.context.config.publicUrl;
});
afterAll(() => server.close());

const minute = 60_000;
const ada = { email: 'ada@example.test', name: 'Ada Lovelace' };

/** From the button to the address that the provider sends the browser back to, not opened yet. */
async function reachCallback(
  browser: Browser,
  options: {
    provider?: SignInProvider;
    person?: { email: string; name: string };
    query?: string;
    action?: string;
  } = {},
): Promise<string> {
  const { provider = 'google', person = ada, query = '', action = 'continue' } = options;
  const start = await browser.open(`/auth/${provider}/start${query}`);
  expect(start.status).toBe(302);
  return answerPage(browser, locationOf(start), person, action);
}

/** Fills in the page 'Local sign-in'. */
async function answerPage(
  browser: Browser,
  address: string,
  person = ada,
  action = 'continue',
): Promise<string> {
  const fields = { email: person.email, display_name: person.name, action };
  const answer = await browser.submit(address, [...new URL(address).searchParams, ...Object.entries(fields)]);
  expect(answer.status).toBe(303);
  return locationOf(answer);
}

function locationOf(answer: Answer): string {
  return answer.headers.location ?? '';
}

async function whoIs(browser: Browser): Promise<Session['user']> {
  return (await browser.open(getSession.path)).json<Session>().user;
}

function withParameter(address: string, name: string, value: string | null): string {
  const url = new URL(address);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}

async function expectRefused(browser: Browser, callback: string, code: string): Promise<void> {
  const answer = await browser.open(callback);
  expect([answer.status, signInResultOf(answer)]).toMatchObject([200, { ok: false, code }]);
  expect(await whoIs(browser)).toBeNull();
}

describe('signing in', () => {
  test('returns from the local page to where it began, as the named user', async () => {
    const browser = new Browser(server);
    const start = await browser.open('/auth/google/start?return=%2F%3Ffilter%3Dmy-apps');
    const page = await browser.open(locationOf(start));
    expect(page.text()).toContain('<h1>Local sign-in</h1>');
    expect(page.text()).toContain('stands in for <strong>Google</strong>');
    const callback = await browser.open(await answerPage(browser, locationOf(start)));
    expect([callback.status, locationOf(callback)]).toEqual([303, `${publicUrl}/?filter=my-apps`]);
    expect(await whoIs(browser)).toMatchObject({
      email: ada.email,
      username: ada.name,
      role: 'user',
      provider: 'google.com',
      lastLoginAt: server.clock.now().toISOString(),
    });
  });

  test('sets a cookie that scripts, other hosts and other sites cannot read', async () => {
    const browser = new Browser(server);
    const answer = await browser.open(await reachCallback(browser));
    const [session] = answer.headers['set-cookie'] ?? [];
    expect(session).toMatch(
      /^__Host-flux-session=[\w-]{43}; Path=\/; Max-Age=2592000; Priority=High; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('requests a code with PKCE, a state and a nonce', async () => {
    const browser = new Browser(server);
    const url = new URL(locationOf(await browser.open('/auth/github/start')));
    expect(url.href).toContain(`${publicUrl}/local-sign-in/github/authorize?`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}/auth/github/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('binds the attempt to the browser by a ten-minute cookie that success deletes', async () => {
    const browser = new Browser(server);
    const start = await browser.open('/auth/google/start');
    expect(start.headers['set-cookie']?.[0]).toMatch(
      /^__Host-flux-sign-in=[\w-]{43}; Path=\/; Max-Age=600; Priority=High; HttpOnly; SameSite=Lax; Secure$/,
    );
    await browser.open(await answerPage(browser, locationOf(start)));
    expect([...browser.cookies.keys()]).toEqual(['__Host-flux-session']);
  });

  test('again uses the same account, with a new session, and ends the former one', async () => {
    const browser = new Browser(server);
    await browser.open(await reachCallback(browser));
    const first = await whoIs(browser);
    const old = new Browser(server);
    for (const [name, value] of browser.cookies) old.cookies.set(name, value);
    server.clock.advance(minute);
    await browser.open(await reachCallback(browser, { person: { ...ada, email: 'ADA@example.test' } }));
    const second = await whoIs(browser);
    expect(second?.id).toBe(first?.id);
    expect(second?.lastLoginAt).not.toBe(first?.lastLoginAt);
    expect(await whoIs(old)).toBeNull();
  });

  test('with one e-mail address at three providers makes three accounts', async () => {
    const ids = new Set<string | undefined>();
    for (const provider of ['google', 'github', 'microsoft'] as const) {
      const browser = new Browser(server);
      await browser.open(await reachCallback(browser, { provider }));
      const user = await whoIs(browser);
      expect(user?.provider).toBe(`${provider}.com`);
      ids.add(user?.id);
    }
    expect(ids.size).toBe(3);
  });

  test('for the first time in two browsers at once makes one account', async () => {
    const person = { email: 'twin@example.test', name: 'Twin' };
    const browsers = Array.from({ length: 6 }, () => new Browser(server));
    const callbacks = await Promise.all(browsers.map((browser) => reachCallback(browser, { person })));
    await Promise.all(browsers.map((browser, index) => browser.open(callbacks[index] ?? '')));
    const ids = await Promise.all(browsers.map(async (browser) => (await whoIs(browser))?.id));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
    const users = server.context.db.selectFrom('users').selectAll().where('email', '=', person.email);
    expect(await users.execute()).toHaveLength(1);
  });

  test('in two tabs of one browser works in both', async () => {
    const browser = new Browser(server);
    const first = await reachCallback(browser, { query: '?return=/upload' });
    const second = await reachCallback(browser, { provider: 'github', query: '?return=/dashboard' });
    expect(locationOf(await browser.open(first))).toBe(`${publicUrl}/upload`);
    expect((await whoIs(browser))?.provider).toBe('google.com');
    expect(locationOf(await browser.open(second))).toBe(`${publicUrl}/dashboard`);
    expect((await whoIs(browser))?.provider).toBe('github.com');
    expect([...browser.cookies.keys()]).toEqual(['__Host-flux-session']);
  });

  test('deletes the cookie even if an attempt in another tab expired', async () => {
    const browser = new Browser(server);
    await browser.open('/auth/google/start');
    server.clock.advance(10 * minute + 1);
    await browser.open(await reachCallback(browser));
    expect([...browser.cookies.keys()]).toEqual(['__Host-flux-session']);
  });

  test('in a popup notifies the opener and closes', async () => {
    const browser = new Browser(server);
    const answer = await browser.open(
      await reachCallback(browser, { provider: 'github', query: '?mode=popup' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.text()).toContain('new BroadcastChannel("flux-sign-in")');
    expect(signInResultOf(answer)).toEqual({ provider: 'github', purpose: 'sign-in', ok: true });
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
    expect(answer.text()).toContain(`<script nonce="${nonce}">`);
    expect(await whoIs(browser)).not.toBeNull();
  });

  test.each([
    [{ email: 'grace@example.test', name: '' }, 'grace'],
    [{ email: 'grace2@example.test', name: ' \t Grace\u0007  Hopper ' }, 'Grace Hopper'],
    [{ email: 'long@example.test', name: 'x'.repeat(300) }, 'x'.repeat(80)],
    [{ email: 'markup@example.test', name: '<b>"Bob"</b>' }, '<b>"Bob"</b>'],
  ])('names %j %j', async (person, username) => {
    const browser = new Browser(server);
    await browser.open(await reachCallback(browser, { person }));
    expect((await whoIs(browser))?.username).toBe(username);
  });

  test('as a configured admin makes an admin, in any letter case', async () => {
    const browser = new Browser(server);
    const person = { email: 'Admin@flux.localhost', name: 'Root' };
    await browser.open(await reachCallback(browser, { person }));
    expect((await whoIs(browser))?.role).toBe('admin');
  });
});

describe('a callback is refused', () => {
  test('without a state, or with another or two states', async () => {
    for (const state of [null, 'x'.repeat(43), '']) {
      const browser = new Browser(server);
      const callback = withParameter(await reachCallback(browser), 'state', state);
      await expectRefused(browser, callback, 'auth/invalid-state');
    }
    const browser = new Browser(server);
    await expectRefused(browser, `${await reachCallback(browser)}&state=x`, 'auth/invalid-state');
  });

  test('the second time', async () => {
    const browser = new Browser(server);
    const callback = await reachCallback(browser);
    await browser.open(callback);
    const session = new Map(browser.cookies);
    browser.cookies.clear();
    await expectRefused(browser, callback, 'auth/invalid-state');
    for (const [name, value] of session) browser.cookies.set(name, value);
    await browser.open(callback);
    expect(await whoIs(browser)).toMatchObject({ email: ada.email });
  });

  test('in another browser, and is then consumed', async () => {
    const victim = new Browser(server);
    const attacker = new Browser(server);
    await victim.open('/auth/google/start');
    const callback = await reachCallback(attacker);
    await expectRefused(victim, callback, 'auth/invalid-state');
    await expectRefused(attacker, callback, 'auth/invalid-state');
  });

  test('with the response of another provider', async () => {
    const browser = new Browser(server);
    const callback = (await reachCallback(browser)).replace('/auth/google/', '/auth/github/');
    const answer = await browser.open(callback);
    expect(signInResultOf(answer)).toMatchObject({ ok: false, code: 'auth/invalid-state' });
    expect(await whoIs(browser)).toBeNull();
  });

  test('if the provider names another issuer', async () => {
    const browser = new Browser(server);
    const callback = await reachCallback(browser);
    const other = withParameter(callback, 'iss', `${publicUrl}/local-sign-in/github`);
    await expectRefused(browser, other, 'auth/invalid-credential');
    await expectRefused(
      browser,
      withParameter(await reachCallback(browser), 'iss', null),
      'auth/invalid-credential',
    );
  });

  test('after ten minutes', async () => {
    const browser = new Browser(server);
    const callback = await reachCallback(browser);
    server.clock.advance(10 * minute + 1);
    await expectRefused(browser, callback, 'auth/invalid-state');
  });

  test('with a code that is older than a minute, invented, or of another sign-in', async () => {
    const old = new Browser(server);
    const callback = await reachCallback(old);
    server.clock.advance(minute);
    await expectRefused(old, callback, 'auth/invalid-credential');

    const browser = new Browser(server);
    await expectRefused(
      browser,
      withParameter(await reachCallback(browser), 'code', 'x'.repeat(43)),
      'auth/invalid-credential',
    );

    const stolen = new URL(await reachCallback(new Browser(server))).searchParams.get('code');
    await expectRefused(
      browser,
      withParameter(await reachCallback(browser), 'code', stolen),
      'auth/invalid-credential',
    );
  });

  test('if the nonce differs', async () => {
    const browser = new Browser(server);
    const start = locationOf(await browser.open('/auth/google/start'));
    const callback = await answerPage(browser, withParameter(start, 'nonce', 'another'));
    await expectRefused(browser, callback, 'auth/invalid-credential');
  });

  test('if the PKCE challenge differs', async () => {
    const browser = new Browser(server);
    const start = locationOf(await browser.open('/auth/google/start'));
    const callback = await answerPage(browser, withParameter(start, 'code_challenge', 'x'.repeat(43)));
    await expectRefused(browser, callback, 'auth/invalid-credential');
  });

  test('if the user cancelled, with texts for a redirect and for a popup', async () => {
    const browser = new Browser(server);
    const callback = await reachCallback(browser, { action: 'cancel' });
    await expectRefused(browser, callback, 'auth/redirect-cancelled-by-user');
    const popup = { provider: 'microsoft', query: '?mode=popup', action: 'cancel' } as const;
    const answer = await browser.open(await reachCallback(browser, popup));
    expect(signInResultOf(answer)).toMatchObject({ ok: false, code: 'auth/popup-closed-by-user' });
  });
});

test('unfinished attempts are deleted, current ones stay', async () => {
  const browser = new Browser(server);
  await browser.open('/auth/google/start');
  server.clock.advance(11 * minute);
  const callback = await reachCallback(browser);
  await pruneSignIns(server.context);
  const rows = await server.context.db.selectFrom('sign_in_attempts').select('created_at').execute();
  expect(rows).toHaveLength(1);
  expect(locationOf(await browser.open(callback))).toBe(`${publicUrl}/`);
});

test('the database has neither the state nor the browser secret of an attempt', async () => {
  const browser = new Browser(server);
  const start = new URL(locationOf(await browser.open('/auth/google/start')));
  const rows = JSON.stringify(await server.context.db.selectFrom('sign_in_attempts').selectAll().execute());
  expect(rows).not.toContain(start.searchParams.get('state'));
  expect(rows).not.toContain(browser.cookies.get('__Host-flux-sign-in'));
});
