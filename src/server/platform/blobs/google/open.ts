import { Outbound } from '../../outbound/outbound.ts';
import type { BlobStore } from '../blob-store.ts';
import type { GoogleOptions } from '../options.ts';
import { readKeyFile } from './credentials.ts';

/** What only whoever runs this server decides. */
export interface GoogleSettings {
  /** `FLUX_GOOGLE_STORAGE_ENDPOINT`. Null: Google's own hosts, and no others. */
  endpoint: string | null;
  /** `FLUX_GOOGLE_KEY_FOLDER`. */
  keyFolder: string | null;
}

/**
 * Loads the SDK only now: a Flux whose bytes all lie on its own disk never needs it.
 * @throws BlobStoreError `denied` where the key file cannot be used
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
  // The operator named it, so it may lie anywhere; nothing but it is connected to.
  const own = new Outbound({ allowed: [new URL(endpoint).hostname.replace(/^\[|\]$/g, '')] });
  return new GoogleBlobStore({ ...options, credentials: key }, own, endpoint, () => own.close());
}
