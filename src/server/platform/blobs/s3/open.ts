import type { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import type { S3Options } from '../options.ts';

/** Loads the SDK on demand: local storage does not need it. */
export async function openS3(options: S3Options, outbound: Outbound): Promise<BlobStore> {
  const { S3BlobStore } = await import('./s3-blob-store.ts');
  return new S3BlobStore(options, outbound);
}
