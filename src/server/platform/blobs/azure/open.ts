import type { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import type { AzureOptions } from '../options.ts';
import { readConnection } from './connection.ts';

/**
 * Loads the SDK only now: a Flux whose bytes all lie on its own disk never needs it.
 * @throws BlobStoreError `denied` where the connection string does not say who asks, `unreachable` where it leads to an
 * address to which Flux does not connect
 */
export async function openAzure(options: AzureOptions, outbound: Outbound): Promise<BlobStore> {
  const connection = readConnection(options, outbound);
  const { AzureBlobStore } = await import('./azure-blob-store.ts');
  return new AzureBlobStore(connection, options.containerName, outbound);
}
