import type { FormEncoding } from '../../platform/blobs/encodings.ts';

export const blobPrefix = 'blobs/';
/** What asks whether the store works. */
export const probePrefix = 'health/';

/**
 * `blobs/ab/cd/{sha256}.identity`, and `blobs/ab/cd/{sha256}.{16 digits of the stored sha256}.br` for an
 * encoded form. Two compressors make different bytes of one content; since the key also names the encoded
 * bytes, one key can only ever hold one value, and two writers at once do no harm.
 */
export function blobKey(sha256: string, encoding: FormEncoding, storedSha256: string): string {
  const folder = `${blobPrefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}`;
  return encoding === 'identity'
    ? `${folder}/${sha256}.identity`
    : `${folder}/${sha256}.${storedSha256.slice(0, 16)}.${encoding}`;
}

/** The sha256 that a key names, hexadecimal, or null for a key of another kind. */
export function sha256OfKey(key: string): string | null {
  return /^blobs\/..\/..\/([0-9a-f]{64})\.[a-z0-9.]+$/.exec(key)?.[1] ?? null;
}
