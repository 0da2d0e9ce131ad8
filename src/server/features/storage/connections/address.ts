import * as z from 'zod/mini';
import type { StorageProvider } from '#shared/storage/storage-form.ts';

/** The `options` of a row: address and account, without secrets. */
const optionsSchemas = {
  local: z.strictObject({}),
  'aws-s3': z.strictObject({
    accessKeyId: z.string(),
    region: z.string(),
    bucketName: z.string(),
    endpoint: z.nullable(z.string()),
  }),
  'google-cloud': z.strictObject({
    projectId: z.string(),
    bucketName: z.string(),
    keyFilename: z.nullable(z.string()),
  }),
  'azure-blob': z.strictObject({ accountName: z.nullable(z.string()), containerName: z.string() }),
};

type OptionsOf<P extends StorageProvider> = z.output<(typeof optionsSchemas)[P]>;

/** Where a configuration leads, without the secrets. */
export type Address =
  | { provider: 'local' }
  | { provider: 'aws-s3'; options: OptionsOf<'aws-s3'> }
  | { provider: 'google-cloud'; options: OptionsOf<'google-cloud'> }
  | { provider: 'azure-blob'; options: OptionsOf<'azure-blob'> };

export function addressOf({ provider, options }: { provider: StorageProvider; options: unknown }): Address {
  if (provider === 'aws-s3') return { provider, options: optionsSchemas[provider].parse(options) };
  if (provider === 'google-cloud') return { provider, options: optionsSchemas[provider].parse(options) };
  if (provider === 'azure-blob') return { provider, options: optionsSchemas[provider].parse(options) };
  return { provider };
}

/** The row's `options` of an address. */
export function optionsOf(address: Address): object {
  return address.provider === 'local' ? {} : address.options;
}

/** Bucket or container; null for a folder of this machine. */
export function bucketOf(address: Address): string | null {
  if (address.provider === 'local') return null;
  return address.provider === 'azure-blob' ? address.options.containerName : address.options.bucketName;
}
