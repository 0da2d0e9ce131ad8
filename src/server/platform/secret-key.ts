import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The configured key, or one made at the first start and kept in the data folder, readable by its owner alone. */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<Buffer> {
  if (configured !== null) return Buffer.from(configured, 'utf8');
  const path = join(dataDir, 'secret-key');
  try {
    await writeFile(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
}

/** A key of 32 bytes for one purpose (HKDF, RFC 5869), so that one use can never forge for another. */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, 32));
}
