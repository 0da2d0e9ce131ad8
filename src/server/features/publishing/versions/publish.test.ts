import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { createPublisher } from './publish.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const asViewer = ({ id }: Person) => ({ id }) as Viewer;
const file = { path: '', size: 0, fileName: 'game.zip' };

test('a user with many publications waits for their own, and other users do not', async () => {
  const [ada, bob] = [await signIn(server, 'Ada'), await signIn(server, 'Bob')];
  const started: string[] = [];
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const publisher = createPublisher(server.context, {
    check: async (_context, _viewer, target) => {
      if (target.kind === 'version') started.push(target.appId);
      await done;
      throw new Error('Enough.');
    },
  });
  const publish = (appId: string, person: Person) => {
    const target = { kind: 'version', appId, version: { number: '', changelog: '' } } as const;
    return expect(publisher.publish(asViewer(person), { file }, target)).rejects.toThrow('Enough.');
  };
  const all = [...['a1', 'a2', 'a3', 'a4'].map((name) => publish(name, ada)), publish('b', bob)];
  await expect.poll(() => started).toEqual(['a1', 'b']);
  finish();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'b', 'a2', 'a3', 'a4']);
});
