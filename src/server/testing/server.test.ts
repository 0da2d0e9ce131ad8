import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ jobs: true });
});
afterAll(() => server.close());

test('an address that does not exist answers with the error envelope', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/nothing`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ success: false, code: 'not_found' });
});
