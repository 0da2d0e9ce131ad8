import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { addApp } from '../people/apps.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import type { TestServer } from '../servers/server.ts';
import { ownedBy, pathOf } from './objects.ts';
import { nameOf, type Route, startServerWithRoutes } from './routes.ts';
import { stored } from './stored.ts';

let server: TestServer;
let routes: Route[];
let ada: Person;
let anyone: Visitor;

beforeAll(async () => {
  ({ server, routes } = await startServerWithRoutes({ env: { FLUX_TEST_CLOCK: 'on' } }));
  ada = await signIn(server, 'ada');
  anyone = visitor(server);
});
afterAll(() => server.close());

const isApi = ({ url }: Route) => url.startsWith('/api/');

/** Bound by hand: uploads have their own protocol, the others are files. */
const withoutContract = [
  'POST /api/uploads',
  'OPTIONS /api/uploads',
  'HEAD /api/uploads/:id',
  'PATCH /api/uploads/:id',
  'DELETE /api/uploads/:id',
  'GET /api/users/me/export',
  'GET /api/applications/events',
  'GET /api/oembed',
  'HEAD /api/oembed',
  'GET /api/openapi.json',
  'HEAD /api/openapi.json',
  'GET /api/applications/:id/download',
  'HEAD /api/applications/:id/download',
];

async function answerTo(who: Visitor, route: Route): Promise<[string, number, string | undefined]> {
  const params = (await ownedBy(server, ada, route)) ?? undefined;
  const answer = await who.fetch(pathOf(route, params), {
    method: route.method,
    ...(['GET', 'HEAD'].includes(route.method)
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: '{}' }),
  });
  const text = answer.text();
  return [nameOf(route), answer.status, text ? (JSON.parse(text) as ErrorBody).code : undefined];
}

test('the API is exactly the contract plus the known calls bound by hand', async () => {
  const bound = routes.map(({ endpoint }) => endpoint);
  const unbound = (await contract()).filter((endpoint) => !bound.includes(endpoint));
  expect(unbound.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(routes.filter((route) => isApi(route) && !route.endpoint).map(nameOf)).toEqual(
    expect.arrayContaining(withoutContract),
  );
  const unknown = routes.filter((route) => isApi(route) && !route.endpoint && !route.fromServers);
  expect(unknown.map(nameOf).filter((name) => !withoutContract.includes(name))).toEqual([]);
});

/** Every endpoint that the shared modules export. */
async function contract(): Promise<AnyEndpoint[]> {
  const folder = new URL('../../../shared/', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[\w/-]+\.ts$/.test(name),
  );
  const modules: Record<string, unknown>[] = await Promise.all(
    names.map((name) => import(new URL(name, folder).href)),
  );
  return modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is AnyEndpoint => typeof value === 'object' && value !== null && 'access' in value,
    );
}

test('calls for signed-in users refuse visitors, whatever they send', async () => {
  const byHand = (route: Route) =>
    !route.fromServers && !/\/(download|events|oembed|openapi.json)$/.test(route.url);
  const closed = routes.filter(
    (route) => isApi(route) && (route.endpoint ? route.endpoint.access !== 'anyone' : byHand(route)),
  );
  expect(closed.length).toBeGreaterThan(10);
  for (const route of closed) {
    const empty = route.method === 'HEAD';
    expect(await answerTo(anyone, route)).toEqual([
      nameOf(route),
      401,
      empty ? undefined : 'unauthenticated',
    ]);
  }
});

test('calls for admins refuse all others', async () => {
  const before = await stored(server);
  for (const route of routes.filter(({ endpoint }) => endpoint?.access === 'admin')) {
    const empty = route.method === 'HEAD';
    expect(await answerTo(anyone, route)).toEqual([
      nameOf(route),
      401,
      empty ? undefined : 'unauthenticated',
    ]);
    expect(await answerTo(ada, route)).toEqual([nameOf(route), 403, empty ? undefined : 'forbidden']);
  }
  expect(await stored(server)).toEqual(before);
});

test('a revoked right ends with the next request', async () => {
  const admin = await signIn(server, 'admin', { role: 'admin' });
  const app = await addApp(server, ada);
  const see = async () => (await admin.fetch(`/api/applications/${app.id}`)).status;
  expect(await see()).toBe(200);
  await server.context.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute();
  expect(await see()).toBe(404);
  await server.context.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
  for (const route of routes.filter(({ endpoint }) => endpoint && endpoint.access !== 'anyone'))
    if (route.method !== 'HEAD' && !route.url.includes(':'))
      expect(await answerTo(ada, route)).toEqual([nameOf(route), 401, 'unauthenticated']);
});
