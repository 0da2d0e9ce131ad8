import { generateKeyPairSync } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Outbound } from '../../outbound/outbound.ts';
import { openAzure } from '../azure/open.ts';
import { type BlobStore, BlobStoreError } from '../blob-store.ts';
import { openGoogle } from '../google/open.ts';
import { openS3 } from '../s3/open.ts';

/** What must never be reached; it counts who knocks. */
let canary: Server;
let port: number;
let knocks = 0;
beforeAll(async () => {
  canary = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());
afterEach(() => vi.unstubAllEnvs());

const accountKey = Buffer.alloc(64, 7).toString('base64');
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const s3 = (outbound: Outbound, endpoint: string | null) =>
  openS3(
    { region: 'us-east-1', bucketName: 'flux', endpoint, accessKeyId: 'id', secretAccessKey: 'secret' },
    outbound,
  );
const azure = (outbound: Outbound, address: string) =>
  openAzure(
    {
      connectionString: `AccountName=fluxgames;AccountKey=${accountKey};${address}`,
      accountName: null,
      accountKey: null,
      containerName: 'flux',
    },
    outbound,
  );
const google = (outbound: Outbound) =>
  openGoogle(
    {
      projectId: 'flux',
      bucketName: 'flux',
      keyFilename: null,
      credentials: { clientEmail: 'flux@example.test', privateKey },
    },
    outbound,
    { endpoint: null, keyFolder: null },
  );

/** The problem of every call of a store that leads nowhere. */
async function outcomes(opening: Promise<BlobStore>): Promise<unknown[]> {
  const told = (error: unknown) =>
    error instanceof BlobStoreError ? [error.problem, error.code, error.message] : error;
  try {
    const store = await opening;
    const calls = [
      store.put('a', Buffer.from('a'), 1),
      store.put('a', Buffer.alloc(9_000_000), 9_000_000),
      store.get('a'),
      store.stat('a'),
      store.delete('a'),
    ];
    return await Promise.all(calls.map((call) => call.then(() => 'done', told)));
  } catch (error) {
    return [told(error)];
  }
}

const away = ['unreachable', 'storage_unavailable', new BlobStoreError('unreachable').message];
const onlyAway = (found: unknown[]) => expect(found).toEqual(found.map(() => away));

describe('no driver reaches this machine or its networks', () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['link-local, where clouds keep keys', '169.254.169.254'],
    ['private', '10.0.0.1'],
    ['loopback within IPv6', '::ffff:127.0.0.1'],
  ])('by a name that resolves to an address that is %s', async (_kind, address) => {
    const resolve = async (): Promise<LookupAddress[]> => [
      { address, family: address.includes(':') ? 6 : 4 },
    ];
    const outbound = new Outbound({ allowed: [], resolve });
    onlyAway(await outcomes(s3(outbound, `http://storage.example:${port}`)));
    onlyAway(await outcomes(s3(outbound, null)));
    onlyAway(await outcomes(azure(outbound, `BlobEndpoint=http://storage.example:${port}/a`)));
    onlyAway(await outcomes(azure(outbound, 'EndpointSuffix=storage.example')));
    onlyAway(await outcomes(google(outbound)));
    expect(knocks).toBe(0);
  });

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:7f00:1]',
    'localhost',
    '127.0.0.1.',
    '0',
  ])('by the address %s itself', async (host) => {
    const outbound = new Outbound({ allowed: [] });
    onlyAway(await outcomes(s3(outbound, `http://${host}:${port}`)));
    onlyAway(await outcomes(azure(outbound, `BlobEndpoint=http://${host}:${port}/a`)));
    expect(knocks).toBe(0);
  });

  test('by a proxy from the environment', async () => {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${port}`);
    const nowhere = new Outbound({
      allowed: [],
      resolve: () => Promise.reject(Object.assign(new Error('no network here'), { code: 'ENOTFOUND' })),
    });
    onlyAway(await outcomes(s3(nowhere, 'http://storage.example')));
    onlyAway(await outcomes(azure(nowhere, 'BlobEndpoint=http://storage.example/a')));
    onlyAway(await outcomes(google(nowhere)));
    expect(knocks).toBe(0);
  });
});
