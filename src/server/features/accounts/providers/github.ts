import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { GithubSettings } from '#server/config/sign-in-config.ts';
import { signInProviders } from '#shared/accounts/sign-in.ts';
import type { IdentityProvider, Proof } from '../identity-provider.ts';
import { asSignInError } from './sign-in-error.ts';

const userSchema = z.object({ id: z.int(), login: z.string(), name: z.nullish(z.string()) });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const timeoutSeconds = 10;

/** GitHub, or a GitHub Enterprise Server: OAuth 2.0 with PKCE; the identity is read from its API. */
export function githubProvider(settings: GithubSettings, redirectUri: string): IdentityProvider {
  const oauth = `${settings.url}/login/oauth`;
  const configuration = new oidc.Configuration(
    // The issuer that GitHub names in its answers (RFC 9207).
    { issuer: oauth, authorization_endpoint: `${oauth}/authorize`, token_endpoint: `${oauth}/access_token` },
    settings.clientId,
    undefined,
    oidc.ClientSecretPost(settings.clientSecret),
  );
  configuration.timeout = timeoutSeconds;
  if (settings.url.startsWith('http:')) oidc.allowInsecureRequests(configuration);
  return {
    name: 'github',
    id: signInProviders.github.id,
    label: signInProviders.github.label,
    authorizationUrl: async ({ state, codeVerifier }, purpose) =>
      oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'user:email',
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(purpose === 'sign-in' ? {} : { prompt: 'select_account' }),
      }),
    redeem: async (callback, { state, codeVerifier }) => {
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        });
        return await fetchIdentity(configuration, settings, tokens.access_token);
      } catch (error) {
        throw asSignInError(error);
      }
    },
  };
}

/** The number is permanent; a login can be renamed and reused by another user. */
async function fetchIdentity(
  configuration: oidc.Configuration,
  { url, apiUrl }: GithubSettings,
  accessToken: string,
): Promise<Proof> {
  const fetchJson = async (path: string) => {
    const headers = new Headers({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'Flux',
    });
    const address = new URL(apiUrl + path);
    return oidc.fetchProtectedResource(configuration, accessToken, address, 'GET', null, headers);
  };
  const user = z.parse(userSchema, await readResponse(await fetchJson('/user')));
  const emails = await fetchJson('/user/emails');
  // Addresses may be private; an account needs none.
  const primary = [403, 404].includes(emails.status)
    ? undefined
    : z.parse(emailsSchema, await readResponse(emails)).find((email) => email.primary);
  return {
    issuer: url,
    subject: String(user.id),
    email: primary?.email ?? null,
    emailVerified: primary?.verified ?? false,
    displayName: user.name?.trim() || user.login,
    provedSecondsAgo: 0,
  };
}

/** @throws TypeError as `fetch` does, if GitHub fails */
async function readResponse(response: Response): Promise<unknown> {
  if (response.status >= 500) throw new TypeError(`GitHub answered ${response.status}.`);
  if (!response.ok) throw new Error(`GitHub answered ${response.status}.`);
  return response.json();
}
