import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Player } from '#server/testing/http/player.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  activateStorageConfig,
  builtinStorageId,
  createStorageConfig,
  deleteStorageConfig,
  getActiveStorageConfig,
  getStorageStats,
  listStorageConfigs,
  maxStorageConfigs,
  testStorageConfig,
} from '#shared/storage/storage.ts';
import { awsInput, localInput, params, storageCalls } from './testing.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await signIn(server, 'admin', { role: 'admin' });
});
const { add, change, get, actionsOn } = storageCalls(() => ({ server, admin }));

const downloaded = async (appId: string) =>
  (await new Player(server).open(`/api/applications/${appId}/download`, admin.cookie)).body;

describe('testing', () => {
  test('a test writes, reads, lists and deletes, and leaves no file', async () => {
    const config = await add(localInput());
    const tested = await admin.call(testStorageConfig, params(config));
    expect(tested).toMatchObject({
      id: config.id,
      ok: true,
      problem: null,
      testStatus: 'success',
      testProblem: null,
    });
    expect(tested.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['write', true],
      ['read', true],
      ['list', true],
      ['delete', true],
    ]);
    expect(tested.lastTested).toBe(server.clock.now().toISOString());
    const folder = join(server.context.folders.stores, config.id);
    expect(await readdir(join(folder, 'health'))).toEqual([]);
    expect((await admin.call(getStorageStats)).testResults.success).toBeGreaterThan(0);
    expect(await actionsOn(config.id)).toEqual(['storage.create', 'storage.test']);
  });

  test('a test distinguishes a closed port, an unknown name and a refused address', async () => {
    const open = createServer().listen(0, '127.0.0.2');
    await once(open, 'listening');
    const { port } = open.address() as AddressInfo;
    const notAllowed = (at: string) =>
      `Flux may not connect to ${at}. An address in the server’s own network has to be named in FLUX_STORAGE_HOSTS first.`;
    const cases: [endpoint: string, sentence: (at: string) => string][] = [
      ['http://127.0.0.1:9', (at) => `The connection to ${at} was refused: the port is closed.`],
      ['http://no-such-host.invalid', (at) => `The host name of ${at} was not found.`],
      // Refused addresses reveal nothing.
      ['http://10.1.2.3', notAllowed],
      [`http://127.0.0.2:${port}`, notAllowed],
      ['http://127.0.0.2:9', notAllowed],
    ];
    for (const [at, sentence] of cases) {
      const config = await add(awsInput({ endpoint: at }));
      const tested = await admin.call(testStorageConfig, params(config));
      expect(tested).toMatchObject({ ok: false, problem: sentence(at), testProblem: sentence(at) });
      expect(tested.steps.map(({ step, ok }) => [step, ok])).toEqual([['write', false]]);
      await expect(admin.call(activateStorageConfig, params(config))).rejects.toMatchObject({
        code: 'conflict',
        message: `It was not activated because the test failed: ${sentence(at)}`,
      });
      await admin.call(deleteStorageConfig, params(config));
    }
    expect((await admin.call(getActiveStorageConfig)).id).toBe(builtinStorageId);
    open.close();
  });

  test('missing settings have defaults', async () => {
    const { settings: _, ...input } = localInput();
    const config = await admin.call(createStorageConfig, { body: input });
    expect(config.settings).toEqual({
      publicRead: false,
      maxFileSize: 104_857_600,
      allowedExtensions: ['.zip', '.html', '.unityweb'],
      retentionDays: 365,
    });
    await admin.call(deleteStorageConfig, params(config));
    const some = await admin.call(createStorageConfig, {
      body: { ...input, settings: { retentionDays: null } },
    });
    expect(some.settings).toEqual({ ...config.settings, retentionDays: null });
    await admin.call(deleteStorageConfig, params(some));
    const wrong = { ...input, settings: { retentionDays: 0 } };
    await expect(admin.call(createStorageConfig, { body: wrong })).rejects.toMatchObject({
      fields: { 'settings.retentionDays': 'Retention must be a whole number of days from 1 to 3650' },
    });
  });
});

describe('activating and deleting', () => {
  test('new files go to the active one, which cannot be deleted', async () => {
    const config = await add(localInput());
    const active = await admin.call(activateStorageConfig, params(config));
    expect(active).toMatchObject({ id: config.id, isActive: true, testStatus: 'success' });
    expect((await admin.call(listStorageConfigs)).map(({ isActive }) => isActive)).toEqual([
      true,
      ...Array((await admin.call(listStorageConfigs)).length - 1).fill(false),
    ]);
    expect((await admin.call(getStorageStats)).activeConfigName).toBe('Second disk');
    await expect(admin.call(deleteStorageConfig, params(config))).rejects.toMatchObject({
      code: 'conflict',
      message: 'Cannot delete active config',
    });
    const page = Buffer.from('<!doctype html><title>Elsewhere</title>');
    const app = await publishApp(admin, {
      body: { name: 'Elsewhere', uploadId: await sendUpload(admin, 'elsewhere.html', page) },
    });
    const { files } = (await get(config.id)) ?? {};
    expect(files?.count).toBeGreaterThan(0);
    expect((await downloaded(app.id)).equals(page)).toBe(true);
    await admin.call(activateStorageConfig, params({ id: builtinStorageId }));
    await expect(admin.call(deleteStorageConfig, params(config))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^\d+ files? lies? there\. Move files to another configuration first/),
    });
    expect((await downloaded(app.id)).equals(page)).toBe(true);
    expect(await actionsOn(config.id)).toEqual(['storage.activate', 'storage.create', 'storage.test']);
  });

  test('one in use cannot be changed to a location without its files', async () => {
    const config = await add(localInput());
    await admin.call(activateStorageConfig, params(config));
    const elsewhere = awsInput({ endpoint: 'http://127.0.0.1:9' });
    await expect(change(config, elsewhere)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Nothing was changed, since the test failed: The connection to .* was refused/,
      ),
    });
    expect(await get(config.id)).toMatchObject({ provider: 'local', testStatus: 'success' });
    await admin.call(activateStorageConfig, params({ id: builtinStorageId }));
    await expect(change({ ...config, id: builtinStorageId }, awsInput())).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('an unused one is deleted with its folder', async () => {
    const config = await add(localInput());
    await admin.call(testStorageConfig, params(config));
    expect(await readdir(server.context.folders.stores)).toContain(config.id);
    expect(await admin.call(deleteStorageConfig, params(config))).toEqual({ success: true });
    expect(await get(config.id)).toBeUndefined();
    await expect.poll(() => readdir(server.context.folders.stores)).not.toContain(config.id);
    expect(await actionsOn(config.id)).toEqual(['storage.create', 'storage.delete', 'storage.test']);
  });

  test('the built-in one stays, whichever is active', async () => {
    const config = await add(localInput());
    await admin.call(activateStorageConfig, params(config));
    await expect(admin.call(deleteStorageConfig, params({ id: builtinStorageId }))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The storage that Flux began with cannot be deleted',
    });
    await admin.call(activateStorageConfig, params({ id: builtinStorageId }));
  });

  test('of concurrent activations exactly one is active', async () => {
    const configs = await Promise.all(Array.from({ length: 20 }, () => add(localInput())));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, turn) => configs[turn % 20]).map((config) =>
        admin.call(activateStorageConfig, params(config ?? { id: '' })),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const active = (await admin.call(listStorageConfigs)).filter(({ isActive }) => isActive);
    expect(active).toHaveLength(1);
    const { rows } = await server.context.pool.query('select config_id from storage_active');
    expect(rows).toEqual([{ config_id: active[0]?.id }]);
    await expect(server.context.pool.query('delete from storage_active')).rejects.toThrow('always active');
    // An activation of a concurrently deleted one fails.
    const [last] = configs.slice(-1);
    await Promise.allSettled([
      admin.call(activateStorageConfig, params({ id: builtinStorageId })),
      ...configs.map((config) => admin.call(deleteStorageConfig, params(config))),
      admin.call(activateStorageConfig, params(last ?? { id: '' })),
    ]);
    const { id } = await admin.call(getActiveStorageConfig);
    expect(await get(id)).toMatchObject({ isActive: true });
    await admin.call(activateStorageConfig, params({ id: builtinStorageId }));
  });

  test(`at most ${maxStorageConfigs} exist, even if added concurrently`, async () => {
    const { length } = await admin.call(listStorageConfigs);
    const tried = await Promise.allSettled(
      Array.from({ length: maxStorageConfigs - length + 5 }, () => add(localInput())),
    );
    expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    expect(await admin.call(listStorageConfigs)).toHaveLength(maxStorageConfigs);
    await expect(add(localInput())).rejects.toMatchObject({
      code: 'conflict',
      message: `There are ${maxStorageConfigs} configurations already. Delete one first.`,
    });
  });
});
