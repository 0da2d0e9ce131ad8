import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from '../http/request.ts';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ jobs: true });
});
afterAll(() => server.close());

test('an unknown address responds with the error envelope', async () => {
  const answer = await request(server, '/api/nothing');
  expect(answer.status).toBe(404);
  expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
});
