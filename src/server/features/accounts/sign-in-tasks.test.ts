import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import { freshSignInMilliseconds, type SignInProvider } from '#shared/accounts/sign-in.ts';
import { defaultRateLimits } from '../../platform/http/guards/rate-limits.ts';
import { Browser } from '../../testing/http/browser.ts';
import type { Answer } from '../../testing/http/request.ts';
import { somethingWaits } from '../../testing/measures/waiting.ts';
import { signInResultOf } from '../../testing/people/sign-in-result.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { signInPerson } from './sign-in.ts';
import { addIdentity } from './store.ts';

let server: TestServer;
let publicUrl: string;
beforeAll(async () => {
  server = await startServer();
  publicUrl = server.context.config.publicUrl;
});
afterAll(() => server.close());

interface Way {
  provider: SignInProvider;
  email: string;
  purpose?: string;
  mode?: string;
}

/** From the button to the address that the local provider sends the browser back to, not opened yet. */
async function reachCallback(browser: Browser, { provider, email, ...query }: Way): Promise<string> {
  const asked = new URLSearchParams({ return: '/profile', ...query });
  const start = await browser.open(`/auth/${provider}/start?${asked}`);
  const address = start.headers.location ?? '';
  const fields = { email, display_name: email, action: 'continue' };
  const form = [...new URL(address).searchParams, ...Object.entries(fields)] as [string, string][];
  return (await browser.submit(address, form)).headers.location ?? '';
}

async function go(browser: Browser, way: Way): Promise<Answer> {
  return browser.open(await reachCallback(browser, way));
}

async function signedIn(email: string, provider: SignInProvider = 'google'): Promise<Browser> {
  const browser = new Browser(server);
  await go(browser, { provider, email });
  return browser;
}

async function whoIs(browser: Browser): Promise<Session['user']> {
  return (await browser.open(getSession.path)).json<Session>().user;
}

/** The same browser with the cookies of an earlier moment. */
function copyOf(browser: Browser): Browser {
  const copy = new Browser(server);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

async function countUsers(): Promise<number> {
  return (await server.context.db.selectFrom('users').select('id').execute()).length;
}

const refusal = (purpose: string, code: string) => expect.objectContaining({ ok: false, purpose, code });

describe('linking an identity', () => {
  test('signs in to the same account afterwards and keeps its name and address', async () => {
    const browser = await signedIn('ada@example.test');
    const ada = await whoIs(browser);
    const answer = await go(browser, {
      provider: 'github',
      email: 'octo@example.test',
      purpose: 'link',
      mode: 'popup',
    });
    expect(signInResultOf(answer)).toEqual({ provider: 'github', purpose: 'link', ok: true });
    expect(answer.headers['set-cookie']?.filter((cookie) => cookie.includes('flux-session'))).toEqual([]);
    expect(await whoIs(browser)).toEqual(ada);
    server.clock.advance(1_000);
    expect(await whoIs(await signedIn('octo@example.test', 'github'))).toEqual({
      ...ada,
      lastLoginAt: server.clock.now().toISOString(),
    });
  });

  test('by a redirect returns to the page with its result', async () => {
    const browser = await signedIn('redirect@example.test', 'github');
    const answer = await go(browser, { provider: 'google', email: 'more@example.test', purpose: 'link' });
    expect(signInResultOf(answer)).toEqual({ provider: 'google', purpose: 'link', ok: true });
    expect(answer.text()).toContain('location.replace("/profile")');
  });

  test('never merges two accounts, even with the same address', async () => {
    const email = 'twice@example.test';
    const [byGoogle, byGithub] = [await signedIn(email), await signedIn(email, 'github')];
    const users = [await whoIs(byGoogle), await whoIs(byGithub)];
    const answer = await go(byGoogle, { provider: 'github', email, purpose: 'link' });
    expect(signInResultOf(answer)).toEqual(refusal('link', 'auth/credential-already-in-use'));
    expect([await whoIs(byGoogle), await whoIs(byGithub)]).toEqual(users);
    expect((await whoIs(await signedIn(email, 'github')))?.id).toBe(users[1]?.id);
  });

  test('that the account already has is refused', async () => {
    const browser = await signedIn('again@example.test');
    const answer = await go(browser, { provider: 'google', email: 'again@example.test', purpose: 'link' });
    expect(signInResultOf(answer)).toEqual(refusal('link', 'auth/provider-already-linked'));
  });

  test('to two accounts at the same time succeeds for one', async () => {
    const browsers = await Promise.all([signedIn('left@example.test'), signedIn('right@example.test')]);
    const way = { provider: 'microsoft', email: 'shared@example.test', purpose: 'link' } as const;
    const callbacks = await Promise.all(browsers.map((browser) => reachCallback(browser, way)));
    const answers = await Promise.all(browsers.map((browser, index) => browser.open(callbacks[index] ?? '')));
    const results = answers.map(signInResultOf);
    expect(results.filter((result) => result?.ok)).toHaveLength(1);
    expect(results).toContainEqual(refusal('link', 'auth/credential-already-in-use'));
  });
});

describe('an account with several identities', () => {
  const way = { id: 'microsoft.com' } as const;
  const nobody = { cookieHeader: undefined, userAgent: '' };
  const vouched = (subject: string, email: string, emailVerified: boolean) => ({
    issuer: 'https://issuer.test',
    subject,
    email,
    emailVerified,
    displayName: subject,
    provedSecondsAgo: 0,
  });

  async function account(subject: string) {
    const { db } = server.context;
    const users = db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(['users.id', 'users.email', 'users.email_verified', 'users.provider'])
      .where('identities.subject', '=', subject);
    return users.executeTakeFirstOrThrow();
  }

  /** A user with two identities, whose addresses a test chooses. */
  async function personWithTwo(
    name: string,
    firstEmail: string,
    second: { email: string; verified: boolean },
  ) {
    await signInPerson(server.context, { id: 'google.com' }, vouched(name, firstEmail, true), nobody);
    const { id } = await account(name);
    const person = {
      ...vouched(`${name} too`, second.email, second.verified),
      provider: way.id,
      username: name,
      isAdmin: false,
    };
    server.clock.advance(1_000);
    await server.context.db.transaction().execute((trx) => addIdentity(trx, person, id, server.clock.now()));
    return id;
  }

  test('takes its address from the identity that set it, even if another identity has the same', async () => {
    const email = 'both@example.test';
    await personWithTwo('Both', email, { email, verified: false });
    const before = await account('Both');
    // The second identity signs in with another address, or with an unverified one.
    for (const other of ['stolen@example.test', email])
      await signInPerson(server.context, way, vouched('Both too', other, false), nobody);
    expect(await account('Both')).toEqual(before);
    await signInPerson(
      server.context,
      { id: 'google.com' },
      vouched('Both', 'new@example.test', false),
      nobody,
    );
    expect(await account('Both')).toEqual({ ...before, email: 'new@example.test', email_verified: false });
  });

  test('takes no address from an identity of another account', async () => {
    const noAddress = { ...vouched('Bare', '', true), email: null };
    await personWithTwo('Bare', 'bare@example.test', { email: 'other@example.test', verified: false });
    await signInPerson(server.context, { id: 'google.com' }, noAddress, nobody);
    await signInPerson(server.context, way, vouched('Bare too', 'other@example.test', false), nobody);
    expect(await account('Bare')).toMatchObject({ email: null, provider: 'google.com' });
  });
});

describe('re-authentication', () => {
  test('replaces the session with a fresh one', async () => {
    const browser = await signedIn('fresh@example.test');
    const before = copyOf(browser);
    server.clock.advance(60 * 60_000);
    const answer = await go(browser, {
      provider: 'google',
      email: 'fresh@example.test',
      purpose: 'confirm',
    });
    expect(signInResultOf(answer)).toEqual({ provider: 'google', purpose: 'confirm', ok: true });
    const user = await whoIs(browser);
    expect(user).toMatchObject({
      email: 'fresh@example.test',
      lastLoginAt: server.clock.now().toISOString(),
    });
    expect(await whoIs(before)).toBeNull();
    const sessions = await server.context.db
      .selectFrom('sessions')
      .select('created_at')
      .where('user_id', '=', user?.id ?? '')
      .execute();
    expect(sessions).toEqual([{ created_at: server.clock.now() }]);
  });

  test('does nothing if the requesting session ends in the meantime', async () => {
    const browser = await signedIn('ended@example.test');
    const id = (await whoIs(browser))?.id ?? '';
    const way = { provider: 'google', email: 'ended@example.test', purpose: 'confirm' } as const;
    const callback = await reachCallback(browser, way);
    const { db } = server.context;
    const answer = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
      const opened = browser.open(callback);
      await somethingWaits(db);
      return { opened };
    });
    expect(signInResultOf(await answer.opened)).toEqual(refusal('confirm', 'auth/no-current-user'));
    const left = db.selectFrom('sessions').select('id').where('user_id', '=', id);
    expect(await left.execute()).toEqual([]);
  });

  test('works with any identity of the account', async () => {
    const browser = await signedIn('ways@example.test');
    const added = { provider: 'github', email: 'ways.too@example.test' } as const;
    await go(browser, { ...added, purpose: 'link' });
    expect(signInResultOf(await go(browser, { ...added, purpose: 'confirm' }))).toMatchObject({ ok: true });
  });

  test('as another user, or as an unknown one, changes nothing', async () => {
    await signedIn('other@example.test', 'github');
    const browser = await signedIn('me@example.test');
    const users = await countUsers();
    for (const email of ['other@example.test', 'nobody@example.test', 'me@example.test']) {
      const answer = await go(browser, { provider: 'github', email, purpose: 'confirm' });
      expect(signInResultOf(answer)).toEqual(refusal('confirm', 'auth/user-mismatch'));
      expect(await whoIs(browser)).toMatchObject({ email: 'me@example.test' });
    }
    expect(await countUsers()).toBe(users);
  });
});

test('linking requires a recent sign-in, and re-authentication is enough', async () => {
  const browser = await signedIn('careless@example.test');
  const link = { provider: 'github', email: 'thief@example.test', purpose: 'link' } as const;
  server.clock.advance(freshSignInMilliseconds);
  const start = '/auth/github/start?purpose=link&return=/profile';
  expect(signInResultOf(await browser.open(start))).toEqual(refusal('link', 'auth/requires-recent-login'));
  await go(browser, { provider: 'google', email: 'careless@example.test', purpose: 'confirm' });
  expect(signInResultOf(await go(browser, link))).toEqual({ provider: 'github', purpose: 'link', ok: true });
});

describe.each(['link', 'confirm'])('to %s', (purpose) => {
  const start = `/auth/github/start?purpose=${purpose}&return=/profile`;

  test('requires a signed-in user at the start and at the end', async () => {
    expect(signInResultOf(await new Browser(server).open(start))).toEqual(
      refusal(purpose, 'auth/no-current-user'),
    );
    const browser = await signedIn('leaver@example.test');
    const callback = await reachCallback(browser, {
      provider: 'google',
      email: 'leaver@example.test',
      purpose,
    });
    browser.cookies.delete('__Host-flux-session');
    expect(signInResultOf(await browser.open(callback))).toEqual(refusal(purpose, 'auth/no-current-user'));
  });

  test('requires the same user at the end', async () => {
    const browser = await signedIn('first@example.test');
    const callback = await reachCallback(browser, {
      provider: 'github',
      email: `new-${purpose}@example.test`,
      purpose,
    });
    const second = await signedIn('second@example.test');
    browser.cookies.set('__Host-flux-session', second.cookies.get('__Host-flux-session') ?? '');
    expect(signInResultOf(await browser.open(callback))).toEqual(refusal(purpose, 'auth/user-mismatch'));
    expect(await whoIs(await signedIn(`new-${purpose}@example.test`, 'github'))).not.toMatchObject({
      email: expect.stringMatching(/first|second/),
    });
  });

  test.each(['cross-site', 'same-site', 'none', undefined])(
    'starts on a page of Flux, not from %s',
    async (site) => {
      const browser = await signedIn('visited@example.test');
      const answer = await browser.open(start, { 'sec-fetch-site': site });
      expect([answer.status, answer.json()]).toMatchObject([403, { code: 'cross_site' }]);
    },
  );

  test('uses the Referer if the browser sends no Sec-Fetch-Site', async () => {
    const browser = await signedIn('plain@example.test');
    const silent = { 'sec-fetch-site': undefined };
    expect((await browser.open(start, { ...silent, referer: `${publicUrl}/profile` })).status).toBe(302);
    for (const referer of ['https://evil.test/', `${publicUrl}.evil.test/`])
      expect((await browser.open(start, { ...silent, referer })).status).toBe(403);
  });
});

test('an unknown purpose is refused', async () => {
  for (const purpose of ['', 'delete', 'link&purpose=confirm', '__proto__'])
    expect((await new Browser(server).open(`/auth/google/start?purpose=${purpose}`)).status).toBe(400);
});

test('the provider of an account is set if unknown, and otherwise kept', async () => {
  const { db } = server.context;
  const browser = await signedIn('old@example.test');
  const id = (await whoIs(browser))?.id ?? '';
  await go(browser, { provider: 'github', email: 'old@example.test', purpose: 'link' });
  for (const [known, then] of [
    ['unknown', 'github.com'],
    ['', 'github.com'],
    ['google.com', 'google.com'],
  ]) {
    await db
      .updateTable('users')
      .set({ provider: known ?? '' })
      .where('id', '=', id)
      .execute();
    expect((await whoIs(await signedIn('old@example.test', 'github')))?.provider).toBe(then);
  }
});

test('an unexpected error is shown on a page at both ends, and the log has the cause', async () => {
  const lines: string[] = [];
  const broken = await startServer({ log: (line) => lines.push(line) });
  try {
    const browser = new Browser(broken);
    const start = '/auth/github/start?mode=popup&return=/upload';
    const address = (await browser.open(start)).headers.location ?? '';
    const fields = { email: 'ada@example.test', display_name: 'Ada', action: 'continue' };
    const form = [...new URL(address).searchParams, ...Object.entries(fields)] as [string, string][];
    const callback = (await browser.submit(address, form)).headers.location ?? '';
    await sql`alter table sessions rename to lost_sessions`.execute(broken.context.db);
    const ended = await browser.open(callback);
    await sql`alter table sign_in_attempts rename to lost_attempts`.execute(broken.context.db);
    for (const answer of [ended, await browser.open(start)]) {
      expect([answer.status, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      expect(signInResultOf(answer)).toEqual(refusal('sign-in', 'auth/internal-error'));
      expect(answer.text()).toContain('href="/upload"');
    }
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in broke off');
    expect(told).toMatchObject([{ err: { code: '42P01' } }, { err: { code: '42P01' } }]);
  } finally {
    await broken.close();
  }
});

test('whoever hurries too much is told on the page they began on, and when to come back', async () => {
  const rateLimits = { ...defaultRateLimits, signInPerAddress: 1 };
  const strict = await startServer({ rateLimits });
  try {
    const browser = new Browser(strict);
    const start = '/auth/github/start?mode=popup&return=/upload';
    expect((await browser.open(start)).status).toBe(302);
    const answer = await browser.open(start);
    expect([answer.status, Number(answer.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(signInResultOf(answer)).toEqual(refusal('sign-in', 'auth/too-many-requests'));
    expect((await browser.open('/auth/gitlab/start')).json()).toMatchObject({ code: 'too_many_requests' });
  } finally {
    await strict.close();
  }
});
