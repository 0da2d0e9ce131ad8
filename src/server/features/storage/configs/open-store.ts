import { join } from 'node:path';
import * as z from 'zod/mini';
import { builtinStorageId } from '#shared/storage.ts';
import type { Context } from '../../../context.ts';
import type { BlobStore } from '../../../platform/blobs/blob-store.ts';
import { LocalBlobStore } from '../../../platform/blobs/local.ts';
import type { GoogleCredentials } from '../../../platform/blobs/options.ts';
import { openS3 } from '../../../platform/blobs/s3/open.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { type Address, addressOf } from './connection.ts';
import { openSecrets, type SealedSecrets, type Secrets, unreadableSecretsMessage } from './secrets.ts';
import type { ConfigRow } from './store.ts';

export type OpeningServices = Pick<Context, 'folders' | 'secretKey'> & {
  config: Pick<Context['config'], 'googleKeyFolder'>;
  outbound: Outbound;
};

/** What leads to a place, as a row has it. */
export type Connection = Pick<ConfigRow, 'id' | 'provider' | 'options'> & { secrets: SealedSecrets };

/** A configuration lacks what it takes to open it; the message is fit for a person. */
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
    const { keyFilename, ...options } = address.options;
    const credentials = secrets.credentials === undefined ? null : credentialsOf(secrets.credentials);
    return (await import('../../../platform/blobs/google/open.ts')).openGoogle(
      { ...options, credentials, keyFilename: keyFile(services, keyFilename) },
      outbound,
    );
  }
  const connectionString = required(secrets.connectionString, 'connection string');
  const accountKey = secrets.accountKey ?? null;
  // @ts-expect-error the driver arrives with its own change
  return (await import('../../../platform/blobs/azure/open.ts')).openAzure(
    { ...address.options, connectionString, accountKey },
    outbound,
  );
}

/** The first keeps its files where they were before there were others. */
function localFolder(folders: Context['folders'], id: string): string {
  return id === builtinStorageId ? folders.blobs : join(folders.stores, id);
}

function required(secret: string | undefined, name: string): string {
  if (secret === undefined) throw new UnusableConfigError(`Please enter the ${name}.`);
  return secret;
}

/** The name has no separators, so that it cannot lead out of the folder. */
function keyFile({ config }: OpeningServices, name: string | null): string | null {
  if (name === null) return null;
  if (config.googleKeyFolder === null) throw new UnusableConfigError(noKeyFolderMessage);
  return join(config.googleKeyFolder, name);
}

export const noKeyFolderMessage =
  'Key files are not taken here: whoever runs this Flux has to name a folder for them (FLUX_GOOGLE_KEY_FOLDER).';

const credentialsSchema = z.object({ client_email: z.string(), private_key: z.string() });

/** @param text as it is sealed */
function credentialsOf(text: string): GoogleCredentials {
  const { client_email, private_key } = credentialsSchema.parse(JSON.parse(text));
  return { clientEmail: client_email, privateKey: private_key };
}
