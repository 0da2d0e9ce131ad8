import { afterAll, beforeAll, expect, test } from 'vitest';
import { getApplication } from '#shared/apps/apps.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeApp, type TestBuild, visit } from '../test-build.ts';

const build: TestBuild = {
  'index.html': { content: 'page', type: 'text/html' },
  'Build/Game.data.br': { content: 'data' },
  'Levels/Größe 1.json': { content: '{}' },
  'notes.txt': { content: 'notes' },
};

let server: TestServer;
let ada: Person;

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());

/** The warnings once there are as many as expected; noting is not waited for by players. */
async function warningsOf(appId: string, count: number): Promise<string[]> {
  const read = async () => {
    const { build: report } = await ada.call(getApplication, { params: { id: appId } });
    return report?.warnings.map(({ message }) => message) ?? [];
  };
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

test('the owner is told which file was probably meant; players get a plain 404', async () => {
  const { appId } = await makeApp(server, ada.id, build);
  for (const path of [
    '/build/game.data.br',
    '/Build/Game.data',
    '/Build/Game.data.unityweb',
    '/Levels/Gr%25C3%25B6%25C3%259Fe%25201.json',
    '/Levels/Gr%C3%B6%C3%9Fe+1.json',
    '/favicon.ico',
    '/Build/Other.data',
  ]) {
    for (let time = 0; time < 2; time += 1) {
      const answer = await visit(server, appId, path);
      expect([answer.status, answer.text()]).toEqual([404, 'Nothing was found at this address.\n']);
    }
  }
  const warnings = await warningsOf(appId, 5);
  const about = (path: string) => warnings.find((message) => message.includes(`asked for ${path},`));
  expect(about('build/game.data.br')).toContain('capital and small letters');
  expect(about('Build/Game.data')).toContain('There is Build/Game.data.br, which differs only by its ending');
  expect(about('Build/Game.data.unityweb')).toContain('differs only by its ending');
  expect(about('Levels/Größe+1.json')).toContain('differs only by how its name is encoded');

  const stranger = await visitor(server).call(getApplication, { params: { id: appId } });
  expect(stranger.build).toBeNull();
});

test('ever new spellings fill nothing up', async () => {
  const { appId } = await makeApp(server, ada.id, build);
  for (let number = 0; number < 64; number += 1) {
    const spelling = [...'notes'].map((letter, bit) => (number & (1 << bit) ? letter.toUpperCase() : letter));
    await visit(server, appId, `/${spelling.join('')}.${number < 32 ? 'txt' : 'TXT'}`);
  }
  await warningsOf(appId, 20);
});

test('what is missing in a private app is noted only for those who are let in', async () => {
  const { appId } = await makeApp(server, ada.id, build, { isPublic: false });
  expect((await visit(server, appId, '/build/game.data.br')).status).toBe(404);
  await warningsOf(appId, 0);
});
