import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { hashSecret } from '#server/platform/ids.ts';
import { deriveKey } from '#server/platform/secrets/secret-key.ts';

/** How somebody came to play a private app; asked again at every request. */
export type Way = { by: 'session'; userId: string; sessionId: string } | { by: 'key'; keyHash: string };

/** The play ticket carries a visitor from Flux's origin to the app's, which then sets the grant as a cookie. */
export interface Pass {
  appId: string;
  way: Way;
  /** Milliseconds since 1970. */
  issuedAt: number;
  expiresAt: number;
}

/** The grant in an address on Flux's own host, where there are no cookies. It names the version in place of the path. */
export interface AddressPass extends Pass {
  versionId: string;
}

interface DownloadPass extends Omit<Pass, 'way'> {
  versionId: string;
  /** Null where the app was public, and the version approved. */
  way: Way | null;
}

/** Encrypts statements of one kind and reads them back; another kind's are not understood. */
interface Sealer<T extends { expiresAt: number }> {
  seal(statement: T): string;
  /** Null for what was not sealed here or has expired. */
  open(sealed: string): T | null;
}

export interface Sealers {
  ticket: Sealer<Pass>;
  grant: Sealer<Pass>;
  address: Sealer<AddressPass>;
  download: Sealer<DownloadPass>;
}

export function createSealers({ secretKey, clock }: Pick<Context, 'secretKey' | 'clock'>): Sealers {
  const make = <T extends { expiresAt: number }>(purpose: string) =>
    sealer<T>(deriveKey(secretKey, purpose), () => clock.now().getTime());
  return {
    ticket: make('play-ticket'),
    grant: make('play-grant'),
    address: make('play-address'),
    download: make('play-download'),
  };
}

/** What is kept of a share key outside the database: enough to tell when it was renewed, not to use it. */
export function shareKeyHash(shareKey: string): string {
  return hashSecret(shareKey).toString('base64url');
}

/**
 * AES-256-GCM in base64url, with a nonce made from the statement itself: the same statement gives the same text, so that a
 * browser finds again what it cached under an address that carries one. Who holds the text reads no id in it.
 */
function sealer<T extends { expiresAt: number }>(key: Buffer, now: () => number): Sealer<T> {
  const encryptionKey = deriveKey(key, 'encryption');
  const nonceKey = deriveKey(key, 'nonce');
  return {
    seal: (statement) => {
      const text = JSON.stringify(statement);
      const nonce = createHmac('sha256', nonceKey).update(text).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      // Of the last character base64url reads some bits alone, so that several texts stand for the same bytes.
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== sealed) return null;
      const text = decrypt(encryptionKey, bytes);
      // Only statements of this very kind are encrypted with this key.
      const statement = text === null ? null : (JSON.parse(text) as T);
      return statement !== null && statement.expiresAt > now() ? statement : null;
    },
  };
}

const nonceBytes = 12;
const tagBytes = 16;

function decrypt(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const encrypted = bytes.subarray(nonceBytes, -tagBytes);
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
