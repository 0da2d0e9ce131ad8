import { createHash, randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** 26 characters of lower-case base32 (RFC 4648): 130 random bits, fit for an address and a DNS label. */
export function newId(): string {
  const bytes = randomBytes(26);
  let id = '';
  for (const byte of bytes) id += alphabet[byte & 31];
  return id;
}

/** Whether a text from outside can be an id at all; PostgreSQL refuses some texts, NUL for one, with an error. */
export function isId(text: string): boolean {
  return /^[a-z2-7]{26}$/.test(text);
}

/** A secret of 256 random bits in base64url, 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets are stored hashed, so that a stolen database contains no usable session. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
