import type { IDToken } from 'openid-client';
import type { MicrosoftSettings } from '#server/config/sign-in-config.ts';
import { type IdentityProvider, SignInError, type VouchedIdentity } from '../identity-provider.ts';
import { oidcProvider, textOf } from './oidc.ts';

/**
 * For this host the library accepts `{tenantid}` in the discovery document's issuer, with each token's own tenant.
 * Another cloud or an emulator is called through a rewritten host.
 */
const knownHost = 'https://login.microsoftonline.com';

/**
 * Microsoft Entra ID, v2.0: users of one tenant, of all tenants, or with personal accounts, depending on `tenant`.
 */
export function microsoftProvider(settings: MicrosoftSettings, redirectUri: string): IdentityProvider {
  return oidcProvider({
    name: 'microsoft',
    label: 'Microsoft',
    issuer: `${knownHost}/${settings.tenant}/v2.0`,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    redirectUri,
    prompts: { link: 'select_account', confirm: 'login' },
    // An optional claim, configured in the app registration.
    sendsAuthTime: 'if-configured',
    identityOf: microsoftIdentity,
    plainHttp: settings.url.startsWith('http:'),
    fetch: (url, options) => fetch(url.replace(`${knownHost}/`, `${settings.url}/`), options as RequestInit),
  });
}

/**
 * `sub` differs between clients, and a tenant's administrator sets `email`; the tenant (`tid`, which the library
 * verified in the issuer) with `oid` identifies a user. An address is verified only if `xms_edov` confirms its
 * domain's owner.
 */
function microsoftIdentity(claims: IDToken): VouchedIdentity {
  const oid = textOf(claims.oid);
  if (oid === null || textOf(claims.tid) === null)
    throw new SignInError('auth/invalid-credential', {
      cause: new Error('The ID token names no tenant or no object id.'),
    });
  const verified: unknown[] = [true, 1, '1', 'true'];
  return {
    issuer: claims.iss,
    subject: oid,
    email: textOf(claims.email),
    emailVerified: verified.includes(claims.xms_edov),
    displayName: textOf(claims.name),
  };
}
