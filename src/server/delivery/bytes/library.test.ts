import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeApp, sha256, visit } from '../test-build.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());

test('what cannot name any content is not looked for, and what can is looked for once', async () => {
  const { appId } = await makeApp(server, ada.id, { 'index.html': { content: 'page', type: 'text/html' } });
  await visit(server, appId, '/');
  const select = vi.spyOn(server.context.db, 'selectFrom');
  const unknown = sha256(randomBytes(8));
  for (const name of ['x', `${unknown.slice(1)}/data`, `${unknown}/`, `${unknown}/${'x'.repeat(1_025)}`])
    expect((await visit(server, appId, `/_flux/${name}`)).status).toBe(404);
  expect(select).not.toHaveBeenCalled();
  for (let time = 0; time < 2; time += 1)
    expect((await visit(server, appId, `/_flux/${unknown}/data`)).status).toBe(404);
  expect(select.mock.calls).toEqual([['version_files']]);
  select.mockRestore();
});
