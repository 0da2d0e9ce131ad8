import { expect, test } from 'vitest';
import { Outbound } from '../../outbound/outbound.ts';
import { BlobStoreError } from '../blob-store.ts';
import type { AzureOptions } from '../options.ts';
import { readConnection } from './connection.ts';
import { openAzure } from './open.ts';

const key = Buffer.alloc(64, 7).toString('base64');
const read = (connectionString: string, more: Partial<AzureOptions> = {}, allowed: string[] = []) =>
  readConnection(
    { connectionString, containerName: 'flux', accountName: null, accountKey: null, ...more },
    new Outbound({ allowed }),
  );
const problemOf = (...given: Parameters<typeof read>) => {
  try {
    return read(...given);
  } catch (error) {
    return error instanceof BlobStoreError ? error.problem : error;
  }
};

test('a connection string as the portal shows it', () => {
  const portal = `DefaultEndpointsProtocol=https;AccountName=fluxgames;AccountKey=${key};EndpointSuffix=core.windows.net`;
  const proof = { kind: 'key', accountName: 'fluxgames', accountKey: key };
  expect(read(portal)).toEqual({ endpoint: 'https://fluxgames.blob.core.windows.net', proof });
  expect(read(portal.replace('windows.net', 'chinacloudapi.cn')).endpoint).toBe(
    'https://fluxgames.blob.core.chinacloudapi.cn',
  );
});

test('other forms of it', () => {
  expect(read(`AccountKey=${key}`, { accountName: 'fluxgames' }).endpoint).toBe(
    'https://fluxgames.blob.core.windows.net',
  );
  expect(read('AccountName=fluxgames', { accountKey: key }).proof).toMatchObject({ accountKey: key });
  expect(read('BlobEndpoint=https://files.example.com/;SharedAccessSignature=?sv=1&sig=a%3D')).toEqual({
    endpoint: 'https://files.example.com',
    proof: { kind: 'signature', query: 'sv=1&sig=a%3D' },
  });
});

test.each([
  '',
  'nonsense',
  `AccountKey=${key}`,
  'AccountName=fluxgames',
  `AccountName=flux.games;AccountKey=${key}`,
  `AccountName=x@127.0.0.1#;AccountKey=${key}`,
  'AccountName=fluxgames;AccountKey=not a key',
  `AccountName=fluxgames;AccountKey=${key};EndpointSuffix=evil.example/x?`,
  `AccountName=fluxgames;AccountKey=${key};DefaultEndpointsProtocol=file`,
  `AccountName=fluxgames;AccountKey=${key};BlobEndpoint=https://files.example.com/?comp=list`,
  `AccountName=fluxgames;AccountKey=${key};BlobEndpoint=nowhere`,
])('%j contains no credentials', (connectionString) => {
  expect(problemOf(connectionString)).toBe('denied');
});

test.each([
  'UseDevelopmentStorage=true',
  `AccountName=a;AccountKey=${key};BlobEndpoint=http://127.0.0.1:10000/a`,
  `AccountName=a;AccountKey=${key};BlobEndpoint=http://2130706433/a`,
  `AccountName=a;AccountKey=${key};BlobEndpoint=http://[::ffff:169.254.169.254]/a`,
  `AccountName=a;AccountKey=${key};BlobEndpoint=https://user@files.example.com`,
  `AccountName=a;AccountKey=${key};BlobEndpoint=file:///etc/passwd`,
  `AccountName=fluxgames;AccountKey=${key};EndpointSuffix=localhost`,
])('%s is refused unless the operator allows it', async (connectionString) => {
  expect(problemOf(connectionString)).toBe('unreachable');
  const options = { connectionString, containerName: 'flux', accountName: null, accountKey: null };
  await expect(openAzure(options, new Outbound({ allowed: [] }))).rejects.toMatchObject({
    problem: 'unreachable',
    code: 'storage_unavailable',
  });
});

test('if the operator allows this machine, its emulator is used', () => {
  expect(problemOf('UseDevelopmentStorage=true', {}, ['127.0.0.1'])).toMatchObject({
    endpoint: 'http://127.0.0.1:10000/devstoreaccount1',
  });
});
