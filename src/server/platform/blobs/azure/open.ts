import type { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import type { AzureOptions } from '../options.ts';
import { readConnection } from './connection.ts';

/**
 * Loads the SDK on demand: local storage does not need it.
 * @throws BlobStoreError `denied` for a connection string without credentials, `unreachable` for a refused address
 */
export async function openAzure(options: AzureOptions, outbound: Outbound): Promise<BlobStore> {
  const connection = readConnection(options, outbound);
  const { AzureBlobStore } = await import('./azure-blob-store.ts');
  return new AzureBlobStore(connection, options.containerName, outbound);
}
