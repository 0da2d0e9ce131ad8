import * as oidc from 'openid-client';
import { type SignInProvider, signInProviders } from '#shared/accounts.ts';
import { type IdentityProvider, SignInError } from './identity-provider.ts';

/** An OpenID Connect provider, as configuration names it. */
export interface OidcSettings {
  name: SignInProvider;
  /** Its issuer, below which the discovery document lies. */
  issuer: string;
  clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  clientSecret: string | null;
  scope: string;
  /** The registered return address. */
  redirectUri: string;
  /** What accounts are kept under; by default the issuer. */
  accountIssuer?: string;
  /** Reaches the provider in another way than over the network; plain http is allowed then. */
  fetch?: oidc.CustomFetch;
}

/**
 * Sign-in by authorization code with PKCE (RFC 7636), state, nonce and the issuer in the answer (RFC 9207).
 * The provider's discovery document is read at the first sign-in, so that a provider that is down stops nobody
 * from starting Flux.
 */
export function oidcProvider(settings: OidcSettings): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | null = null;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      throw new SignInError('auth/network-request-failed', error);
    });
    return discovered;
  };
  return {
    name: settings.name,
    id: signInProviders[settings.name].id,
    authorizationUrl: async ({ state, nonce, codeVerifier }) =>
      oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    redeem: async (callback, { state, nonce, codeVerifier }) => {
      const tokens = await oidc
        .authorizationCodeGrant(await configuration(), callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw asSignInError(error);
        });
      const claims = tokens.claims();
      if (!claims) throw new SignInError('auth/invalid-credential');
      return {
        issuer: settings.accountIssuer ?? claims.iss,
        subject: claims.sub,
        email: textOf(claims.email),
        emailVerified: claims.email_verified === true,
        displayName: textOf(claims.name),
      };
    },
  };
}

function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const authentication =
    settings.clientSecret === null ? oidc.None() : oidc.ClientSecretPost(settings.clientSecret);
  return oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    undefined,
    authentication,
    settings.fetch ? { [oidc.customFetch]: settings.fetch, execute: [oidc.allowInsecureRequests] } : {},
  );
}

function asSignInError(error: unknown): SignInError {
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new SignInError('auth/cancelled', error);
  // What `fetch` throws when the provider cannot be reached; answers that do not check out come as other classes.
  const unreachable = error instanceof TypeError || (error as Error | null)?.name === 'TimeoutError';
  return new SignInError(unreachable ? 'auth/network-request-failed' : 'auth/invalid-credential', error);
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null;
}
