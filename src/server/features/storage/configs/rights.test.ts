import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import {
  activateStorageConfig,
  builtinStorageId,
  deleteStorageConfig,
  getActiveStorageConfig,
  getStorageObject,
  getStorageStats,
  listStorageConfigs,
  testStorageConfig,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import { localInput, params, storageCalls } from './testing.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await signIn(server, 'admin', { role: 'admin' });
});
const { add, get } = storageCalls(() => ({ server, admin }));

describe('permissions', () => {
  const calls = (id: string) => [
    { name: 'list', changes: false, make: (by: Person) => by.call(listStorageConfigs) },
    { name: 'active', changes: false, make: (by: Person) => by.call(getActiveStorageConfig) },
    { name: 'stats', changes: false, make: (by: Person) => by.call(getStorageStats) },
    {
      name: 'object',
      changes: false,
      make: (by: Person) => by.call(getStorageObject, { ...params({ id }), query: { key: unknownKey } }),
    },
    { name: 'create', changes: true, make: (by: Person) => add(localInput(), by) },
    {
      name: 'update',
      changes: true,
      make: (by: Person) => by.call(updateStorageConfig, { ...params({ id }), body: localInput() }),
    },
    { name: 'delete', changes: true, make: (by: Person) => by.call(deleteStorageConfig, params({ id })) },
    { name: 'test', changes: true, make: (by: Person) => by.call(testStorageConfig, params({ id })) },
    { name: 'activate', changes: true, make: (by: Person) => by.call(activateStorageConfig, params({ id })) },
  ];

  test('visitors and users who are no administrators are refused', async () => {
    const { id } = await add(localInput());
    const bob = await signIn(server, 'bob');
    const nobody = visitor(server) as Person;
    for (const { name, make } of calls(id)) {
      await expect([name, make(nobody)][1]).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect([name, make(bob)][1]).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await get(id)).toMatchObject({ name: 'Second disk', testStatus: 'untested' });
  });

  test('changes need a recent sign-in, reads do not', async () => {
    const { id } = await add(localInput());
    server.clock.advance(freshSignInMilliseconds);
    for (const { name, changes, make } of calls(id)) {
      const result = await make(admin).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      const read = name === 'object' ? 'not_found' : 'done';
      expect([name, result]).toEqual([name, changes ? 'fresh_sign_in_required' : read]);
    }
  });

  test('an unknown configuration is not found', async () => {
    for (const { name, make } of calls('a'.repeat(26)).slice(3))
      if (name !== 'create') await expect(make(admin)).rejects.toMatchObject({ code: 'not_found' });
  });
});

const unknownKey = `blobs/ab/cd/${'ab'.repeat(32)}.identity`;

test('a new server has one active local storage with all files', async () => {
  const own = await startServer();
  try {
    const ada = await signIn(own, 'ada', { role: 'admin' });
    await publishApp(ada, {
      body: {
        name: 'Pong',
        uploadId: await sendUpload(ada, 'pong.html', Buffer.from('<title>Pong</title>')),
      },
    });
    const [config, ...others] = await ada.call(listStorageConfigs);
    expect(others).toEqual([]);
    expect(config).toMatchObject({
      _id: builtinStorageId,
      provider: 'local',
      name: 'Local storage',
      isActive: true,
      testStatus: 'untested',
      settings: { publicRead: false, maxFileSize: 104_857_600, retentionDays: 365 },
      can: { activate: false, delete: false, edit: true, move: false },
      move: null,
    });
    const { rows } = await own.context.pool.query(
      'select count(*) as count, sum(size)::bigint as bytes from blob_encodings',
    );
    expect(config?.files).toEqual(rows[0]);
    expect(config?.files.count).toBeGreaterThan(0);
    expect(await ada.call(getActiveStorageConfig)).toEqual(config);
    expect(await ada.call(getStorageStats)).toEqual({
      activeConfigName: 'Local storage',
      totalConfigs: 1,
      testResults: { success: 0, failed: 0 },
    });
    const { rows: keys } = await own.context.pool.query<{ key: string; size: number }>(
      'select key, size from blob_encodings limit 1',
    );
    const { key = '', size } = keys[0] ?? {};
    const object = await ada.call(getStorageObject, { ...params({ id: builtinStorageId }), query: { key } });
    expect(object).toMatchObject({ fullPath: key, size, name: key.split('/').at(-1) });
    await expect(
      ada.call(getStorageObject, { ...params({ id: builtinStorageId }), query: { key: '../secret-key' } }),
    ).rejects.toMatchObject({ code: 'invalid_input', fields: { key: 'This is not the key of a file' } });
  } finally {
    await own.close();
  }
});
