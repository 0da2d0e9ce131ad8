import { expect, test } from 'vitest';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { storageDefaults } from '#shared/storage/storage-form.ts';
import { fieldsOf, freshAws, inputOf, problemsOf, type StorageFields } from './fields.ts';

const stored: StorageConfig = {
  _id: 'a',
  id: 'a',
  provider: 'aws-s3',
  name: 'Builds',
  description: '',
  isActive: false,
  testStatus: 'success',
  testProblem: null,
  lastTested: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  aws: {
    accessKeyId: 'AKIA',
    secretAccessKey: { set: true, hint: '••••1234' },
    region: 'eu-west-1',
    bucketName: 'flux-builds',
    endpoint: null,
  },
  googleCloud: null,
  azure: null,
  settings: { ...storageDefaults.settings, allowedExtensions: ['.zip'], retentionDays: null },
  files: { count: 0, bytes: 0 },
  move: null,
  can: { activate: true, delete: true, edit: true, move: false },
};

const changed = (change: Partial<StorageFields>): StorageFields => ({ ...fieldsOf(stored), ...change });

test('a new configuration begins with the defaults of the specification', () => {
  const input = inputOf(fieldsOf(null));
  expect(input).toMatchObject({ provider: 'local', settings: storageDefaults.settings });
  expect(fieldsOf(null).aws.region).toBe('us-east-1');
  expect(fieldsOf(null).settings).toMatchObject({ publicRead: 'private', maxFileSize: '100' });
  expect(problemsOf(fieldsOf(null), null)).toEqual({ name: 'Please enter a name' });
});

test('the required values of each provider are requested at their fields', () => {
  const fresh = { ...fieldsOf(null), name: 'New' };
  expect(problemsOf({ ...fresh, provider: 'aws-s3' }, null)).toEqual({
    'aws.accessKeyId': 'Please enter the access key ID',
    'aws.secretAccessKey': 'Please enter the secret access key',
    'aws.bucketName': 'Please enter the bucket name',
  });
  expect(problemsOf({ ...fresh, provider: 'google-cloud' }, null)).toEqual({
    'googleCloud.projectId': 'Please enter the project ID',
    'googleCloud.bucketName': 'Please enter the bucket name',
  });
  expect(problemsOf({ ...fresh, provider: 'azure-blob' }, null)).toEqual({
    'azure.connectionString': 'Please enter the connection string',
    'azure.containerName': 'Please enter the container name',
  });
});

test('an edit with a blank secret keeps it, and another address requires it again', () => {
  expect(problemsOf(changed({ name: 'Renamed' }), stored)).toEqual({});
  expect(inputOf(fieldsOf(stored))).toMatchObject({ aws: { secretAccessKey: '', endpoint: '' } });
  const aws = { ...fieldsOf(stored).aws, endpoint: 'https://elsewhere.example.com' };
  expect(problemsOf(changed({ aws }), stored)).toEqual({
    'aws.secretAccessKey': 'Please enter the secret access key',
  });
});

test('sizes are typed in MB, from 1 to 1000, and days may be left blank', () => {
  const withSettings = (settings: Partial<StorageFields['settings']>) =>
    changed({ settings: { ...fieldsOf(stored).settings, ...settings } });
  expect(inputOf(withSettings({ maxFileSize: '1.5' })).settings.maxFileSize).toBe(1_572_864);
  expect(inputOf(withSettings({ retentionDays: ' ' })).settings.retentionDays).toBeNull();
  for (const maxFileSize of ['', '0', '1001', 'many', '-3'])
    expect(problemsOf(withSettings({ maxFileSize }), stored), maxFileSize).toEqual({
      'settings.maxFileSize': 'Max file size must be from 1 to 1000 MB',
    });
  for (const retentionDays of ['0', '1.5', '4000', 'x'])
    expect(problemsOf(withSettings({ retentionDays }), stored), retentionDays).toHaveProperty([
      'settings.retentionDays',
    ]);
  expect(problemsOf(withSettings({ allowedExtensions: [] }), stored)).toEqual({
    'settings.allowedExtensions': 'Please choose at least one file extension',
  });
});

test('a region of another service needs its endpoint', () => {
  const aws = { ...freshAws, accessKeyId: 'a', secretAccessKey: 'b', bucketName: 'builds', region: 'auto' };
  expect(problemsOf(changed({ aws }), null)).toHaveProperty(['aws.region']);
  expect(problemsOf(changed({ aws: { ...aws, endpoint: 'https://r2.example.com' } }), null)).toEqual({});
});

test('a stored Google key is kept, replaced or removed', () => {
  const google = fieldsOf(null).googleCloud;
  const sent = (change: Partial<typeof google>) =>
    inputOf({ ...fieldsOf(null), provider: 'google-cloud', googleCloud: { ...google, ...change } });
  expect(sent({})).toMatchObject({ googleCloud: { credentials: '' } });
  expect(sent({ forget: true })).toMatchObject({ googleCloud: { credentials: null } });
  expect(sent({ forget: true, credentials: '{}' })).toMatchObject({ googleCloud: { credentials: '{}' } });
});
