import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Player } from '#server/testing/http/player.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { freePort } from '#server/testing/servers/free-port.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Azurite, startAzurite } from '#server/testing/storage/azurite.ts';
import { type GoogleServer, startGoogleServer } from '#server/testing/storage/google-server.ts';
import { type S3Server, startSwift } from '#server/testing/storage/s3-server.ts';
import {
  activateStorageConfig,
  builtinStorageId,
  createStorageConfig,
  deleteStorageConfig,
  getStorageObject,
  listStorageConfigs,
  testStorageConfig,
  updateStorageConfig,
} from '#shared/storage/storage.ts';
import type { StorageConfigInput } from '#shared/storage/storage-form.ts';
import { awsInput, azureInput, googleInput } from './testing.ts';

let swift: S3Server;
let google: GoogleServer;
let azurite: Azurite;
let server: TestServer;
let admin: Person;
let closedPort: number;

beforeAll(async () => {
  [swift, google, azurite, closedPort] = await Promise.all([
    startSwift(),
    startGoogleServer(),
    startAzurite(),
    freePort(),
  ]);
  server = await startServer({
    env: {
      FLUX_STORAGE_HOSTS: '127.0.0.1',
      FLUX_GOOGLE_STORAGE_ENDPOINT: google.url,
      FLUX_LOG_LEVEL: 'error',
    },
  });
  admin = await signIn(server, 'admin', { role: 'admin' });
});
afterAll(async () => {
  await server.close();
  await Promise.all([swift.close(), google.close(), azurite.close()]);
});

interface Case {
  good(): StorageConfigInput;
  /** Each with what is to be said of it. */
  bad(): [StorageConfigInput, string][];
}

const s3 = (aws: Parameters<typeof awsInput>[0] = {}) => {
  const { accessKeyId, secretAccessKey, region, bucketName, endpoint } = swift.options();
  return awsInput({ accessKeyId, secretAccessKey, region, bucketName, endpoint, ...aws });
};
const gcs = (googleCloud: Parameters<typeof googleInput>[0] = {}) =>
  googleInput({ bucketName: 'flux', credentials: JSON.stringify(google.account.keyFile), ...googleCloud });
const blob = (azure: Parameters<typeof azureInput>[0] = {}) =>
  azureInput({
    connectionString: azurite.connectionString(),
    accountName: '',
    containerName: 'flux',
    ...azure,
  });
const closedAt = (place: string) => `The connection to ${place} was refused: the port is closed.`;

const cases: Record<string, Case> = {
  'aws-s3': {
    good: s3,
    bad: () => [
      [
        s3({ secretAccessKey: 'not-the-secret-of-swift' }),
        'The access key was refused, or does not allow this in bucket "flux-tests".',
      ],
      [
        s3({ bucketName: 'no-such-bucket' }),
        `There is no bucket "no-such-bucket" at http://127.0.0.1:${swift.port}.`,
      ],
      [s3({ endpoint: `http://127.0.0.1:${closedPort}` }), closedAt(`http://127.0.0.1:${closedPort}`)],
    ],
  },
  'google-cloud': {
    good: gcs,
    bad: () => [
      [
        gcs({ credentials: JSON.stringify(google.powerless.keyFile) }),
        'The key of the service account was refused, or does not allow this in bucket "flux".',
      ],
      [
        gcs({ bucketName: 'no-such-bucket' }),
        'There is no bucket "no-such-bucket" in the project "flux-project".',
      ],
    ],
  },
  'azure-blob': {
    good: blob,
    bad: () => [
      [
        blob({
          connectionString: azurite
            .connectionString()
            .replace(/AccountKey=[^;]+/, `AccountKey=${'A'.repeat(86)}==`),
        }),
        'The connection string was refused, or does not allow this in container "flux".',
      ],
      [
        blob({ connectionString: azurite.connectionString().replace(/AccountKey=[^;]+/, 'AccountKey=') }),
        'There is no key to send: the connection string has no usable account key or signature.',
      ],
      [
        blob({ containerName: 'no-such-container' }),
        'There is no container "no-such-container" in this storage account.',
      ],
      [
        blob({ connectionString: azurite.connectionString(closedPort) }),
        closedAt('the address of this storage account'),
      ],
    ],
  },
};

const params = ({ id }: { id: string }) => ({ params: { id } });
const add = (body: StorageConfigInput) => admin.call(createStorageConfig, { body });

describe.each(Object.entries(cases))('%s', (provider, { good, bad }) => {
  test('explains its problem and is not activated', async () => {
    for (const [input, problem] of bad()) {
      const config = await add(input);
      const tested = await admin.call(testStorageConfig, params(config));
      expect(tested).toMatchObject({ ok: false, problem, testStatus: 'failed', testProblem: problem });
      expect(tested.steps.at(-1)).toMatchObject({ ok: false });
      await expect(admin.call(activateStorageConfig, params(config))).rejects.toMatchObject({
        code: 'conflict',
        message: `It was not activated because the test failed: ${problem}`,
      });
      await admin.call(deleteStorageConfig, params(config));
    }
  });

  test('is tested, activated and used, and stays readable after another is active', async () => {
    const config = await add(good());
    const tested = await admin.call(testStorageConfig, params(config));
    expect(tested).toMatchObject({ provider, ok: true, testStatus: 'success' });
    expect(tested.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
      'write true',
      'read true',
      'list true',
      'delete true',
    ]);
    await admin.call(activateStorageConfig, params(config));
    const page = Buffer.from(`<!doctype html><title>In ${provider}</title>`);
    const uploadId = await sendUpload(admin, 'index.html', page);
    const app = await publishApp(admin, { body: { name: provider, uploadId } });
    const played = async () => (await new Player(server).open(`/serve/${app.id}`, admin.cookie)).text;
    expect(await played()).toContain(`<title>In ${provider}</title>`);
    const files = (await admin.call(listStorageConfigs)).find(({ id }) => id === config.id)?.files;
    expect(files?.count).toBeGreaterThan(0);

    const { rows } = await server.context.pool.query<{ key: string; size: number }>(
      'select key, size from blob_encodings where storage_id = $1 limit 1',
      [config.id],
    );
    const { key = '', size } = rows[0] ?? {};
    const object = await admin.call(getStorageObject, { ...params(config), query: { key } });
    expect(object).toMatchObject({ fullPath: key, size });

    // Another bucket than the one in which the files lie is not taken for it.
    const [, other] = bad()[1] ?? [];
    await expect(
      admin.call(updateStorageConfig, { ...params(config), body: bad()[1]?.[0] ?? good() }),
    ).rejects.toMatchObject({ message: `Nothing was changed, since the test failed: ${other}` });
    // A second configuration of the same bucket would sweep the first one's files away.
    const twin = await add(good());
    expect(await admin.call(testStorageConfig, params(twin))).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Another storage configuration'),
    });
    await admin.call(deleteStorageConfig, params(twin));

    await admin.call(activateStorageConfig, params({ id: builtinStorageId }));
    expect(await played()).toContain(`<title>In ${provider}</title>`);
    const renamed = await admin.call(updateStorageConfig, {
      ...params(config),
      body: { ...good(), name: 'Renamed' },
    });
    expect(renamed).toMatchObject({ name: 'Renamed', testStatus: 'success' });
  });
});
