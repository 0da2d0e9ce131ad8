import { afterAll, beforeAll, expect, test } from 'vitest';

import { Browser } from '../http/browser.ts';
import { type Answer, request } from '../http/request.ts';
import { type Person, signIn } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { sendUpload } from '../people/uploads.ts';
import { startServer, type TestServer } from '../servers/server.ts';

const secretKey = 'secret-key-of-this-server-and-no-other';
let server: TestServer;
let ada: Person;
const logged: string[] = [];
/** An attempt to inject or overwrite log lines. */
const forged = '\n{"level":50,"msg":"forged"}\r\n\u2028\u0085\u001b[2K\u009b2K';
/** Every address that a browser was led to. */
const addresses: string[] = [];
const secrets = new Map<string, string>();

beforeAll(async () => {
  server = await startServer({
    log: (line) => logged.push(line),
    env: { FLUX_LOG_LEVEL: 'trace', FLUX_SECRET_KEY: secretKey },
  });
  secrets.set('the key of the server', secretKey);
  ada = await signIn(server, 'ada');
  remember('session', ada.cookie.split('=')[1]);
});
afterAll(() => server.close());

function remember(what: string, secret: string | null | undefined): void {
  if (!secret || secret.length < 20) throw new Error(`There is no ${what}.`);
  secrets.set(`${what} ${secrets.size}`, secret);
}

/** Records the redirect address of the response. */
function led(answer: Answer): string {
  const { location = '' } = answer.headers;
  addresses.push(location);
  return location;
}

async function attemptOf(browser: Browser, start: string): Promise<URL> {
  const page = new URL(led(await browser.open(start)));
  remember('state', page.searchParams.get('state'));
  remember('nonce', page.searchParams.get('nonce'));
  remember('secret of the browser', browser.cookies.get('__Host-flux-sign-in'));
  const { rows } = await server.context.pool.query<{ code_verifier: string }>(
    'select code_verifier from sign_in_attempts order by created_at desc limit 1',
  );
  remember('code verifier', rows[0]?.code_verifier);
  return page;
}

async function callbackOf(browser: Browser, page: URL, action = 'continue'): Promise<string> {
  const person = { email: 'ada@example.test', display_name: 'Ada', action };
  const form = [...page.searchParams, ...Object.entries(person)];
  const callback = led(await browser.submit(page.href, form));
  const code = new URL(callback).searchParams.get('code');
  if (code !== null) remember('code', code);
  return callback;
}

test('a sign-in, and all its failures', async () => {
  const browser = new Browser(server);
  const callback = await callbackOf(browser, await attemptOf(browser, '/auth/google/start'));
  led(await browser.open(callback));
  remember('session', browser.cookies.get('__Host-flux-session'));
  await browser.open(callback);
  for (const change of [
    (url: URL) => url.searchParams.set('code', 'x'.repeat(43)),
    (url: URL) => url.searchParams.set('iss', 'https://evil.test'),
    (url: URL) => url.searchParams.append('code', 'again'),
    (url: URL) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'server_error');
      url.searchParams.set('error_description', forged);
    },
    (url: URL) => url.searchParams.set('state', 'other'),
  ]) {
    const other = new Browser(server);
    const url = new URL(await callbackOf(other, await attemptOf(other, '/auth/github/start?mode=popup')));
    change(url);
    await other.open(url.href);
  }
  const cancelled = new Browser(server);
  await cancelled.open(
    await callbackOf(cancelled, await attemptOf(cancelled, '/auth/google/start'), 'cancel'),
  );
  // A code redeemed by another client, like a thief.
  const stolen = new Browser(server);
  const { searchParams } = new URL(await callbackOf(stolen, await attemptOf(stolen, '/auth/google/start')));
  await stolen.submit('/local-sign-in/google/token', [...searchParams, ['grant_type', 'authorization_code']]);
});

test('an upload, a private app by its share key, and refusals', async () => {
  const file = Buffer.from('<!doctype html><title>Pong</title>');
  const uploadId = await sendUpload(ada, 'pong.html', file);
  const app = await publishApp(ada, { body: { name: 'Pong', uploadId } });
  const key = new URL(app.shareUrl ?? '').searchParams.get('key');
  remember('share key', key);
  for (const path of [`/play/${app.id}`, `/serve/${app.id}`, `/api/applications/${app.id}/download`]) {
    const door = await request(server, `${path}?key=${key}`, { headers: { referer: app.shareUrl ?? '' } });
    const { location } = door.headers;
    if (location === undefined) continue;
    const { host, pathname, search, searchParams } = new URL(location);
    const ticket = searchParams.get('ticket');
    if (ticket !== null) remember('ticket', ticket);
    const entered = await request(server, pathname + search, { headers: { host } });
    for (const cookie of entered.headers['set-cookie'] ?? [])
      remember('grant', /^[^=]+=([^;]+)/.exec(cookie)?.[1]);
    await request(server, '/nothing', { headers: { host, referer: location } });
  }
  for (const path of ['/api/nothing', '/api/a%2fb', '/nowhere'])
    await ada.fetch(`${path}?key=${key}`, { headers: { referer: app.shareUrl ?? '' } });
  await ada.fetch('/api/users/me', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: `{"username":"${key}`,
  });
});

test('a server error', async () => {
  const { pool } = server.context;
  const key = 'k'.repeat(26);
  remember('share key', key);
  const id = 'a'.repeat(26);
  const headers = {
    'user-agent': `${forged.replace(/\P{ASCII}|\p{Cc}/gu, '')}`,
    authorization: `Bearer ${key}`,
  };
  for (const [table, path, code] of [
    ['apps', `/api/applications/${id}?key=${key}`, 500],
    ['apps', `/serve/${id}?key=${key}`, 500],
    ['sessions', '/api/users/me', 500],
    ['sign_in_attempts', `/auth/google/callback?state=${key}&code=${key}`, 500],
    ['sign_in_attempts', '/auth/google/start', 500],
  ] as const) {
    await pool.query(`alter table ${table} rename to hidden_table`);
    const answer = await ada
      .fetch(path, { headers })
      .finally(() => pool.query(`alter table hidden_table rename to ${table}`));
    expect([path, answer.status]).toEqual([path, code]);
  }
});

test('the log of all these has one JSON line per event, and no secret', () => {
  const lines = logged.map((line) => {
    expect(line.match(/[\p{Cc}\u2028\u2029]/gu)).toEqual(['\n']);
    return JSON.parse(line) as { level: number; msg: string };
  });
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(5);
  expect(lines.filter(({ msg }) => msg === 'sign-in failed').length).toBeGreaterThanOrEqual(4);
  expect(lines.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(JSON.stringify(lines)).toContain('forged');
  expect(secrets.size).toBeGreaterThan(30);
  const text = logged.join('');
  expect([...secrets].filter(([, secret]) => text.includes(secret)).map(([what]) => what)).toEqual([]);
  for (const cookie of [ada.cookie, '__Host-flux']) expect(text).not.toContain(cookie);
});

test('addresses contain only state, nonce and code', () => {
  expect(addresses.length).toBeGreaterThan(15);
  const all = addresses.join('\n');
  const inAddresses = [...secrets]
    .filter(([, secret]) => all.includes(secret))
    .map(([what]) => what.replace(/ \d+$/, ''));
  expect([...new Set(inAddresses)].sort()).toEqual(['code', 'nonce', 'state']);
  expect(all).not.toMatch(/access_token|id_token|code_verifier/);
});
