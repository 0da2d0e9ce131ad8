import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { createPublisher, type Publication } from './publisher.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const asViewer = ({ id }: Person) => ({ id }) as Viewer;
const file = { path: '', size: 0, fileName: 'game.zip' };

test('whoever publishes much at once waits for themselves, and nobody else for them', async () => {
  const [ada, bob] = [await signIn(server, 'Ada'), await signIn(server, 'Bob')];
  const publisher = createPublisher(server.context);
  const begun: string[] = [];
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const publish = (name: string, who: Person) => {
    const publication: Publication = {
      appId: null,
      admit: async () => {
        begun.push(name);
        await done;
        throw new Error('Enough.');
      },
      commit: () => Promise.reject(new Error('Nothing is kept here.')),
    };
    return expect(publisher.publish(asViewer(who), { file }, publication)).rejects.toThrow('Enough.');
  };
  const all = [...['a1', 'a2', 'a3', 'a4'].map((name) => publish(name, ada)), publish('b', bob)];
  await expect.poll(() => begun).toEqual(['a1', 'b']);
  finish();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b', 'a2', 'a3', 'a4']);
});
