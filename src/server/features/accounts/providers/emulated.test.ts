import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '#server/testing/http/browser.ts';
import { signInResultOf } from '#server/testing/people/sign-in-result.ts';
import {
  EmulatedProviders,
  emulatedImpostor,
  emulatedPerson,
  pickPerson,
} from '#server/testing/providers/emulated.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import { type SignInProvider, signInProviders } from '#shared/accounts/sign-in.ts';

let providers: EmulatedProviders;
let server: TestServer;
let publicUrl: string;
const logged: string[] = [];
beforeAll(async () => {
  providers = await EmulatedProviders.create();
  server = await startServer({
    env: { ...providers.env, FLUX_LOG_LEVEL: 'warn' },
    log: (line) => logged.push(line),
  });
  publicUrl = server.context.config.publicUrl;
  await providers.start(publicUrl);
});
afterAll(async () => {
  await server.close();
  await providers.close();
});

const names = ['google', 'github', 'microsoft', 'oidc'] as const satisfies SignInProvider[];

/** From the button to the address that the provider sends the browser back to, not opened yet. */
async function reachCallback(browser: Browser, name: SignInProvider, email = emulatedPerson.email) {
  const mode = signInProviders[name].flow;
  const start = await browser.open(`/auth/${name}/start?mode=${mode}&return=/upload`);
  return pickPerson(start.headers.location ?? '', email);
}

async function whoIs(browser: Browser): Promise<Session['user']> {
  return (await browser.open(getSession.path)).json<Session>().user;
}

async function signIn(name: SignInProvider, email = emulatedPerson.email): Promise<Session['user']> {
  const browser = new Browser(server);
  await browser.open(await reachCallback(browser, name, email));
  return whoIs(browser);
}

async function expectRefused(browser: Browser, callback: string, code: string): Promise<void> {
  expect(signInResultOf(await browser.open(callback))).toMatchObject({ ok: false, code });
  expect(await whoIs(browser)).toBeNull();
}

function changed(callback: string, parameters: Record<string, string>): string {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

test('only configured providers have buttons, in order', async () => {
  const session = (await new Browser(server).open(getSession.path)).json<Session>();
  expect(session.providers).toEqual([
    { name: 'google', label: 'Google' },
    { name: 'github', label: 'GitHub' },
    { name: 'microsoft', label: 'Microsoft' },
    { name: 'oidc', label: 'Acme' },
  ]);
  expect((await new Browser(server).open('/local-sign-in/google/authorize')).status).toBe(404);
});

describe.each(names)('%s', (name) => {
  const { id, flow } = signInProviders[name];

  test('signs a user in, and again as the same account', async () => {
    const browser = new Browser(server);
    const answer = await browser.open(await reachCallback(browser, name));
    if (flow === 'redirect')
      expect([answer.status, answer.headers.location]).toEqual([303, `${publicUrl}/upload`]);
    else expect(signInResultOf(answer)).toEqual({ provider: name, purpose: 'sign-in', ok: true });
    const user = await whoIs(browser);
    expect(user).toMatchObject({ ...renamed(emulatedPerson), role: 'user', provider: id });
    expect((await signIn(name))?.id).toBe(user?.id);
  });

  test('re-authenticates a user', async () => {
    const browser = new Browser(server);
    await browser.open(await reachCallback(browser, name));
    const start = await browser.open(`/auth/${name}/start?mode=${flow}&purpose=confirm&return=/profile`);
    const callback = await pickPerson(start.headers.location ?? '', emulatedPerson.email);
    expect(signInResultOf(await browser.open(callback))).toEqual({
      provider: name,
      purpose: 'confirm',
      ok: true,
    });
  });

  test('lets the user cancel', async () => {
    const browser = new Browser(server);
    const callback = new URL(await reachCallback(browser, name));
    callback.searchParams.delete('code');
    const cancelled = flow === 'popup' ? 'auth/popup-closed-by-user' : 'auth/redirect-cancelled-by-user';
    await expectRefused(browser, changed(callback.href, { error: 'access_denied' }), cancelled);
  });

  test('accepts no code twice, not even in a new attempt', async () => {
    const browser = new Browser(server);
    const callback = await reachCallback(browser, name);
    const code = new URL(callback).searchParams.get('code') ?? '';
    await browser.open(callback);
    browser.cookies.delete('__Host-flux-session');
    await expectRefused(browser, callback, 'auth/invalid-state');
    const next = await reachCallback(browser, name);
    await expectRefused(browser, changed(next, { code }), 'auth/invalid-credential');
  });

  test('refuses an invented or expired code', async () => {
    const browser = new Browser(server);
    const madeUp = changed(await reachCallback(browser, name), { code: 'x'.repeat(40) });
    await expectRefused(browser, madeUp, 'auth/invalid-credential');
    const late = await reachCallback(browser, name);
    server.clock.advance(10 * 60_000 + 1);
    await expectRefused(browser, late, 'auth/invalid-state');
  });

  test('logs a failed sign-in without its code, its state and the client secret', async () => {
    const browser = new Browser(server);
    const callback = new URL(await reachCallback(browser, name));
    const { code = '', state = '' } = Object.fromEntries(callback.searchParams);
    logged.splice(0);
    await expectRefused(
      browser,
      changed(callback.href, { code: `${code}-forged` }),
      'auth/invalid-credential',
    );
    const log = logged.join('');
    expect(log).toContain('sign-in failed');
    for (const secret of [code, state, 'client_secret']) {
      expect(secret).not.toBe('');
      expect(log).not.toContain(secret);
    }
  });

  test('refuses a response with another state or in another browser', async () => {
    const browser = new Browser(server);
    const forged = changed(await reachCallback(browser, name), { state: 'x'.repeat(43) });
    await expectRefused(browser, forged, 'auth/invalid-state');
    const mine = await reachCallback(new Browser(server), name);
    await expectRefused(browser, mine, 'auth/invalid-state');
  });

  test('refuses a response of another provider', async () => {
    for (const other of names.filter((candidate) => candidate !== name)) {
      const browser = new Browser(server);
      const callback = await reachCallback(browser, other);
      const moved = callback.replace(`/auth/${other}/`, `/auth/${name}/`);
      await expectRefused(browser, moved, 'auth/invalid-state');
    }
  });

  test('refuses a code of another provider with its own state', async () => {
    const other = name === 'google' ? 'microsoft' : 'google';
    const browser = new Browser(server);
    const code = new URL(await reachCallback(browser, other)).searchParams.get('code') ?? '';
    const callback = changed(await reachCallback(browser, name), { code });
    await expectRefused(browser, callback, 'auth/invalid-credential');
  });
});

test('one address at four providers makes four accounts', async () => {
  const users = [];
  for (const name of names) users.push(await signIn(name));
  expect(new Set(users.map((user) => user?.id)).size).toBe(4);
  expect(new Set(users.map((user) => user?.email))).toEqual(new Set([emulatedPerson.email]));
});

test('an admin’s address that Google or Microsoft has not verified makes no admin', async () => {
  for (const name of ['google', 'microsoft'] as const)
    expect(await signIn(name, emulatedImpostor.email)).toMatchObject({
      email: emulatedImpostor.email,
      role: 'user',
    });
});

test.each(names)('an outage of %s is reported before and after the redirect, and ends', async (name) => {
  const browser = new Browser(server);
  const callback = await reachCallback(browser, name);
  await providers.stop(name);
  await expectRefused(browser, callback, 'auth/network-request-failed');
  await providers.start(publicUrl, [name]);
  expect(await signIn(name)).toMatchObject({ email: emulatedPerson.email });
});

function renamed({ email, name }: typeof emulatedPerson) {
  return { email, username: name };
}
