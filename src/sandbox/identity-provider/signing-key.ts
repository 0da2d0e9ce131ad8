import { createECDH } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { deriveKey } from '#server/platform/secrets/secret-key.ts';

export interface SigningKey {
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/**
 * The local provider's key for ES256 (RFC 7518, 3.4), derived from the server's secret key, so that it is not stored.
 */
export async function localSigningKey(secretKey: Buffer): Promise<SigningKey> {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(deriveKey(secretKey, 'local-sign-in id token'));
  const point = curve.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const d = curve.getPrivateKey();
  const privateJwk = { ...jwk, d: Buffer.concat([Buffer.alloc(32 - d.length), d]).toString('base64url') };
  return {
    privateKey: (await importJWK(privateJwk, 'ES256')) as CryptoKey,
    publicJwk: { ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) },
  };
}
