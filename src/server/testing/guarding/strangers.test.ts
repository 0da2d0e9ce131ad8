import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOrganization } from '#shared/orgs/orgs.ts';
import { newId } from '../../platform/ids.ts';
import { withStatements } from '../measures/statements.ts';
import { addApp } from '../people/apps.ts';
import { addOrganization } from '../people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import type { TestServer } from '../servers/server.ts';
import { deleteOwned, ownedBy, type Params, pathOf } from './objects.ts';
import { nameOf, type Route, startServerWithRoutes } from './routes.ts';

let server: TestServer;
let routes: Route[];
let owner: Person;
let admin: Person;
let strangers: [who: string, Visitor][];

/** Users and prices have no owner; the access rules of subscriptions and products are tested with their calls. */
const unowned = ['/api/customers/', '/api/offers/'];

beforeAll(async () => {
  let all: Route[];
  ({ server, routes: all } = await startServerWithRoutes());
  routes = all.filter(
    ({ url, endpoint }) =>
      url.startsWith('/api/') &&
      url.includes(':') &&
      // Administrators' calls refuse all others before any lookup: see access.test.ts.
      endpoint?.access !== 'admin' &&
      !unowned.some((prefix) => url.startsWith(prefix)),
  );
  owner = await signIn(server, 'ada');
  admin = await signIn(server, 'admin', { role: 'admin' });
  strangers = [
    ['a visitor', visitor(server)],
    ['a stranger', await signIn(server, 'eve')],
  ];
});
afterAll(() => server.close());

/** The minimum valid body of a call; most need none. */
const bodies: Record<string, object> = { 'POST /api/applications/:id/known-files': { sha256s: [] } };

async function answerTo(who: Visitor, route: Route, params: Params, query = '') {
  const { answer, texts: statements } = await withStatements(() =>
    who.fetch(pathOf(route, params) + query, {
      method: route.method,
      headers: { 'content-type': 'application/json', 'tus-resumable': '1.0.0' },
      ...(['GET', 'HEAD'].includes(route.method)
        ? {}
        : { body: JSON.stringify(bodies[nameOf(route)] ?? {}) }),
    }),
  );
  const { date: _date, ...headers } = answer.headers;
  return { route: nameOf(route), status: answer.status, headers, body: answer.text(), statements };
}

async function make(route: Route): Promise<Params> {
  const params = await ownedBy(server, owner, route);
  if (!params) throw new Error(`Please tell objects.ts how somebody comes to own what ${route.url} names.`);
  return params;
}

/** Unknown ids under the same parameter names. */
const random = (params: Params): Params =>
  Object.fromEntries(Object.keys(params).map((name) => [name, newId()]));

async function makeDeleted(route: Route): Promise<Params> {
  const params = await make(route);
  await deleteOwned(owner, route, params);
  return params;
}

test('strangers get the same response for another’s, a deleted and a missing object', async () => {
  expect(routes.length).toBeGreaterThan(10);
  for (const route of routes) {
    const theirs = await make(route);
    const deleted = await makeDeleted(route);
    for (const [who, stranger] of strangers) {
      const expected = await answerTo(stranger, route, random(theirs));
      expect([who, expected.route, [401, 404].includes(expected.status)]).toEqual([
        who,
        expected.route,
        true,
      ]);
      expect([who, await answerTo(stranger, route, theirs)]).toEqual([who, expected]);
      expect([who, await answerTo(stranger, route, deleted)]).toEqual([who, expected]);
    }
  }
});

test('an owner gets their own objects, and the same response for the rest', async () => {
  for (const route of routes) {
    const deleted = await makeDeleted(route);
    const nothing = await answerTo(owner, route, random(deleted));
    expect([nothing.route, nothing.status]).toEqual([nothing.route, 404]);
    expect(await answerTo(owner, route, deleted)).toEqual(nothing);
    const own = await answerTo(owner, route, await make(route));
    expect([own.route, own.status]).not.toEqual([own.route, 404]);
  }
});

/** Only its recipient sees and answers an invitation; admins manage sent ones. */
const administered =
  /^\w+ \/api\/(applications|organizations)\/|^DELETE \/api\/invitations\/|\/invitations\/:id\/remind$/;

test('an admin sees all apps and organizations, but no uploads or sessions of others', async () => {
  for (const route of routes) {
    const seen = await answerTo(admin, route, await make(route));
    const isTheirs = administered.test(nameOf(route));
    expect([seen.route, seen.status !== 404]).toEqual([seen.route, isTheirs]);
    if (!isTheirs) expect(seen).toEqual(await answerTo(admin, route, random(await make(route))));
  }
});

test('ids in a body are checked the same way', async () => {
  const theirs = await addApp(server, owner);
  const deleted = await addApp(server, owner);
  await owner.fetch(`/api/applications/${deleted.id}`, { method: 'DELETE' });
  const version = { versionData: { changelog: 'mine' }, fileData: { storageFileName: newId() } };
  const calls: [string, (id: string, versionId: string) => object][] = [
    ['/api/activateVersion', (appId, versionId) => ({ appId, versionId })],
    ['/api/createVersionMetadata', (appId) => ({ appId, ...version })],
  ];
  for (const [path, body] of calls)
    for (const [, stranger] of strangers) {
      const call = async (id: string, versionId: string) => {
        const headers = { 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body(id, versionId)) };
        const answer = await stranger.fetch(path, init);
        return [answer.status, answer.text()];
      };
      const nothing = await call(newId(), newId());
      expect(await call(theirs.id, theirs.activeVersionId)).toEqual(nothing);
      expect(await call(deleted.id, deleted.activeVersionId)).toEqual(nothing);
    }
});

test('organization ids in a body are checked the same way', async () => {
  const theirs = await addOrganization(server, owner);
  const deleted = await addOrganization(server, owner);
  await owner.call(deleteOrganization, { params: { id: deleted.id } });
  const invitation = { action: 'invite', userEmail: 'eve@example.test', role: 'viewer' };
  const removal = { action: 'remove', userId: owner.id };
  for (const [, stranger] of strangers)
    for (const body of [invitation, removal]) {
      const call = async (organizationId: string) => {
        const headers = { 'content-type': 'application/json' };
        const init = { method: 'PUT', headers, body: JSON.stringify({ ...body, organizationId }) };
        const answer = await stranger.fetch('/api/organizations', init);
        return [answer.status, answer.text()];
      };
      const nothing = await call(newId());
      expect([401, 404]).toContain(nothing[0]);
      expect(await call(theirs.id)).toEqual(nothing);
      expect(await call(deleted.id)).toEqual(nothing);
    }
});

test('another app’s version is not found in one’s own app', async () => {
  const eve = await signIn(server, 'eve');
  const own = await addApp(server, eve);
  const theirs = await addApp(server, owner, { isPublic: true });
  const id = own.id;
  for (const route of routes.filter(({ url }) => url.includes(':versionId')))
    expect(await answerTo(eve, route, { id, versionId: theirs.activeVersionId })).toEqual(
      await answerTo(eve, route, { id, versionId: newId() }),
    );
  const download = routes.find((route) => nameOf(route) === 'GET /api/applications/:id/download');
  if (!download) throw new Error('There is no such route.');
  const downloadOf = (versionId: string) => answerTo(eve, download, { id }, `?version=${versionId}`);
  expect((await downloadOf(own.activeVersionId)).status).toBe(302);
  expect(await downloadOf(theirs.activeVersionId)).toEqual(await downloadOf(newId()));
  const activate = async (versionId: string) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId: id, versionId }),
    };
    const answer = await eve.fetch('/api/activateVersion', init);
    return [answer.status, answer.text()];
  };
  expect(await activate(theirs.activeVersionId)).toEqual(await activate(newId()));
});
