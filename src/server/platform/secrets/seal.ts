import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './secret-key.ts';

const version = '1';
const ivBytes = 12;
const tagBytes = 16;

/** A sealed text cannot be opened: another key, or a changed text or binding. */
export class UnsealError extends Error {
  readonly otherKey: boolean;

  constructor(otherKey: boolean) {
    super(otherKey ? 'It was sealed with another key.' : 'It was changed since it was sealed.');
    this.name = 'UnsealError';
    this.otherKey = otherKey;
  }
}

/**
 * Encrypts stored secrets with AES-256-GCM under a key for one purpose (HKDF). Each is bound to its location:
 * elsewhere it does not open. Format: `1.{key}.{iv, tag and ciphertext}`, where `key` identifies the key without
 * revealing it.
 */
export class Sealer {
  readonly #key: Buffer;
  readonly #keyName: string;

  constructor(secretKey: Buffer, purpose: string) {
    this.#key = deriveKey(secretKey, purpose);
    this.#keyName = createHash('sha256')
      .update(`name of ${purpose}`)
      .update(this.#key)
      .digest('hex')
      .slice(0, 8);
  }

  /** @param binding the binding, such as the names of row and field */
  seal(text: string, binding: readonly string[]): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(boundTo(binding));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    return [version, this.#keyName, bytes.toString('base64url')].join('.');
  }

  /** @throws UnsealError */
  open(sealed: string, binding: readonly string[]): string {
    const [found, keyName, encoded = ''] = sealed.split('.');
    if (found !== version || keyName !== this.#keyName) throw new UnsealError(true);
    const bytes = Buffer.from(encoded, 'base64url');
    if (bytes.length < ivBytes + tagBytes) throw new UnsealError(false);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(binding)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new UnsealError(false);
    }
  }
}

function boundTo(binding: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(binding));
}
