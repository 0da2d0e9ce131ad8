import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { describeFaults, impatientOutbound } from '#server/testing/storage/faults.ts';
import { makeServiceAccount } from '#server/testing/storage/google-accounts.ts';
import { startGoogleServer } from '#server/testing/storage/google-server.ts';
import { GoogleBlobStore } from './google-blob-store.ts';

const refusal = (code: number, message: string) => ({
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify({ error: { code, message, errors: [{ message, domain: 'global', reason: 'any' }] } }),
});

describeFaults('The driver for Google Cloud Storage', async () => {
  const server = await startGoogleServer();
  const proxy = await FaultProxy.before(server.port);
  const outbound = impatientOutbound();
  const open = (bucketName: string, { keyFile } = server.account) => {
    const credentials = { clientEmail: keyFile.client_email, privateKey: keyFile.private_key };
    const options = { projectId: 'flux-tests', bucketName, keyFilename: null, credentials };
    return new GoogleBlobStore(options, outbound, proxy.url);
  };
  return {
    proxy,
    store: open('flux'),
    withWrongCredentials: open('flux', makeServiceAccount('flux')),
    withoutBucket: open('missing'),
    full: { kind: 'answer', status: '507 Insufficient Storage', ...refusal(507, 'There is no room.') },
    busy: { kind: 'answer', status: '429 Too Many Requests', ...refusal(429, 'Rate limit exceeded.') },
    close: async () => {
      outbound.close();
      await proxy.close();
      await server.close();
    },
  };
});
