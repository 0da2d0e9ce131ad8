import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type StorageConfig, testStorageConfig } from '#shared/storage/storage.ts';
import type { StorageConfigInput } from '#shared/storage/storage-form.ts';
import { awsInput, azureInput, googleInput, localInput, params, storageCalls } from './testing.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_STORAGE_HOSTS: '127.0.0.1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await signIn(server, 'admin', { role: 'admin' });
});
const { add, change, actionsOn } = storageCalls(() => ({ server, admin }));

const azureString =
  'DefaultEndpointsProtocol=https;AccountName=fluxaccount;EndpointSuffix=core.windows.net;AccountKey=';

/** The description, the input, and the messages of its fields. */
type Refused = [string, object, Record<string, string>];

describe('adding and changing', () => {
  test('each provider’s input is stored, and secrets are returned as hints only', async () => {
    const aws = await add(awsInput({ endpoint: 'https://s3.example.test' }));
    expect(aws).toMatchObject({
      provider: 'aws-s3',
      aws: {
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: { set: true, hint: '••••ey-1' },
        region: 'us-east-1',
        bucketName: 'flux-builds',
        endpoint: 'https://s3.example.test',
      },
      googleCloud: null,
      azure: null,
      testStatus: 'untested',
      isActive: false,
      lastTested: null,
    });
    const google = await add(googleInput());
    expect(google.googleCloud).toEqual({
      projectId: 'flux-project',
      bucketName: 'flux-builds',
      keyFilename: null,
      credentials: { set: true, hint: null },
    });
    const azure = await add(azureInput());
    expect(azure.azure).toEqual({
      accountName: 'fluxaccount',
      containerName: 'builds',
      connectionString: { set: true, hint: expect.stringMatching(/^••••.{4}$/) },
      accountKey: { set: false, hint: null },
    });
    for (const { id } of [aws, google, azure]) expect(await actionsOn(id)).toEqual(['storage.create']);
  });

  test.each<Refused>([
    ['no provider', { provider: 'ftp' }, { provider: 'Please choose a provider' }],
    ['no name', { ...localInput(), name: ' ' }, { name: 'Please enter a name' }],
    [
      'nothing for Amazon',
      { ...awsInput(), aws: { accessKeyId: '', region: 'us-east-1', bucketName: '' } },
      {
        'aws.accessKeyId': 'Please enter the access key ID',
        'aws.bucketName': 'Please enter the bucket name',
      },
    ],
    [
      'no secret',
      awsInput({ secretAccessKey: '' }),
      { 'aws.secretAccessKey': 'Please enter the secret access key' },
    ],
    [
      'a secret as an answer shows it, of a configuration that is new',
      awsInput({ secretAccessKey: { set: true, hint: null } }),
      { 'aws.secretAccessKey': 'Please enter the secret access key' },
    ],
    [
      'a region that Amazon is not asked for here',
      awsInput({ region: 'eu-south-9' }),
      { 'aws.region': 'Please choose one of the regions, or enter the endpoint of another service' },
    ],
    [
      'an endpoint that is none',
      awsInput({ endpoint: 'file:///etc/passwd' }),
      { 'aws.endpoint': 'The endpoint must be an address such as https://s3.example.com' },
    ],
    ...['https://%6cocalhost', 'https://s3.ex%61mple.test', 'https://s3\u200b.test'].map(
      (endpoint): Refused => [
        `the endpoint ${JSON.stringify(endpoint)}, whose host is written in another way`,
        awsInput({ endpoint }),
        { 'aws.endpoint': 'The endpoint must be an address such as https://s3.example.com' },
      ],
    ),
    ...['BlobEndpoint=https://%6cocalhost/a', 'AccountName=abc;EndpointSuffix=ex%61mple.test'].map(
      (connectionString): Refused => [
        `the connection string ${connectionString}`,
        azureInput({ connectionString: `${connectionString};AccountKey=a2V5` }),
        {
          'azure.connectionString':
            'A connection string is one line such as DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…',
        },
      ],
    ),
    [
      'a key of Google that is none',
      googleInput({ credentials: '{}' }),
      { 'googleCloud.credentials': 'This is not the JSON key of a service account' },
    ],
    [
      'a path of a key file',
      googleInput({ keyFilename: '../../etc/passwd' }),
      { 'googleCloud.keyFilename': 'Please enter the name of a file in the folder for keys, without a path' },
    ],
    [
      'a key file where no folder was named',
      googleInput({ keyFilename: 'key.json' }),
      { 'googleCloud.keyFilename': expect.stringContaining('FLUX_GOOGLE_KEY_FOLDER') },
    ],
    [
      'no connection string',
      azureInput({ connectionString: null }),
      { 'azure.connectionString': 'Please enter the connection string' },
    ],
    [
      'a container that is none',
      azureInput({ containerName: 'A--b' }),
      { 'azure.containerName': 'This is not a valid name' },
    ],
    [
      'settings that are none',
      {
        ...localInput(),
        settings: { publicRead: false, maxFileSize: 5, allowedExtensions: [], retentionDays: 0.5 },
      },
      {
        'settings.maxFileSize': 'Max file size must be from 1 to 1000 MB',
        'settings.allowedExtensions': 'Please choose at least one file extension',
        'settings.retentionDays': 'Retention must be a whole number of days from 1 to 3650',
      },
    ],
    ['more than there is', { ...localInput(), role: 'admin' }, { role: 'This field is not known here.' }],
  ])('%s is refused with a message', async (_name, body, fields) => {
    await expect(add(body as StorageConfigInput)).rejects.toMatchObject({ code: 'invalid_input', fields });
  });

  test('a response can be sent back unchanged: server fields stay', async () => {
    const config = await add(awsInput());
    const { rows: before } = await server.context.pool.query('select * from storage_configs where id = $1', [
      config.id,
    ]);
    const answer = await admin.fetch(`/api/storage/configs/${config.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...config,
        isActive: true,
        testStatus: 'success',
        files: { count: 9, bytes: 9 },
      }),
    });
    expect(answer.status).toBe(200);
    const changed = answer.json<StorageConfig>();
    expect({ ...changed, updatedAt: '' }).toEqual({ ...config, updatedAt: '' });
    const { rows: after } = await server.context.pool.query('select * from storage_configs where id = $1', [
      config.id,
    ]);
    expect({ ...after[0], updated_at: null }).toEqual({ ...before[0], updated_at: null });
  });

  test('changed settings need no new test, another connection does', async () => {
    const config = await add(localInput());
    expect(await admin.call(testStorageConfig, params(config))).toMatchObject({ ok: true });
    const settings = {
      publicRead: true,
      maxFileSize: 2_097_152,
      allowedExtensions: ['.html' as const],
      retentionDays: null,
    };
    const described = await change(config, {
      ...localInput(),
      name: 'Renamed',
      description: 'a\nb',
      settings,
    });
    expect(described).toMatchObject({
      name: 'Renamed',
      description: 'a\nb',
      settings,
      testStatus: 'success',
    });
    const moved = await change(config, awsInput());
    expect(moved).toMatchObject({
      provider: 'aws-s3',
      testStatus: 'untested',
      lastTested: described.lastTested,
    });
    expect(await actionsOn(config.id)).toEqual([
      'storage.create',
      'storage.test',
      'storage.update',
      'storage.update',
    ]);
  });

  test('blank secrets are kept, but only for their address', async () => {
    const config = await add(awsInput({ endpoint: 'https://s3.example.test' }));
    const sealed = async () => {
      const { rows } = await server.context.pool.query('select secrets from storage_configs where id = $1', [
        config.id,
      ]);
      return rows[0]?.secrets;
    };
    const before = await sealed();
    const kept = await change(
      config,
      awsInput({ endpoint: 'https://s3.example.test', bucketName: 'another', secretAccessKey: '' }),
    );
    expect(kept.aws).toMatchObject({ bucketName: 'another', secretAccessKey: { set: true } });
    expect(await sealed()).toEqual(before);
    for (const [name, value] of [
      ['endpoint', 'https://evil.example.test'],
      ['endpoint', null],
      ['accessKeyId', 'AKIDOTHER'],
    ])
      await expect(
        change(
          config,
          awsInput({ endpoint: 'https://s3.example.test', secretAccessKey: '', [String(name)]: value }),
        ),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { 'aws.secretAccessKey': 'Please enter the secret access key' },
      });
    expect(await sealed()).toEqual(before);
    await change(config, localInput());
    expect(await sealed()).toEqual({});
    await expect(change(config, awsInput({ secretAccessKey: '' }))).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('an account key stays with its account, and null removes it', async () => {
    const config = await add(azureInput({ accountKey: 'account-key-account-key' }));
    expect(config.azure?.accountKey.set).toBe(true);
    const shown = async (input: Parameters<typeof azureInput>[0]) =>
      (await change(config, azureInput(input))).azure?.accountKey.set;
    expect(await shown({ connectionString: '' })).toBe(true);
    // The same account with another key.
    expect(await shown({ connectionString: `${azureString}other` })).toBe(true);
    expect(await shown({ accountKey: null })).toBe(false);
    await change(config, azureInput({ accountKey: 'account-key-account-key' }));
    expect(
      await shown({
        connectionString: 'BlobEndpoint=https://evil.test;AccountName=fluxaccount;AccountKey=x',
      }),
    ).toBe(false);
  });
});
