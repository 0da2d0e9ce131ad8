import type { StorageConfig, StorageTest } from '#shared/storage/storage.ts';
import { storageDefaults } from '#shared/storage/storage-form.ts';

let count = 0;

/** A configuration in the API's format: a local, untested one, except for the given fields. */
export function someStorageConfig(fields: Partial<StorageConfig> = {}): StorageConfig {
  count += 1;
  const id = fields.id ?? `storage${count}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const isActive = fields.isActive ?? false;
  const files = fields.files ?? { count: 0, bytes: 0 };
  return {
    _id: id,
    id,
    provider: 'local',
    name: 'Local storage',
    description: '',
    isActive,
    testStatus: 'untested',
    testProblem: null,
    lastTested: null,
    createdAt: '2026-11-02T08:00:00.000Z',
    updatedAt: '2026-11-02T08:00:00.000Z',
    aws: null,
    googleCloud: null,
    azure: null,
    settings: {
      ...storageDefaults.settings,
      allowedExtensions: [...storageDefaults.settings.allowedExtensions],
    },
    files,
    move: null,
    can: { activate: !isActive, delete: !isActive && files.count === 0, edit: true, move: false },
    ...fields,
  };
}

export const amazon = (fields: Partial<StorageConfig> = {}): StorageConfig =>
  someStorageConfig({
    provider: 'aws-s3',
    name: 'Amazon',
    aws: {
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: { set: true, hint: '••••1234' },
      region: 'eu-west-1',
      bucketName: 'flux-builds',
      endpoint: null,
    },
    ...fields,
  });

export const google = (fields: Partial<StorageConfig> = {}): StorageConfig =>
  someStorageConfig({
    provider: 'google-cloud',
    name: 'Google',
    googleCloud: {
      projectId: 'flux-games',
      bucketName: 'flux-games-builds',
      keyFilename: null,
      credentials: { set: true, hint: '••••}' },
    },
    ...fields,
  });

export const azure = (fields: Partial<StorageConfig> = {}): StorageConfig =>
  someStorageConfig({
    provider: 'azure-blob',
    name: 'Azure',
    azure: {
      connectionString: { set: true, hint: '••••.net' },
      accountName: 'fluxbuilds',
      accountKey: { set: false, hint: null },
      containerName: 'builds',
    },
    ...fields,
  });

export function testOf(config: StorageConfig, problem: string | null = null): StorageTest {
  const ok = problem === null;
  return {
    ...config,
    testStatus: ok ? 'success' : 'failed',
    testProblem: problem,
    lastTested: new Date().toISOString(),
    ok,
    problem,
    steps: ok
      ? [
          { step: 'write', ok: true, ms: 42 },
          { step: 'read', ok: true, ms: 11 },
          { step: 'list', ok: true, ms: 18 },
          { step: 'delete', ok: true, ms: 9 },
        ]
      : [{ step: 'write', ok: false, ms: 1204 }],
  };
}
