import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#shared/contract/errors.ts';
import type { RequestInit } from '../http/request.ts';
import { type Person, signIn, visitor } from '../people/people.ts';
import type { TestServer } from '../servers/server.ts';
import { ownedBy, pathOf } from './objects.ts';
import { isUnsafe, nameOf, type Route, startServerWithRoutes } from './routes.ts';
import { stored } from './stored.ts';

let server: TestServer;
let routes: Route[];
/** A user with all rights on the objects: only the Origin check stops these requests. */
let admin: Person;
let before: Record<string, string>;
const paths = new Map<Route, string>();

beforeAll(async () => {
  ({ server, routes } = await startServerWithRoutes());
  admin = await signIn(server, 'admin', { role: 'admin' });
  const ada = await signIn(server, 'ada');
  for (const route of routes) {
    const owner = route.url.startsWith('/api/applications/') ? ada : admin;
    paths.set(route, pathOf(route, (await ownedBy(server, owner, route)) ?? undefined));
  }
  before = await stored(server);
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const ask = (route: Route, init: RequestInit, who = admin) =>
  who.fetch(paths.get(route) ?? '', { method: route.method, ...init });
const changing = () => routes.filter((route) => isUnsafe(route) && !route.fromServers);

test('the routes are found', () => {
  expect(routes.map(nameOf)).toEqual(
    expect.arrayContaining(['PATCH /api/applications/:id', 'POST /api/uploads', 'GET /auth/:provider/start']),
  );
});

describe('no route changes anything for', () => {
  const origins: [string, (own: string) => RequestInit['headers']][] = [
    ['another site', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' })],
    ['another site that forges Origin', (origin) => ({ 'sec-fetch-site': 'cross-site', origin })],
    [
      'a game',
      (own) => ({ 'sec-fetch-site': 'same-site', origin: own.replace('flux.', `${'a'.repeat(26)}.flux.`) }),
    ],
    ['a game that forges Origin', (origin) => ({ 'sec-fetch-site': 'same-site', origin })],
    ['the address bar', () => ({ 'sec-fetch-site': 'none', origin: undefined })],
    ['two words on where it comes from', () => ({ 'sec-fetch-site': ['same-origin', 'cross-site'] })],
    ['an old browser on another site', () => ({ 'sec-fetch-site': undefined, origin: 'https://evil.test' })],
    ['an old browser in an opaque origin', () => ({ 'sec-fetch-site': undefined, origin: 'null' })],
    ['an old browser that says nothing', () => ({ 'sec-fetch-site': undefined, origin: undefined })],
  ];
  test.each(origins)('%s', async (_who, headersFor) => {
    const headers = { ...json, ...headersFor(server.context.config.publicUrl) };
    for (const route of changing()) {
      const answer = await ask(route, { headers, body: '{}' });
      expect([nameOf(route), answer.status, answer.json<ErrorBody>().code]).toEqual([
        nameOf(route),
        403,
        'cross_site',
      ]);
    }
    expect(await stored(server)).toEqual(before);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain;application/json', 'text/json'])(
    'a body in %s',
    async (type) => {
      // The pages of the local sign-in are forms, like those of any identity provider.
      const takesForms = ({ url }: Route) => url.startsWith('/local-sign-in/') && type.includes('form');
      for (const route of changing().filter((each) => !takesForms(each))) {
        const answer = await ask(route, { headers: { 'content-type': type }, body: '{}' });
        expect([nameOf(route), answer.status]).toEqual([nameOf(route), 415]);
      }
      expect(await stored(server)).toEqual(before);
    },
  );

  test('a read, whatever method its headers or address name', async () => {
    // A sign-in attempt is a row that the callback deletes; both are bound to the browser by a state.
    const reading = routes.filter((route) => !isUnsafe(route) && !route.url.startsWith('/auth/'));
    for (const method of [undefined, 'POST', 'DELETE', 'PATCH'])
      for (const route of reading) {
        const headers = {
          'sec-fetch-site': 'cross-site',
          origin: 'https://evil.test',
          'x-http-method-override': method,
          'x-http-method': method,
          'x-method-override': method,
        };
        const address = `${paths.get(route)}${method ? `?_method=${method}` : ''}`;
        const answer = await admin.fetch(address, { method: route.method, headers });
        expect([nameOf(route), method, answer.status]).not.toEqual([nameOf(route), method, 500]);
      }
    expect(await stored(server)).toEqual(before);
  });

  test('other servers: their requests ignore cookies', async () => {
    for (const route of routes.filter((each) => isUnsafe(each) && each.fromServers)) {
      const headers = { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
      const [signedIn, signedOut] = [
        await ask(route, { headers, body: '{}' }),
        await ask(route, { headers: { ...headers, cookie: undefined }, body: '{}' }),
      ];
      expect([nameOf(route), signedIn.status, signedIn.text()]).toEqual([
        nameOf(route),
        signedOut.status,
        signedOut.text(),
      ]);
      expect(signedIn.status).toBeGreaterThanOrEqual(400);
    }
    expect(await stored(server)).toEqual(before);
  });
});

test('the same requests from a page of Flux work', async () => {
  const nobody = visitor(server);
  for (const route of changing()) {
    const answer = await nobody.fetch(paths.get(route) ?? '', {
      method: route.method,
      headers: json,
      body: '{}',
    });
    expect([nameOf(route), [403, 415].includes(answer.status)]).toEqual([
      nameOf(route),
      // The local sign-in form accepts no JSON.
      route.url.startsWith('/local-sign-in/'),
    ]);
  }
  expect(await stored(server)).toEqual(before);
  const removal = routes.find((route) => nameOf(route) === 'DELETE /api/applications/:id');
  if (!removal) throw new Error('There is no such route.');
  expect((await ask(removal, { headers: json, body: '{}' })).status).toBe(200);
  expect(await stored(server)).not.toEqual(before);
});
