import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { hashSecret } from '../../../platform/ids.ts';
import { deriveKey } from '../../../platform/secret-key.ts';

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

interface DownloadPass extends Omit<Pass, 'way'> {
  versionId: string;
  /** Null where the app was public, and the version approved. */
  way: Way | null;
}

/** Signs statements of one kind and reads them back; another kind's are not understood. */
interface Sealer<T extends { expiresAt: number }> {
  seal(statement: T): string;
  /** Null for what was not sealed here or has expired. */
  open(sealed: string): T | null;
}

export interface Sealers {
  ticket: Sealer<Pass>;
  grant: Sealer<Pass>;
  download: Sealer<DownloadPass>;
}

export function createSealers({ secretKey, clock }: Pick<Context, 'secretKey' | 'clock'>): Sealers {
  const make = <T extends { expiresAt: number }>(purpose: string) =>
    sealer<T>(deriveKey(secretKey, purpose), () => clock.now().getTime());
  return { ticket: make('play-ticket'), grant: make('play-grant'), download: make('play-download') };
}

/** What is kept of a share key outside the database: enough to tell when it was renewed, not to use it. */
export function shareKeyHash(shareKey: string): string {
  return hashSecret(shareKey).toString('base64url');
}

/** `{payload}.{mac}` in base64url: JSON with an HMAC-SHA-256 over it. */
function sealer<T extends { expiresAt: number }>(key: Buffer, now: () => number): Sealer<T> {
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url');
  return {
    seal: (statement) => {
      const payload = Buffer.from(JSON.stringify(statement)).toString('base64url');
      return `${payload}.${sign(payload)}`;
    },
    open: (sealed) => {
      const [payload = '', mac = '', ...rest] = sealed.split('.');
      // As text: of the last character base64url reads four bits alone, so that four texts stand for the same bytes.
      const given = Buffer.from(mac);
      const expected = Buffer.from(sign(payload));
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
        return null;
      // Only statements of this very kind bear this key's signature.
      const statement = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as T;
      return statement.expiresAt > now() ? statement : null;
    },
  };
}
