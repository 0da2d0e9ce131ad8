import { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import type { GoogleOptions } from '../options.ts';
import { readKeyFile } from './credentials.ts';

/** Settings that only the operator decides. */
export interface GoogleSettings {
  /** `FLUX_GOOGLE_STORAGE_ENDPOINT`. Null: Google's own hosts, and no others. */
  endpoint: string | null;
  /** `FLUX_GOOGLE_KEY_FOLDER`. */
  keyFolder: string | null;
}

/**
 * Loads the SDK on demand: local storage does not need it.
 * @throws BlobStoreError `denied` for an unusable key file
 */
export async function openGoogle(
  options: GoogleOptions,
  outbound: Outbound,
  { endpoint, keyFolder }: GoogleSettings,
): Promise<BlobStore> {
  const { credentials, keyFilename } = options;
  const key = credentials ?? (keyFilename === null ? null : await readKeyFile(keyFolder, keyFilename));
  const { GoogleBlobStore } = await import('./google-blob-store.ts');
  if (endpoint === null) return new GoogleBlobStore({ ...options, credentials: key }, outbound);
  // The operator configured it, so its address is allowed, and only that.
  const own = new Outbound({ allowed: [new URL(endpoint).hostname.replace(/^\[|\]$/g, '')] });
  return new GoogleBlobStore({ ...options, credentials: key }, own, endpoint, () => own.close());
}
