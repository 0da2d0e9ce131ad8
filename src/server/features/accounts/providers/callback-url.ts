import type { SignInProvider } from '#shared/accounts/sign-in.ts';

/** The redirect URI. Operators register it at the provider. */
export function callbackUrl(publicUrl: string, name: SignInProvider): string {
  return `${publicUrl}/auth/${name}/callback`;
}
