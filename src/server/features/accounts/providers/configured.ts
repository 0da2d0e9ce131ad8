import type { Config } from '#server/config/config.ts';
import { type SignInProvider, signInProviders } from '#shared/accounts/sign-in.ts';
import type { IdentityProvider, IdentityProviders } from '../identity-provider.ts';
import { callbackUrl } from './callback-url.ts';
import { githubProvider } from './github.ts';
import { microsoftProvider } from './microsoft.ts';
import { oidcProvider } from './oidc.ts';

/** The configured providers, in the order of their buttons. */
export function configuredProviders({ publicUrl, signIn }: Config): IdentityProviders {
  const { google, github, microsoft, oidc } = signIn;
  const redirectUri = (name: SignInProvider) => callbackUrl(publicUrl, name);
  const providers: (IdentityProvider | null)[] = [
    google &&
      oidcProvider({
        ...google,
        name: 'google',
        label: signInProviders.google.label,
        redirectUri: redirectUri('google'),
        // Google does not support `prompt=login` and sends no `auth_time`.
        prompts: { link: 'select_account', confirm: 'select_account' },
        plainHttp: google.issuer.startsWith('http:'),
      }),
    github && githubProvider(github, redirectUri('github')),
    microsoft && microsoftProvider(microsoft, redirectUri('microsoft')),
    oidc &&
      oidcProvider({
        ...oidc,
        name: 'oidc',
        redirectUri: redirectUri('oidc'),
        prompts: { confirm: 'login' },
        sendsAuthTime: 'always',
        usesUserInfo: true,
        plainHttp: oidc.issuer.startsWith('http:'),
      }),
  ];
  return new Map(providers.flatMap((provider) => (provider ? [[provider.name, provider]] : [])));
}
