import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type FakeRequest, startFakeServer } from './fake-server.ts';

/** The issuer's responses, set by a test and read when needed. */
export interface FakeIssuerAnswers {
  /** The path of its discovery document below its address, such as '/common/v2.0'. */
  path: string;
  /** The issuer in that document; by default its own address. */
  issuer?: (url: string) => string;
  /** The claims of the next ID token; `nonce` is the one that was asked for. */
  claims: (context: { url: string; nonce: string; clientId: string }) => JWTPayload;
  userInfo?: () => unknown;
  /** Answers the token endpoint in its place. */
  tokenFailure?: () => { status: number; json: unknown } | null;
  /** Signs with a key that it never published. */
  forgesSignature?: () => boolean;
}

export interface FakeIssuer {
  url: string;
  /** The redirect address after consent, for an authorization request. */
  agree(authorizationUrl: string): string;
  /** What Flux sent to the token endpoint. */
  exchanges: URLSearchParams[];
  close(): Promise<void>;
}

/** An OpenID Connect issuer with configurable responses, valid or not. */
export async function startFakeIssuer(answers: FakeIssuerAnswers): Promise<FakeIssuer> {
  const [key, otherKey] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const nonces = new Map<string, string>();
  const exchanges: URLSearchParams[] = [];
  const token = async ({ form }: FakeRequest) => {
    exchanges.push(form);
    const failure = answers.tokenFailure?.();
    if (failure) return failure;
    const clientId = form.get('client_id') ?? '';
    const claims = answers.claims({
      url: server.url,
      nonce: nonces.get(form.get('code') ?? '') ?? '',
      clientId,
    });
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign((answers.forgesSignature?.() ? otherKey : key).privateKey);
    return { json: { access_token: 'secret-access-token', token_type: 'Bearer', id_token: idToken } };
  };
  const server = await startFakeServer({
    [`${answers.path}/.well-known/openid-configuration`]: () => ({
      json: {
        issuer: answers.issuer?.(server.url) ?? server.url + answers.path,
        authorization_endpoint: `${server.url}/authorize`,
        token_endpoint: `${server.url}/token`,
        userinfo_endpoint: `${server.url}/userinfo`,
        jwks_uri: `${server.url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    }),
    '/keys': async () => ({
      json: { keys: [{ ...(await exportJWK(key.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    }),
    '/token': token,
    '/userinfo': () => ({ json: answers.userInfo?.() ?? {} }),
  });
  return {
    url: server.url,
    exchanges,
    agree: (authorizationUrl) => {
      const asked = new URL(authorizationUrl).searchParams;
      const code = `code-${nonces.size + 1}`;
      nonces.set(code, asked.get('nonce') ?? '');
      const callback = new URL(asked.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return callback.href;
    },
    close: () => server.close(),
  };
}

/** Claims that hold, to be changed by a test. */
export function goodClaims(
  issuer: string,
  { nonce, clientId }: { nonce: string; clientId: string },
): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: clientId, nonce, iat: now, exp: now + 60 };
}
