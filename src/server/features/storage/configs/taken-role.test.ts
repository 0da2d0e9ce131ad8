import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { type S3Server, startFauxqs } from '#server/testing/storage/s3-server.ts';
import {
  activateStorageConfig,
  builtinStorageId,
  createStorageConfig,
  deleteStorageConfig,
  moveFilesHere,
  stopMove,
  testStorageConfig,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import { lockConfig, lockConfigs } from './store.ts';
import { awsInput, localInput, params } from './testing.ts';

/** The role ends during a call: each call is paused there, and continues without the role. */

let fauxqs: S3Server;
let proxy: FaultProxy;
let server: TestServer;
let admin: Person;
/** A bucket behind the proxy. Two configurations of it would refuse each other, so it is the same one throughout. */
let distant: { id: string };

beforeAll(async () => {
  fauxqs = await startFauxqs();
  proxy = await FaultProxy.before(fauxqs.port);
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1' } });
  admin = await signIn(server, 'admin', { role: 'admin' });
  distant = await admin.call(createStorageConfig, { body: distantInput() });
});
beforeEach(async () => {
  admin = await signIn(server, 'admin', { role: 'admin' });
  await setRole('admin');
});
afterEach(async () => {
  proxy.release();
  await setRole('admin');
  await admin.call(activateStorageConfig, params({ id: builtinStorageId }));
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await fauxqs.close();
});

function distantInput(region = 'us-east-1') {
  const { bucketName, accessKeyId, secretAccessKey, endpoint } = fauxqs.options(proxy.url);
  return awsInput({ bucketName, accessKeyId, secretAccessKey, endpoint, region });
}

const setRole = (role: 'admin' | 'user') =>
  server.context.db.updateTable('users').set({ role }).where('id', '=', admin.id).execute();

/** The result of a call that is in progress. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

async function stored() {
  const { db } = server.context;
  return {
    configs: await db.selectFrom('storage_configs').selectAll().orderBy('id').execute(),
    active: await db.selectFrom('storage_active').selectAll().execute(),
    moves: await db.selectFrom('storage_moves').selectAll().execute(),
    log: await db.selectFrom('audit_log').select(['id', 'action']).orderBy('id').execute(),
  };
}

type Change = (config: { id: string }) => Promise<unknown>;
const activate: Change = (config) => admin.call(activateStorageConfig, params(config));

describe('an administrator demoted during a storage test', () => {
  const changes: [string, Change, prepare: Change][] = [
    ['tests', (config) => admin.call(testStorageConfig, params(config)), async () => {}],
    ['activates', activate, async () => {}],
    // A new connection of the active configuration is tested.
    [
      'changes',
      (config) => admin.call(updateStorageConfig, { ...params(config), body: distantInput('eu-west-1') }),
      activate,
    ],
  ];
  test.each(changes)('%s nothing', async (_what, change, prepare) => {
    await prepare(distant);
    const before = await stored();
    const heard = proxy.requests.length;
    proxy.fail({ kind: 'held' }, { requests: 1 });
    const outcome = outcomeOf(change(distant));
    await expect.poll(() => proxy.requests.length).toBeGreaterThan(heard);
    await setRole('user');
    proxy.release();
    expect(await outcome).toBe('forbidden');
    expect(await stored()).toEqual(before);
  });
});

test('an administrator demoted between test and activation activates nothing', async () => {
  const { db } = server.context;
  const before = await stored();
  const outcome = await db.transaction().execute(async (trx) => {
    await lockConfig(trx, distant.id);
    const called = outcomeOf(activate(distant));
    // To write down what the test came to, after it was asked whether they administer.
    await somethingWaits(db);
    await setRole('user');
    return { called };
  });
  expect(await outcome.called).toBe('forbidden');
  const { active, log } = await stored();
  expect(active).toEqual(before.active);
  const known = new Set(before.log.map(({ id }) => id));
  expect(log.filter(({ id }) => !known.has(id))).toMatchObject([{ action: 'storage.test' }]);
});

describe('an administrator demoted during another one’s change', () => {
  const changes: [string, Change][] = [
    ['adds', () => admin.call(createStorageConfig, { body: localInput() })],
    ['changes', (config) => admin.call(updateStorageConfig, { ...params(config), body: localInput() })],
    ['tests', (config) => admin.call(testStorageConfig, params(config))],
    ['activates', activate],
    ['moves files to', (config) => admin.call(moveFilesHere, params(config))],
    ['stops moving files to', (config) => admin.call(stopMove, params(config))],
    ['deletes', (config) => admin.call(deleteStorageConfig, params(config))],
  ];
  test.each(changes)('%s nothing', async (_what, change) => {
    const { db } = server.context;
    const config = await admin.call(createStorageConfig, { body: { ...localInput(), name: 'Old' } });
    const before = await stored();
    const outcome = await db.transaction().execute(async (trx) => {
      await lockConfigs(trx);
      const called = outcomeOf(change(config));
      await somethingWaits(db);
      await setRole('user');
      return { called };
    });
    expect(await outcome.called).toBe('forbidden');
    expect(await stored()).toEqual(before);
  });
});
