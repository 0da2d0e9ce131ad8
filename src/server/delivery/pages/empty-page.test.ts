import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeApp, visit } from '../test-build.ts';

let server: TestServer;
let appId: string;
beforeAll(async () => {
  server = await startServer();
  const ada = await signIn(server, 'ada');
  const html = 'text/html; charset=utf-8';
  ({ appId } = await makeApp(server, ada.id, { 'index.html': { content: 'game', type: html } }));
});
afterAll(() => server.close());

test('an empty page stands on the origin of a game, sandboxed as the game, and is asked for anew each time', async () => {
  const game = await visit(server, appId, '/');
  const empty = await visit(server, appId, '/_flux/empty');
  expect([empty.status, empty.text()]).toEqual([200, '<!doctype html><title>Empty</title>']);
  const ofProcess = (headers: typeof game.headers) => [
    headers['content-security-policy'],
    headers['origin-agent-cluster'],
  ];
  expect(ofProcess(empty.headers)).toEqual(ofProcess(game.headers));
  expect(empty.headers['cache-control']).toBe('no-store');
  expect(empty.headers['document-isolation-policy']).toBeUndefined();
});

test('games with threads are led to one that is isolated as they are', async () => {
  const { headers } = await visit(server, appId, '/_flux/empty/isolated');
  expect(headers['document-isolation-policy']).toBe('isolate-and-credentialless');
});

test('it does not tell whether there is an app of an id', async () => {
  const { date: _, ...known } = (await visit(server, appId, '/_flux/empty')).headers;
  const { status, headers } = await visit(server, newId(), '/_flux/empty');
  const { date: __, ...unknown } = headers;
  expect([status, unknown]).toEqual([200, known]);
});

test('nothing lies below it', async () => {
  expect((await visit(server, appId, '/_flux/empty/other')).status).toBe(404);
});
