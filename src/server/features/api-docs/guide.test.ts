import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { type OpenApiDocument, openApiPath } from '#shared/contract/openapi.ts';
import { visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

const guide = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
let server: TestServer;
let document: OpenApiDocument;
beforeAll(async () => {
  server = await startServer();
  document = (await visitor(server).fetch(openApiPath)).json();
});
afterAll(() => server.close());

test('the guide shows existing calls only', () => {
  const shown = [...guide.matchAll(/"\$FLUX(\/[^"?]*)/g)].map(([, path = '']) => path);
  expect(shown.length).toBeGreaterThan(8);
  const patterns = Object.keys(document.paths).map(
    (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  );
  expect(shown.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});

test('the guide names existing error codes only', () => {
  const named = [...guide.matchAll(/"code":"(\w+)"|\d{3} `(\w+)`/g)].map(
    ([, quoted, told]) => quoted ?? told ?? '',
  );
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((code) => !(code in errorCatalogue))).toEqual([]);
});
