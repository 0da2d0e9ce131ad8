import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { openAzure } from '#server/platform/blobs/azure/open.ts';
import type { BlobStore } from '#server/platform/blobs/blob-store.ts';
import { openGoogle } from '#server/platform/blobs/google/open.ts';
import { LocalBlobStore } from '#server/platform/blobs/local.ts';
import type { GoogleCredentials } from '#server/platform/blobs/options.ts';
import { openS3 } from '#server/platform/blobs/s3/open.ts';
import type { Outbound } from '#server/platform/outbound/outbound.ts';
import { builtinStorageId } from '#shared/storage/storage.ts';
import { readGoogleKey } from '#shared/storage/storage-form.ts';
import type { ConfigRow } from '../configs/store.ts';
import { type Address, addressOf } from './address.ts';
import { openSecrets, type SealedSecrets, type Secrets, unreadableSecretsMessage } from './secrets.ts';

export type OpeningServices = Pick<Context, 'folders' | 'secretKey'> & {
  config: Pick<Context['config'], 'googleKeyFolder' | 'googleStorageEndpoint'>;
  outbound: Outbound;
};

/** The connection columns of a row. */
export type Connection = Pick<ConfigRow, 'id' | 'provider' | 'options'> & { secrets: SealedSecrets };

/** A configuration is incomplete; the message is for administrators. */
export class UnusableConfigError extends Error {}

/**
 * A store over what a configuration says. Nothing is asked of the provider yet.
 * @throws UnusableConfigError
 */
export async function openStore(services: OpeningServices, connection: Connection): Promise<BlobStore> {
  const { secrets, unreadable } = openSecrets(services, connection);
  if (unreadable) throw new UnusableConfigError(unreadableSecretsMessage);
  return open(services, connection.id, addressOf(connection), secrets);
}

async function open(
  services: OpeningServices,
  id: string,
  address: Address,
  secrets: Secrets,
): Promise<BlobStore> {
  const { folders, outbound } = services;
  if (address.provider === 'local') return new LocalBlobStore(localFolder(folders, id));
  if (address.provider === 'aws-s3') {
    const secretAccessKey = required(secrets.secretAccessKey, 'secret access key');
    return openS3({ ...address.options, secretAccessKey }, outbound);
  }
  if (address.provider === 'google-cloud') {
    const credentials = secrets.credentials === undefined ? null : credentialsOf(secrets.credentials);
    const { googleStorageEndpoint: endpoint, googleKeyFolder: keyFolder } = services.config;
    if (address.options.keyFilename !== null && keyFolder === null)
      throw new UnusableConfigError(noKeyFolderMessage);
    return openGoogle({ ...address.options, credentials }, outbound, { endpoint, keyFolder });
  }
  const connectionString = required(secrets.connectionString, 'connection string');
  const accountKey = secrets.accountKey ?? null;
  return openAzure({ ...address.options, connectionString, accountKey }, outbound);
}

/** The built-in configuration uses the original folder. */
export function localFolder(folders: Context['folders'], id: string): string {
  return id === builtinStorageId ? folders.blobs : join(folders.stores, id);
}

function required(secret: string | undefined, name: string): string {
  if (secret === undefined) throw new UnusableConfigError(`Please enter the ${name}.`);
  return secret;
}

export const noKeyFolderMessage =
  'Key files are not enabled on this server. Its operator can set a folder for them (FLUX_GOOGLE_KEY_FOLDER).';

/** @param text the sealed text */
function credentialsOf(text: string): GoogleCredentials {
  const key = readGoogleKey(text);
  if (!key) throw new UnusableConfigError('Please enter the key of the service account anew.');
  return { clientEmail: key.client_email, privateKey: key.private_key };
}
