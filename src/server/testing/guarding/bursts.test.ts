import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSession } from '#shared/accounts/accounts.ts';
import { defaultRateLimits } from '../../platform/http/guards/rate-limits.ts';
import { Browser } from '../http/browser.ts';
import { type Answer, request } from '../http/request.ts';
import { signIn } from '../people/people.ts';
import { signInResultOf } from '../people/sign-in-result.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { pathOf } from './objects.ts';
import { nameOf, startServerWithRoutes } from './routes.ts';

const apiPerAddress = 40;
const apiPerAccount = 15;
const rateLimits = { ...defaultRateLimits, apiPerAddress, apiPerAccount };

/** A forwarded address, for servers that trust the proxy. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const locationOf = (answer: Answer) => answer.headers.location ?? '';

function expectTooMany(answer: Answer): void {
  expect(answer.status).toBe(429);
  expect(answer.json()).toMatchObject({ success: false, code: 'too_many_requests' });
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
}

describe('from one address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ rateLimits });
  });
  afterAll(() => server.close());

  test('a class of thirty signs in within a minute, within a limit', async () => {
    for (let pupil = 0; pupil < 30; pupil += 1) {
      const browser = new Browser(server);
      const page = locationOf(await browser.open('/auth/google/start'));
      expect((await browser.open(page)).status).toBe(200);
      const person = { email: `pupil${pupil}@example.test`, display_name: 'Pupil', action: 'continue' };
      const form = [...new URL(page).searchParams, ...Object.entries(person)];
      const callback = locationOf(await browser.submit(page, form));
      expect((await browser.open(callback)).status).toBe(303);
    }
    const spoofed = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'];
    for (const path of ['/auth/google/start', '/auth/google/callback?state=a&code=b'])
      for (const name of ['accept', ...spoofed]) {
        const refused = await request(server, path, { headers: { [name]: '198.51.100.7' } });
        expect([path, name, refused.status]).toEqual([path, name, 429]);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(signInResultOf(refused)).toMatchObject({ code: 'auth/too-many-requests' });
        expect(refused.headers['set-cookie']).toBeUndefined();
      }
    const rows = await server.context.db.selectFrom('sign_in_attempts').select('created_at').execute();
    expect(rows).toEqual([]);
    // Signed-in users are unaffected.
    expect((await request(server, getSession.path)).status).toBe(200);
  });

  test('a burst on the API is refused, whatever its headers claim, and pages still work', async () => {
    const answers: Answer[] = [];
    for (let index = 0; index < apiPerAddress + 5; index += 1)
      answers.push(await request(server, '/api/applications', { headers: from(`198.51.100.${index}`) }));
    const statuses = answers.map(({ status }) => status);
    // The test above has used up one.
    expect(statuses.indexOf(429)).toBe(apiPerAddress - 1);
    expect(new Set(statuses.slice(apiPerAddress))).toEqual(new Set([429]));
    expectTooMany(answers[apiPerAddress] as Answer);
    for (const path of ['/healthz', '/serve/nothing'])
      expect((await request(server, path)).status).not.toBe(429);
  });
});

describe('behind a trusted proxy', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ rateLimits, env: { FLUX_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(() => server.close());

  test('an account is counted over its sessions and addresses, separately from others', async () => {
    const sessions = await Promise.all([signIn(server, 'ada'), signIn(server, 'ada')]);
    const ask = (index: number) =>
      (sessions[index % 2] ?? sessions[0]).fetch('/api/users/me', { headers: from(`198.51.100.${index}`) });
    for (let index = 0; index < apiPerAccount; index += 1) expect((await ask(index)).status).toBe(200);
    expectTooMany(await ask(apiPerAccount));
    expectTooMany(await ask(apiPerAccount + 1));
    const bob = await signIn(server, 'bob');
    const answer = await bob.fetch('/api/users/me', { headers: from('198.51.100.0') });
    expect(answer.status).toBe(200);
  });

  test('forwarded addresses added by clients do not count', async () => {
    const ask = (claimed: string) =>
      request(server, '/api/applications', { headers: from(`${claimed}, 203.0.113.5`) });
    for (let index = 0; index < apiPerAddress; index += 1)
      expect((await ask(`198.51.100.${index}`)).status).toBe(200);
    expectTooMany(await ask('198.51.100.99'));
  });
});

describe('every call', () => {
  const refused = { ...defaultRateLimits, apiPerAddress: 0 };

  test('is counted, however its address is spelled', async () => {
    const { server, routes } = await startServerWithRoutes({ rateLimits: refused });
    try {
      const calls = routes.filter(({ url }) => url.startsWith('/api/'));
      expect(calls.length).toBeGreaterThan(80);
      for (const route of calls)
        for (const spelled of ['/api/', '/%61pi/', '/ap%69/', '/%61%70%69/']) {
          const path = pathOf(route).replace('/api/', spelled);
          const answer = await request(server, path, { method: route.method });
          expect([nameOf(route), spelled, answer.status]).toEqual([nameOf(route), spelled, 429]);
        }
    } finally {
      await server.close();
    }
  });

  test('is refused for pages of other sites without counting for their visitors', async () => {
    const { server, routes } = await startServerWithRoutes({ rateLimits });
    try {
      const counted = routes.filter(({ url }) => /^\/(?:api|auth)\//.test(url));
      const mine = await signIn(server, 'ada');
      for (const route of counted)
        for (const site of ['cross-site', 'same-site']) {
          const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
          const answer = await mine.fetch(pathOf(route), { method: route.method, headers });
          expect([nameOf(route), site, answer.status]).toEqual([nameOf(route), site, 403]);
        }
      const game = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
      for (let index = 0; index < 2_000; index += 1) {
        const path = index % 2 === 0 ? '/api/users/me' : '/auth/google/start';
        expect((await mine.fetch(path, { headers: game })).status).toBe(403);
      }
      expect((await mine.fetch('/api/users/me')).status).toBe(200);
      expect((await mine.fetch('/auth/google/start')).status).toBe(302);
    } finally {
      await server.close();
    }
  });
});
