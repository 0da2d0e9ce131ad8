import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './secret-key.ts';

const version = '1';
const ivBytes = 12;
const tagBytes = 16;

/** A sealed text that cannot be opened: the key is another one, or the text or what it is bound to was changed. */
export class UnsealError extends Error {
  readonly otherKey: boolean;

  constructor(otherKey: boolean) {
    super(otherKey ? 'It was sealed with another key.' : 'It was changed since it was sealed.');
    this.name = 'UnsealError';
    this.otherKey = otherKey;
  }
}

/**
 * Keeps texts secret at rest, by AES-256-GCM under a key for one purpose (HKDF). Each is bound to where it stands: moved
 * elsewhere, it does not open. A sealed text reads `1.{key}.{iv, tag and ciphertext}`, where `key` tells keys apart
 * and says nothing else of them.
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

  /** @param place what it is bound to, as the names of row and field */
  seal(text: string, place: readonly string[]): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(boundTo(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    return [version, this.#keyName, bytes.toString('base64url')].join('.');
  }

  /** @throws UnsealError */
  open(sealed: string, place: readonly string[]): string {
    const [found, keyName, encoded = ''] = sealed.split('.');
    if (found !== version || keyName !== this.#keyName) throw new UnsealError(true);
    const bytes = Buffer.from(encoded, 'base64url');
    if (bytes.length < ivBytes + tagBytes) throw new UnsealError(false);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(place)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new UnsealError(false);
    }
  }
}

function boundTo(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place));
}
