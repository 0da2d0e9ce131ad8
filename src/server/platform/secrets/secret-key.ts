import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFile } from '../blobs/durable.ts';

const keyBytes = 32;

/**
 * The configured key, or a generated one in the data folder, readable by its owner only.
 * @throws Error for a truncated key: anyone could forge signatures with an empty one
 */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<Buffer> {
  if (configured !== null) return Buffer.from(configured, 'utf8');
  const path = join(dataDir, 'secret-key');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return makeKey(path);
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length >= keyBytes) return key;
  throw new Error(
    `The file ${path} should hold a key of ${keyBytes} bytes and holds ${key.length}. Please restore it from a backup, or delete it: Flux then makes another, and what the old one signed or sealed is lost.`,
  );
}

/** Written and flushed before it gets its name, so that a crash leaves this key or none. */
async function makeKey(path: string): Promise<string> {
  const text = randomBytes(keyBytes).toString('base64');
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, text, { flag: 'wx', mode: 0o600, flush: true });
  await rename(unfinished, path);
  await syncFile(dirname(path));
  return text;
}

/** A key of 32 bytes for one purpose (HKDF, RFC 5869), so that purposes are independent. */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, 32));
}

/** HMAC-SHA-256 with a key for one purpose: without the secret key the text cannot be guessed. */
export function keyedHash(secretKey: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, purpose)).update(text).digest();
}
