import * as oidc from 'openid-client';
import { type SignInProvider, type SignInPurpose, signInProviders } from '#shared/accounts/sign-in.ts';
import { type IdentityProvider, SignInError, type VouchedIdentity } from '../identity-provider.ts';
import { asSignInError } from './sign-in-error.ts';

/** The settings of an OpenID Connect provider. */
export interface OidcSettings {
  name: SignInProvider;
  label: string;
  /** The issuer; its discovery document is below this address. */
  issuer: string;
  clientId: string;
  /** Null: a public client with PKCE only. */
  clientSecret: string | null;
  /** The registered return address. */
  redirectUri: string;
  /** The `prompt` parameter for each purpose. */
  prompts?: Partial<Record<SignInPurpose, string>>;
  /**
   * Whether ID tokens contain `auth_time`: `always` refuses a re-authentication without it; `if-configured` accepts
   * both. Absent: never.
   */
  sendsAuthTime?: 'always' | 'if-configured';
  /** Reads the account; by default the standard claims of the issuer. */
  identityOf?: (claims: oidc.IDToken) => VouchedIdentity;
  /** Requests the UserInfo endpoint if the ID token has neither address nor name. */
  usesUserInfo?: boolean;
  /** Whether it is reached over plain http: on this machine alone. */
  plainHttp?: boolean;
  /** Reaches the provider in another way than by its addresses. */
  fetch?: oidc.CustomFetch;
}

const timeoutSeconds = 10;
/** Re-authentication uses `prompt`; with zero here some providers would omit `auth_time`. */
const askedMaxAgeSeconds = 60;
/** Clocks differ, and a sign-in is dated in whole seconds; the library allows as much. */
const toleranceSeconds = 30;

/**
 * Sign-in by authorization code with PKCE (RFC 7636), state, nonce and the issuer in the response (RFC 9207). The
 * discovery document is read at the first sign-in, so that an unreachable provider does not prevent the server's
 * start.
 */
export function oidcProvider(settings: OidcSettings): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | null = null;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      throw new SignInError('auth/network-request-failed', { cause: error });
    });
    return discovered;
  };
  const { identityOf = standardIdentity } = settings;
  return {
    name: settings.name,
    id: signInProviders[settings.name].id,
    label: settings.label,
    authorizationUrl: async ({ state, nonce, codeVerifier }, purpose) => {
      const prompt = settings.prompts?.[purpose];
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(prompt ? { prompt } : {}),
        ...(purpose === 'confirm' && settings.sendsAuthTime ? { max_age: String(askedMaxAgeSeconds) } : {}),
      });
    },
    redeem: async (callback, { state, nonce, codeVerifier }, signedInWithinSeconds) => {
      try {
        const provider = await configuration();
        const tokens = await oidc.authorizationCodeGrant(provider, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          ...(signedInWithinSeconds !== null && settings.sendsAuthTime === 'always'
            ? { maxAge: signedInWithinSeconds }
            : {}),
        });
        const claims = tokens.claims();
        if (!claims) throw new SignInError('auth/invalid-credential');
        if (signedInWithinSeconds !== null && settings.sendsAuthTime === 'if-configured')
          refuseEarlierSignIn(claims, signedInWithinSeconds);
        const complete = settings.usesUserInfo
          ? await completeClaims(provider, tokens.access_token, claims)
          : claims;
        return { ...identityOf(complete), provedSecondsAgo: provedSecondsAgo(settings, claims) };
      } catch (error) {
        throw asSignInError(error);
      }
    },
  };
}

/** A user with a session at the provider returns without a prompt; only the token's `auth_time` reveals that. */
function provedSecondsAgo({ sendsAuthTime }: OidcSettings, { auth_time, iat }: oidc.IDToken): number | null {
  if (sendsAuthTime !== undefined && auth_time !== undefined) return Math.max(0, iat - auth_time);
  return sendsAuthTime === 'always' ? null : 0;
}

/** Like the library's `maxAge`, except that a token without a time is accepted. */
function refuseEarlierSignIn({ auth_time, iat }: oidc.IDToken, withinSeconds: number): void {
  if (auth_time === undefined || auth_time + withinSeconds >= iat - toleranceSeconds) return;
  throw new SignInError('auth/invalid-credential', {
    cause: new Error('The person signed in at the provider before they were asked to.'),
  });
}

/** OpenID Connect Core 1.0, section 5.1. */
export function standardIdentity(claims: oidc.IDToken): VouchedIdentity {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claims.email),
    // AWS Cognito answers userinfo with a text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    displayName: textOf(claims.name) ?? textOf(claims.preferred_username),
  };
}

/** A claim as a text that says something, or null. */
export function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null;
}

/** Some issuers omit the profile from an ID token that comes with an access token. The subject must match. */
async function completeClaims(
  provider: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<oidc.IDToken> {
  if (claims.email !== undefined || !provider.serverMetadata().userinfo_endpoint) return claims;
  const told = await oidc.fetchUserInfo(provider, accessToken, claims.sub);
  const { email, email_verified, name, preferred_username } = told;
  return { name, preferred_username, ...claims, email, email_verified };
}

async function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const { clientSecret, plainHttp, fetch } = settings;
  return oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    undefined,
    clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret),
    {
      timeout: timeoutSeconds,
      // The signature is verified, although the token comes directly from the provider.
      execute: [oidc.enableNonRepudiationChecks, ...(plainHttp ? [oidc.allowInsecureRequests] : [])],
      ...(fetch ? { [oidc.customFetch]: fetch } : {}),
    },
  );
}
