import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Context } from '#server/context.ts';
import { newSecret } from '#server/platform/ids.ts';
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts';
import { Sealer, UnsealError } from '#server/platform/secrets/seal.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import type { SignInProvider } from '#shared/accounts/sign-in.ts';
import type { SigningKey } from './signing-key.ts';

export const localClientId = 'flux';
export const codeMilliseconds = 60_000;
const codePlace = ['code'];

/** An authorization request (RFC 6749, 4.1.1 with RFC 7636), as in the page's address. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeChallenge: string;
}

export interface LocalPerson {
  email: string;
  displayName: string;
}

/** The content of a code. It is sealed into the code, so that any process of this server can read it. */
interface Grant {
  /** Another for each code. */
  id: string;
  provider: SignInProvider;
  request: AuthorizationRequest;
  person: LocalPerson;
  /** In seconds of system time, like the whole token. */
  authTime: number;
  expiresAt: number;
}

type Services = Pick<Context, 'clock' | 'sharedLimits' | 'secretKey'>;

/** An OAuth 2.0 error code, such as `invalid_grant`. */
export class OAuthError extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}

/** The local identity provider without its pages: three issuers, one for each emulated provider. */
export class LocalIssuer {
  readonly #publicUrl: string;
  readonly #key: SigningKey;
  readonly #clock: Clock;
  readonly #sharedLimits: SharedLimits;
  readonly #sealer: Sealer;

  constructor(publicUrl: string, key: SigningKey, { clock, sharedLimits, secretKey }: Services) {
    this.#publicUrl = publicUrl;
    this.#key = key;
    this.#clock = clock;
    this.#sharedLimits = sharedLimits;
    this.#sealer = new Sealer(secretKey, 'local-sign-in code');
  }

  issuerOf(provider: SignInProvider): string {
    return `${this.#publicUrl}/local-sign-in/${provider}`;
  }

  /** OpenID Connect Discovery 1.0, section 3. */
  metadata(provider: SignInProvider): Record<string, unknown> {
    const issuer = this.issuerOf(provider);
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: [
        'iss',
        'sub',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'nonce',
        'email',
        'email_verified',
        'name',
      ],
      authorization_response_iss_parameter_supported: true,
    };
  }

  jwks(): { keys: SigningKey['publicJwk'][] } {
    return { keys: [this.#key.publicJwk] };
  }

  /** @throws OAuthError `invalid_request`, `unauthorized_client`, `unsupported_response_type` */
  readRequest(provider: SignInProvider, parameters: URLSearchParams): AuthorizationRequest {
    const read = (name: string) => {
      const [value, ...more] = parameters.getAll(name);
      if (value === undefined || more.length > 0 || value.length > 2_000)
        throw new OAuthError('invalid_request', `Exactly one ${name} is needed.`);
      return value;
    };
    const redirectUri = read('redirect_uri');
    if (read('client_id') !== localClientId || redirectUri !== `${this.#publicUrl}/auth/${provider}/callback`)
      throw new OAuthError('unauthorized_client', 'Only Flux itself signs in here.');
    if (read('response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'The response_type must be code.');
    if (read('code_challenge_method') !== 'S256')
      throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.');
    return {
      redirectUri,
      state: read('state'),
      nonce: read('nonce'),
      codeChallenge: read('code_challenge'),
    };
  }

  /** Creates a code for the user and returns the redirect address. */
  grant(provider: SignInProvider, request: AuthorizationRequest, person: LocalPerson): URL {
    const grant: Grant = {
      id: newSecret(),
      provider,
      request,
      person,
      authTime: Math.floor(Date.now() / 1000),
      expiresAt: this.#clock.now().getTime() + codeMilliseconds,
    };
    return this.#answer(provider, request, { code: this.#sealer.seal(JSON.stringify(grant), codePlace) });
  }

  cancel(provider: SignInProvider, request: AuthorizationRequest): URL {
    return this.#answer(provider, request, { error: 'access_denied' });
  }

  /**
   * The token endpoint. The first request consumes a code, whatever its result.
   * @throws OAuthError `unsupported_grant_type`, `invalid_grant`
   */
  async redeem(provider: SignInProvider, parameters: URLSearchParams): Promise<Record<string, unknown>> {
    if (parameters.get('grant_type') !== 'authorization_code')
      throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.');
    const grant = this.#read(parameters.get('code') ?? '');
    const isFirst =
      grant !== null &&
      (await this.#sharedLimits.count('local codes', grant.id, codeMilliseconds)).count === 1;
    const verifier = parameters.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const valid =
      isFirst &&
      grant.provider === provider &&
      grant.expiresAt > this.#clock.now().getTime() &&
      grant.request.codeChallenge === challenge &&
      grant.request.redirectUri === parameters.get('redirect_uri') &&
      parameters.get('client_id') === localClientId;
    if (!valid) throw new OAuthError('invalid_grant', 'This code is not valid, or not any more.');
    return {
      access_token: newSecret(),
      token_type: 'Bearer',
      expires_in: codeMilliseconds / 1000,
      id_token: await this.#idToken(provider, grant),
    };
  }

  /** Returns null for an invalid code. */
  #read(code: string): Grant | null {
    try {
      return JSON.parse(this.#sealer.open(code, codePlace)) as Grant;
    } catch (error) {
      if (error instanceof UnsealError) return null;
      throw error;
    }
  }

  #answer(provider: SignInProvider, request: AuthorizationRequest, answer: Record<string, string>): URL {
    const url = new URL(request.redirectUri);
    const parameters = { ...answer, state: request.state, iss: this.issuerOf(provider) };
    url.search = new URLSearchParams(parameters).toString();
    return url;
  }

  #idToken(provider: SignInProvider, { person, request, authTime }: Grant): Promise<string> {
    const email = person.email.toLowerCase();
    // The library that checks the token reads the system time, so the token is dated by it too.
    return new SignJWT({
      nonce: request.nonce,
      auth_time: authTime,
      email: person.email,
      email_verified: true,
      name: person.displayName,
    })
      .setProtectedHeader({ alg: 'ES256', kid: this.#key.publicJwk.kid ?? '' })
      .setIssuer(this.issuerOf(provider))
      .setAudience(localClientId)
      .setSubject(createHash('sha256').update(`${provider}\n${email}`).digest('base64url'))
      .setIssuedAt()
      .setExpirationTime('1 minute')
      .sign(this.#key.privateKey);
  }
}
