import { randomBytes } from 'node:crypto';
import { startAzurite } from '#server/testing/storage/azurite.ts';
import { FaultProxy } from '#server/testing/storage/fault-proxy.ts';
import { describeFaults, impatientOutbound } from '#server/testing/storage/faults.ts';
import { openAzure } from './open.ts';

const refusal = (code: string) => ({
  headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
  body: `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`,
});

describeFaults('The driver for Azure Blob Storage', async () => {
  const azurite = await startAzurite();
  const proxy = await FaultProxy.before(azurite.port);
  const outbound = impatientOutbound();
  const rightly = azurite.connectionString(proxy.port);
  const open = (containerName: string, connectionString = rightly) =>
    openAzure({ connectionString, containerName, accountName: null, accountKey: null }, outbound);
  return {
    proxy,
    store: await open('flux'),
    withWrongCredentials: await open(
      'flux',
      rightly.replace(azurite.accountKey, randomBytes(64).toString('base64')),
    ),
    withoutBucket: await open('missing'),
    full: { kind: 'answer', status: '507 Insufficient Storage', ...refusal('InsufficientStorage') },
    busy: { kind: 'answer', status: '503 Service Unavailable', ...refusal('ServerBusy') },
    close: async () => {
      outbound.close();
      await proxy.close();
      await azurite.close();
    },
  };
});
