import type { Person } from '#server/testing/people/people.ts';
import type { TestServer } from '#server/testing/servers/server.ts';
import { createStorageConfig, listStorageConfigs, updateStorageConfig } from '#shared/storage/storage.ts';
import { type StorageConfigInput, storageDefaults } from '#shared/storage/storage-form.ts';

type Input<P extends StorageConfigInput['provider']> = Extract<StorageConfigInput, { provider: P }>;

const common = { description: '', settings: storageDefaults.settings };

export function localInput(): Input<'local'> {
  return { ...common, provider: 'local', name: 'Second disk' };
}

export function awsInput(aws: Partial<Input<'aws-s3'>['aws']> = {}): Input<'aws-s3'> {
  return {
    ...common,
    provider: 'aws-s3',
    name: 'Amazon',
    aws: {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'a-secret-access-key-1',
      region: 'us-east-1',
      bucketName: 'flux-builds',
      endpoint: null,
      ...aws,
    },
  };
}

export function googleInput(
  googleCloud: Partial<Input<'google-cloud'>['googleCloud']> = {},
): Input<'google-cloud'> {
  const key = { client_email: 'flux@flux-project.test', private_key: 'a-private-key' };
  return {
    ...common,
    provider: 'google-cloud',
    name: 'Google',
    googleCloud: {
      projectId: 'flux-project',
      bucketName: 'flux-builds',
      keyFilename: '',
      credentials: JSON.stringify({ ...key, token_uri: 'https://evil.test' }),
      ...googleCloud,
    },
  };
}

export function azureInput(azure: Partial<Input<'azure-blob'>['azure']> = {}): Input<'azure-blob'> {
  return {
    ...common,
    provider: 'azure-blob',
    name: 'Azure',
    azure: {
      connectionString:
        'DefaultEndpointsProtocol=https;AccountName=fluxaccount;AccountKey=an-account-key-1;EndpointSuffix=core.windows.net',
      accountName: 'fluxaccount',
      accountKey: '',
      containerName: 'builds',
      ...azure,
    },
  };
}

/** The address of the object with this id. */
export const params = ({ id }: { id: string }) => ({ params: { id } });

/** What the screen of storages asks, by the administrator that there is at the time of the call. */
export function storageCalls(at: () => { server: TestServer; admin: Person }) {
  return {
    add: (body: StorageConfigInput, by = at().admin) => by.call(createStorageConfig, { body }),
    change: ({ id }: { id: string }, body: StorageConfigInput) =>
      at().admin.call(updateStorageConfig, { params: { id }, body }),
    get: async (id: string) => (await at().admin.call(listStorageConfigs)).find((config) => config.id === id),
    actionsOn: async (id: string) => {
      const { rows } = await at().server.context.pool.query<{ action: string }>(
        'select action from audit_log where target_id = $1 order by action',
        [id],
      );
      return rows.map(({ action }) => action);
    },
  };
}
