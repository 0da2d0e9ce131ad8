import type { SignInProvider } from '#shared/accounts/sign-in.ts';

/** Where a provider sends the browser back to; whoever configures a provider registers it there. */
export function callbackUrl(publicUrl: string, name: SignInProvider): string {
  return `${publicUrl}/auth/${name}/callback`;
}
