import { createHash, createVerify, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import * as z from 'zod/mini';

/** A service account with its key, as exported by Google's console. */
export interface ServiceAccount {
  email: string;
  publicKey: string;
  /** The key file, with the addresses that a real one has. */
  keyFile: {
    type: 'service_account';
    project_id: string;
    private_key: string;
    client_email: string;
    token_uri: string;
    auth_uri: string;
    universe_domain: string;
  };
}

const claimsSchema = z.object({
  iss: z.string(),
  scope: z.string(),
  aud: z.string(),
  exp: z.number(),
  iat: z.number(),
});
const audiences = ['https://www.googleapis.com/oauth2/v4/token', 'https://oauth2.googleapis.com/token'];

export function makeServiceAccount(name: string): ServiceAccount {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const email = `${name}@flux-tests.iam.gserviceaccount.com`;
  return {
    email,
    publicKey: keys.publicKey,
    keyFile: {
      type: 'service_account',
      project_id: 'flux-tests',
      private_key: keys.privateKey,
      client_email: email,
      token_uri: 'https://oauth2.googleapis.com/token',
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      universe_domain: 'googleapis.com',
    },
  };
}

/** Who may do something, by signed claims for which they get a token, or by a signature in an address. */
export class Accounts {
  readonly #accounts: ServiceAccount[] = [];
  readonly #tokens = new Map<string, string>();

  add(account: ServiceAccount): void {
    this.#accounts.push(account);
  }

  /** A token for the signer of this assertion (RFC 7523); null for an unknown signer. */
  grant(assertion: string): string | null {
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const claims = z.safeParse(claimsSchema, parse(payload));
    const account = this.#accounts.find(({ email }) => claims.success && email === claims.data.iss);
    if (!account || !claims.success) return null;
    const { aud, exp, iat, scope } = claims.data;
    const now = Date.now() / 1000;
    const isTimely = iat <= now + 60 && exp > now && exp - iat <= 3600;
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${payload}`)
      .verify(account.publicKey, signature, 'base64url');
    if (!isTimely || !isSigned || !audiences.includes(aud) || !scope.includes('devstorage')) return null;
    const token = randomBytes(24).toString('base64url');
    this.#tokens.set(token, account.email);
    return token;
  }

  /** The account of a token; null for an unknown one. */
  whose(authorization: string | undefined): string | null {
    return this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '') ?? null;
  }

  /** As happens when a key is taken back. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  /** Whether an address was signed (V4) by an account of this server for this method and host, and works still. */
  isSigned(method: string, url: URL, headers: Record<string, string | undefined>): boolean {
    const query = new Map(url.searchParams);
    const signature = query.get('X-Goog-Signature') ?? '';
    const [email, day, ...scope] = (query.get('X-Goog-Credential') ?? '').split('/');
    const account = this.#accounts.find((known) => known.email === email);
    const date = query.get('X-Goog-Date') ?? '';
    const begins = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
    const ends = begins + Number(query.get('X-Goog-Expires')) * 1000;
    if (!account || !(Date.now() >= begins - 60_000 && Date.now() < ends)) return false;
    const signedHeaders = (query.get('X-Goog-SignedHeaders') ?? '').split(';');
    const canonical = [
      method,
      url.pathname,
      [...query]
        .filter(([name]) => name !== 'X-Goog-Signature')
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .sort()
        .join('&'),
      ...signedHeaders.map((name) => `${name}:${name === 'host' ? url.hostname : headers[name]}`),
      '',
      signedHeaders.join(';'),
      'UNSIGNED-PAYLOAD',
    ].join('\n');
    const hash = createHash('sha256').update(canonical).digest('hex');
    const signed = ['GOOG4-RSA-SHA256', date, [day, ...scope].join('/'), hash].join('\n');
    return verify('RSA-SHA256', Buffer.from(signed), account.publicKey, Buffer.from(signature, 'hex'));
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return null;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
