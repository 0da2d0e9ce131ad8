import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenApiDocument, openApiPath } from '#shared/contract/openapi.ts';
import { type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
let anyone: Visitor;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_PUBLIC_URL: 'https://flux.example' } });
  anyone = visitor(server);
});
afterAll(() => server.close());

test('the document is public, names this server, and is cached by its ETag', async () => {
  const first = await anyone.fetch(openApiPath);
  expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(first.json<OpenApiDocument>()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://flux.example' }],
    components: { securitySchemes: { session: { in: 'cookie', name: '__Host-flux-session' } } },
  });
  const { etag } = first.headers;
  const again = await anyone.fetch(openApiPath, { headers: { 'if-none-match': etag } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('it is sent compressed', async () => {
  const plain = await anyone.fetch(openApiPath);
  const packed = await anyone.fetch(openApiPath, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.body.length).toBeLessThan(plain.body.length / 5);
});

test('it allows no other method', async () => {
  const answer = await anyone.fetch(openApiPath, { method: 'POST' });
  expect([answer.status, answer.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
});
