import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  builtinStorageId,
  createStorageConfig,
  listStorageConfigs,
  moveFilesHere,
} from '#shared/storage/storage.ts';
import { localInput } from '../configs/testing.ts';
import { putBlobs } from '../put-blobs.ts';
import { stage } from '../testing.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer({ jobs: true });
  admin = await signIn(server, 'admin', { role: 'admin' });
});
afterAll(() => server.close());

test('a requested move runs in the background, both ways, and is recorded', async () => {
  const { context } = server;
  for (let count = 0; count < 5; count += 1)
    await putBlobs(context, [await stage(context, randomBytes(10_000))]);
  const { id: otherId } = await admin.call(createStorageConfig, { body: localInput() });
  for (const id of [otherId, builtinStorageId]) {
    const { move } = await admin.call(moveFilesHere, { params: { id } });
    expect(move).toMatchObject({ filesTotal: 5, bytesTotal: 50_000, problem: null });
    const find = async () => (await admin.call(listStorageConfigs, {})).find((config) => config.id === id);
    await expect.poll(async () => (await find())?.move?.state).toBe('done');
    expect(await find()).toMatchObject({
      files: { count: 5, bytes: 50_000 },
      move: { filesDone: 5, bytesDone: 50_000 },
      can: { move: false },
    });
  }
  const { rows } = await context.pool.query(
    `select target_name, after from audit_log where action = 'storage.move' order by at`,
  );
  expect(rows).toEqual([
    { target_name: 'Second disk', after: { files: 5, bytes: 50_000 } },
    { target_name: 'Local storage', after: { files: 5, bytes: 50_000 } },
  ]);
});
