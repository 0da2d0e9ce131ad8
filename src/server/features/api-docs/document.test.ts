import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '#shared/contract/errors.ts';
import { type OpenApiDocument, type OpenApiOperation, openApiPath } from '#shared/contract/openapi.ts';
import { type Route, startServerWithRoutes } from '../../testing/guarding/routes.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { ownOrganization } from '../../testing/people/publish.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import type { TestServer } from '../../testing/servers/server.ts';
import { readContractNames } from './contract.ts';

let server: TestServer;
let routes: Route[];
let ada: Person;
let anyone: Visitor;
let document: OpenApiDocument;

beforeAll(async () => {
  ({ server, routes } = await startServerWithRoutes());
  ada = await signIn(server, 'ada', { role: 'admin' });
  anyone = visitor(server);
  document = (await anyone.fetch(openApiPath)).json();
});
afterAll(() => server.close());

/** Names such as `GET /api/applications/{id}` of all described calls. */
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OpenApiOperation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
const operationOf = (name: string) => new Map(operations()).get(name);
const nameOf = ({ method, url }: Route) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;

test('each API route is described, and nothing else', () => {
  const described = operations().map(([name]) => name);
  const there = routes.filter(({ fromServers }) => !fromServers).map(nameOf);
  // Fastify answers HEAD wherever there is a GET.
  const asked = there.filter(
    (name) => !(name.startsWith('HEAD') && there.includes(name.replace('HEAD', 'GET'))),
  );
  expect(described.length).toBeGreaterThan(30);
  expect(asked.filter((name) => / \/api\//.test(name) && !described.includes(name))).toEqual([]);
  expect(described.filter((name) => !there.includes(name))).toEqual([]);
});

test('each call has a unique name, taken from the contract, a summary and a tag', async () => {
  const { endpoints } = readContractNames();
  for (const route of routes.filter(({ endpoint, method }) => endpoint && method !== 'HEAD')) {
    const id = route.endpoint && endpoints.get(route.endpoint)?.id;
    expect([nameOf(route), operationOf(nameOf(route))?.operationId]).toEqual([nameOf(route), id]);
  }
  const ids = operations().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, { summary, tags }] of operations()) {
    expect([name, summary.length > 10]).toEqual([name, true]);
    expect([name, document.tags.some((tag) => tag.name === tags[0])]).toEqual([name, true]);
  }
});

describe('as OpenAPI 3.1', () => {
  // Formats are not checked: ajv would need another package.
  const ajv = () => new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

  test('the document is valid', () => {
    const official = readFileSync(
      new URL('../../../../fixtures/openapi/schema-3.1.json', import.meta.url),
      'utf8',
    );
    const validate = ajv().compile(JSON.parse(official) as object);
    const errorsOf = (value: unknown) => (validate(value) ? [] : validate.errors);
    expect(errorsOf(document)).toEqual([]);
    // The validator works: a parameter without `in` is invalid.
    const broken = structuredClone(document);
    const [parameter] = broken.paths['/api/applications/{id}']?.get?.parameters ?? [];
    Reflect.deleteProperty(parameter ?? {}, 'in');
    expect(errorsOf(broken)).not.toEqual([]);
  });

  test('each schema is valid, and each reference resolves', () => {
    const all = JSON.stringify(document);
    const references = [...all.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(100);
    for (const path of new Set(references)) {
      const found = path
        .split('/')
        .reduce<unknown>((value, name) => Reflect.get(Object(value), name), document);
      expect([path, typeof found]).toEqual([path, 'object']);
    }
    for (const [, operation] of operations()) {
      for (const { schema } of operation.parameters ?? []) expect(ajv().validateSchema(schema)).toBe(true);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        expect(ajv().validateSchema(schema)).toBe(true);
    }
  });
});

test('the described parameters are exactly those of the address', () => {
  for (const [name, { parameters = [] }] of operations()) {
    const inPath = parameters.filter((each) => each.in === 'path').map((each) => each.name);
    expect([name, inPath]).toEqual([name, [...name.matchAll(/\{(\w+)\}/g)].map(([, each]) => each)]);
  }
});

test('each call lists its own errors and the common ones, by status', () => {
  for (const [name, operation] of operations()) {
    const told = Object.values(operation.responses).flatMap((response) =>
      '$ref' in response ? response.$ref.replace('#/components/responses/', '').split('.') : [],
    ) as ErrorCode[];
    if (name.startsWith('HEAD')) continue;
    for (const code of [...operation['x-own-errors'], 'internal', 'too_many_requests'] as ErrorCode[])
      expect([name, code, told.includes(code)]).toEqual([name, code, true]);
    for (const code of told)
      expect([name, Object.keys(operation.responses)]).toEqual([
        name,
        expect.arrayContaining([String(errorCatalogue[code].status)]),
      ]);
  }
});

describe('responses match the document', () => {
  /** The schema of a response, with all references. */
  function validator(name: string, status: number): ValidateFunction {
    const whole = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    whole.addSchema(document, 'flux');
    const [method = '', path = ''] = name.split(' ');
    const response = operationOf(name)?.responses[status];
    const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
    const place =
      response && '$ref' in response
        ? response.$ref
        : `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}`;
    const $ref = `flux${place}/content/${pointer('application/json')}/schema`;
    return whole.compile({ $ref: $ref.replaceAll('{', '%7B').replaceAll('}', '%7D') });
  }

  async function expectFit(who: Visitor, name: string, path: string, init: object = {}): Promise<number> {
    const [method = ''] = name.split(' ');
    const answer = await who.fetch(path, { method, ...init });
    const fits = validator(name, answer.status);
    expect([name, answer.status, fits(answer.json()) || fits.errors]).toEqual([name, answer.status, true]);
    return answer.status;
  }
  const json = (body: object) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  test('for successes', async () => {
    const uploadId = await sendUpload(ada, 'pong.html', Buffer.from('<!doctype html><title>Pong</title>'));
    const organizationId = await ownOrganization(ada);
    const create = json({ name: 'Pong', organizationId, isPublic: true, uploadId });
    expect(await expectFit(ada, 'POST /api/applications', '/api/applications', create)).toBe(200);
    const [app] = (await ada.fetch('/api/applications')).json<{ id: string }[]>();
    const own = `/api/applications/${app?.id}`;
    const asked: [Visitor, string, string][] = [
      [anyone, 'GET /api/session', '/api/session'],
      [ada, 'GET /api/session', '/api/session'],
      [anyone, 'GET /api/applications', '/api/applications?limit=1'],
      [anyone, 'GET /api/applications/{id}', own],
      [ada, 'GET /api/applications/{id}', own],
      [ada, 'GET /api/applications/{id}/versions', `${own}/versions`],
      [anyone, 'GET /api/applications/count', '/api/applications/count'],
      [anyone, 'GET /api/applications/creators', '/api/applications/creators'],
      [ada, 'GET /api/users/me', '/api/users/me'],
      [ada, 'GET /api/users/me/sessions', '/api/users/me/sessions'],
      [ada, 'GET /api/users/me/holdings', '/api/users/me/holdings'],
      [ada, 'GET /api/subscriptions', '/api/subscriptions'],
      [
        anyone,
        'GET /api/oembed',
        `/api/oembed?url=${encodeURIComponent(`${server.context.config.publicUrl}/play/${app?.id}`)}`,
      ],
    ];
    for (const [who, name, path] of asked)
      expect([name, await expectFit(who, name, path)]).toEqual([name, 200]);
  });

  test('and for failures', async () => {
    const refused: [Visitor, string, string, object, number][] = [
      [anyone, 'GET /api/applications', '/api/applications?color=red', {}, 400],
      [anyone, 'GET /api/users/me', '/api/users/me', {}, 401],
      [ada, 'GET /api/users/me', '/api/users/me', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
      [anyone, 'GET /api/applications/{id}', '/api/applications/nothing', {}, 404],
      [ada, 'PATCH /api/users/me', '/api/users/me', json({ username: '' }), 400],
      [ada, 'PATCH /api/users/me', '/api/users/me', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
      [
        ada,
        'PATCH /api/users/me',
        '/api/users/me',
        { headers: { 'content-type': 'text/xml' }, body: '<a/>' },
        415,
      ],
      [anyone, 'GET /api/applications/events', '/api/applications/events', {}, 400],
    ];
    for (const [who, name, path, init, status] of refused)
      expect([name, path, await expectFit(who, name, path, init)]).toEqual([name, path, status]);
  });
});

test('the access of each call is described correctly', () => {
  for (const { method, url, endpoint } of routes.filter(
    (route) => route.endpoint && route.method !== 'HEAD',
  )) {
    const security = operationOf(nameOf({ method, url } as Route))?.security;
    const expected = {
      anyone: [{}, { session: [] }],
      'signed-in': [{ session: [] }],
      admin: [{ session: ['admin'] }],
    };
    const bearer = endpoint?.bearer ? [{ bearer: [] }] : [];
    expect([method, url, security]).toEqual([
      method,
      url,
      [...expected[endpoint?.access ?? 'anyone'], ...bearer],
    ]);
  }
});
