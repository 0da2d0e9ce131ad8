import { Sha256 } from '#web/lib/files/sha256.ts';
import type { ListedFile } from './file-types.ts';

export function fingerprintOfText(text: string): string {
  const hash = new Sha256();
  hash.update(new TextEncoder().encode(text));
  return hash.digest();
}

/** Identifies the zip of a folder. The CRC covers the time of a gzip file, which its SHA-256 ignores. */
export function fingerprintOfFolder(listed: readonly ListedFile[]): string {
  return fingerprintOfText(listed.map(({ path, sha256, crc32 }) => `${path} ${sha256} ${crc32}`).join('\n'));
}
