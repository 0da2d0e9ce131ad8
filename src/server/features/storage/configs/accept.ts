import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import {
  isNewSecret,
  readGoogleKey,
  type StorageConfigInput,
  secretProblems,
} from '#shared/storage/storage-form.ts';
import { type Address, addressOf } from '../connections/address.ts';
import { noKeyFolderMessage } from '../connections/open-store.ts';
import { openSecrets, type Secrets } from '../connections/secrets.ts';
import { detailsOf } from './present.ts';
import type { ConfigRow } from './store.ts';

/** The validated configuration. */
export interface ValidConfig {
  address: Address;
  secrets: Secrets;
}

type Services = Pick<Context, 'secretKey' | 'config'>;

/**
 * Validates the input and adds unchanged secrets.
 * @param stored the current configuration; null for a new one
 * @throws FluxError `invalid_input` with missing secrets and invalid fields
 */
export function validateConfig(
  context: Services,
  input: StorageConfigInput,
  stored: ConfigRow | null,
): ValidConfig {
  const fields = {
    ...secretProblems(input, stored && detailsOf(context, stored)),
    ...(needsKeyFolder(context, input) ? { 'googleCloud.keyFilename': noKeyFolderMessage } : {}),
  };
  const [problem, ...more] = Object.values(fields);
  if (problem !== undefined)
    throw new FluxError('invalid_input', more.length === 0 ? problem : undefined, { fields });
  const kept = stored?.provider === input.provider ? openSecrets(context, stored).secrets : {};
  return { address: addressIn(input), secrets: secretsIn(input, kept) };
}

function needsKeyFolder({ config }: Services, input: StorageConfigInput): boolean {
  return (
    input.provider === 'google-cloud' &&
    Boolean(input.googleCloud.keyFilename) &&
    config.googleKeyFolder === null
  );
}

function addressIn(input: StorageConfigInput): Address {
  if (input.provider === 'aws-s3') {
    const { accessKeyId, region, bucketName, endpoint } = input.aws;
    return addressOf({
      provider: input.provider,
      options: { accessKeyId, region, bucketName, endpoint: endpoint || null },
    });
  }
  if (input.provider === 'google-cloud') {
    const { projectId, bucketName, keyFilename } = input.googleCloud;
    const options = { projectId, bucketName, keyFilename: keyFilename || null };
    return addressOf({ provider: input.provider, options });
  }
  if (input.provider === 'azure-blob') {
    const { accountName, containerName } = input.azure;
    return addressOf({
      provider: input.provider,
      options: { accountName: accountName || null, containerName },
    });
  }
  return { provider: 'local' };
}

/** @param kept the stored secret; `secretProblems` has checked that it may be reused */
function secretsIn(input: StorageConfigInput, kept: Secrets): Secrets {
  if (input.provider === 'aws-s3') {
    const { secretAccessKey } = input.aws;
    return defined({
      secretAccessKey: isNewSecret(secretAccessKey) ? secretAccessKey : kept.secretAccessKey,
    });
  }
  if (input.provider === 'google-cloud') {
    const { credentials } = input.googleCloud;
    if (isNewSecret(credentials)) return { credentials: withoutAddresses(credentials) };
    return defined({ credentials: credentials === null ? undefined : kept.credentials });
  }
  if (input.provider === 'azure-blob') {
    const { connectionString: given, accountKey } = input.azure;
    const connectionString = isNewSecret(given) ? given : kept.connectionString;
    const same = sameAccount(connectionString, kept.connectionString);
    const keptKey = accountKey === null || !same ? undefined : kept.accountKey;
    return defined({ connectionString, accountKey: isNewSecret(accountKey) ? accountKey : keptKey });
  }
  return {};
}

function defined(secrets: Record<string, string | undefined>): Secrets {
  return Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== undefined));
}

/** A key names addresses that it wants to be sent to (`token_uri`); they are not even stored. */
function withoutAddresses(key: string): string {
  return JSON.stringify(readGoogleKey(key));
}

/** Whether a new connection string has the same address, so that the account key may be sent there. */
function sameAccount(given: string | undefined, kept: string | undefined): boolean {
  return accountIn(given ?? '') === accountIn(kept ?? '');
}

function accountIn(connectionString: string): string {
  const parts = connectionString
    .split(';')
    .map((piece) => piece.trim())
    .filter((piece) => !/^(AccountKey|SharedAccessSignature)=/i.test(piece));
  return JSON.stringify(parts.filter(Boolean).sort());
}
