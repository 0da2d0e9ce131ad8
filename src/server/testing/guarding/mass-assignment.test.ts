import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';

import type { AnyEndpoint } from '#shared/contract/contract.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import { createVersion, createVersionMetadata, listVersions } from '#shared/versions/versions.ts';
import { type Person, signIn } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { sendUpload } from '../people/uploads.ts';
import type { TestServer } from '../servers/server.ts';
import { ownedBy, pathOf } from './objects.ts';
import { nameOf, type Route, startServerWithRoutes } from './routes.ts';
import { fieldsOf, isObject, isStrict, partsOf, shapesOf } from './schemas.ts';
import { columnNames, stored } from './stored.ts';

type Bound = Route & { endpoint: AnyEndpoint };

let server: TestServer;
let bound: Bound[];
let columns: string[];
let admin: Person;

beforeAll(async () => {
  let routes: Route[];
  ({ server, routes } = await startServerWithRoutes());
  bound = routes.filter((route): route is Bound => route.endpoint !== null && route.method !== 'HEAD');
  columns = await columnNames(server);
  admin = await signIn(server, 'admin', { role: 'admin' });
});
afterAll(() => server.close());

/** Section 7 of the specification has clients send these; the server knows better. */
const dropped = new Set([
  ...['uploadedBy', 'uploadedByUsername', 'uploadedByEmail', 'fileName', 'fileSize', 'fileUrl'],
  ...['amount', 'currency', 'customer_email', 'metadata', 'userId', 'userRole', 'timestamp', 'createdBy'],
  ...['createdAt', 'updatedAt', 'username', 'organizationName', 'thumbnailUrl'],
  ...['_id', 'id', 'isActive', 'testStatus', 'testProblem', 'lastTested', 'files', 'move', 'can'],
  ...['aws', 'googleCloud', 'azure'],
]);

test('every input object refuses unknown fields, and ignores only documented ones', () => {
  for (const { endpoint } of bound)
    for (const part of [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
      partsOf(schema),
    )) {
      const where = `${endpoint.method} ${endpoint.path} ${part.path.join('.')}`;
      if (isObject(part)) expect([where, isStrict(part)]).toEqual([where, true]);
      if (['unknown', 'any', 'record'].includes(part.def.type))
        expect([where, dropped.has(part.path.at(-1) ?? '')]).toEqual([where, true]);
    }
});

test('no call takes a column of any table from a body', async () => {
  expect(columns).toEqual(
    expect.arrayContaining(['role', 'owner_id', 'ownerId', 'active_version_id', 'share_key']),
  );
  const changing = bound.filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThan(10);
  const tried = await Promise.all(
    changing.map(async (route) => [route, pathOf(route, await paramsOf(route))] as const),
  );
  const before = await stored(server);
  for (const [route, path] of tried) {
    for (const { body, foreign } of shapesOf(route.endpoint.body).map(bodyOf)) {
      const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await admin.fetch(path, { method: route.method, ...init });
      expectUnknown(nameOf(route), answer.status, answer.json(), foreign);
    }
  }
  expect(await stored(server)).toEqual(before);
});

test('nor from an address', async () => {
  for (const route of bound) {
    const query = partsOf(route.endpoint.query)[0];
    const foreign = columns.filter((name) => !query || !fieldsOf(query).includes(name));
    const search = new URLSearchParams(Object.fromEntries(foreign.map((name) => [name, 'admin']))).toString();
    const answer = await admin.fetch(`${pathOf(route, await paramsOf(route))}?${search}`, {
      method: route.method,
    });
    expectUnknown(nameOf(route), answer.status, answer.json(), foreign);
  }
});

test('nor from a form', async () => {
  const route = bound.find((each) => nameOf(each) === 'PATCH /api/applications/:id');
  if (!route) throw new Error('There is no such route.');
  const path = pathOf(route, await paramsOf(route));
  const before = await stored(server);
  for (const name of ['ownerId', 'share_key', 'constructor', '__proto__', 'toString']) {
    const form = new FormData();
    form.set('name', 'Taken');
    form.set(name, 'admin');
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const answer = await admin.fetch(path, {
      method: 'PATCH',
      headers,
      body: Buffer.from(await encoded.arrayBuffer()),
    });
    expect([name, answer.status, answer.json<ErrorBody>().code]).toEqual([name, 400, 'invalid_input']);
  }
  expect(await stored(server)).toEqual(before);
});

test('ignored fields change nothing: uploader and storage of a build', async () => {
  const ada = await signIn(server, 'ada');
  const sender = { uploadedBy: admin.id, uploadedByUsername: 'admin', uploadedByEmail: admin.email };
  const fileUrl = 'javascript:alert(1)';
  const upload = () => sendUpload(ada, 'pong.html', Buffer.from('<!doctype html><title>Pong</title>'));
  const app = await publishApp(ada, {
    body: { name: 'Pong', uploadId: await upload(), ...sender, fileUrl },
  });
  expect(app).toMatchObject({ uploadedBy: ada.id, fileUrl: `/api/applications/${app.id}/download` });
  const params = { id: app.id };
  await ada.call(createVersion, {
    params,
    body: { changelog: 'Second', uploadId: await upload(), ...sender, fileUrl },
  });
  await ada.call(createVersionMetadata, {
    body: {
      appId: app.id,
      versionData: { changelog: 'Third', ...sender },
      fileData: { storageFileName: await upload(), fileName: '../x', fileSize: -1, fileUrl },
    },
  });
  const { versions } = await ada.call(listVersions, { params });
  expect(versions).toHaveLength(3);
  for (const version of versions) {
    expect(version).toMatchObject({ uploadedBy: ada.id, uploadedByUsername: 'ada', fileName: 'pong.html' });
    expect(version.fileUrl).toMatch(/^\/api\/applications\//);
    expect(version.fileSize).toBeGreaterThan(0);
  }
});

async function paramsOf(route: Route) {
  return (await ownedBy(server, admin, route)) ?? undefined;
}

/** A body whose objects contain all columns that are no fields, and discriminators. */
function bodyOf(schema: z.ZodMiniType): { body: object; foreign: string[] } {
  const body: Record<string, unknown> = {};
  const named = new Set<string>();
  for (const part of partsOf(schema).filter(isObject)) {
    const own = fieldsOf(part);
    const foreign = columns.filter((name) => !own.includes(name));
    for (const name of foreign) named.add(name);
    const target = part.path.reduce<Record<string, unknown>>((outer, name) => {
      outer[name] ??= {};
      return outer[name] as Record<string, unknown>;
    }, body);
    Object.assign(target, Object.fromEntries(foreign.map((name) => [name, 'admin'])));
  }
  for (const { path, def } of partsOf(schema).filter((part) => part.def.type === 'literal'))
    if (path.length === 1) body[path[0] ?? ''] = (def.values as unknown[])[0];
  return { body, foreign: [...named] };
}

function expectUnknown(route: string, status: number, body: unknown, foreign: string[]): void {
  const { code, fields = {} } = body as ErrorBody;
  expect([route, status, code]).toEqual([route, 400, 'invalid_input']);
  const accepted = foreign.filter((name) => fields[name] !== 'This field is not known here.');
  expect([route, accepted]).toEqual([route, []]);
}
