/** The provider ids of section 3; `unknown` otherwise. */
export const providerIds = ['google.com', 'github.com', 'microsoft.com', 'oidc', 'unknown'] as const;
export type ProviderId = (typeof providerIds)[number];

/** The names in addresses (`/auth/google`), and their display names. */
export const signInProviders = {
  google: { id: 'google.com', label: 'Google', flow: 'redirect' },
  github: { id: 'github.com', label: 'GitHub', flow: 'popup' },
  microsoft: { id: 'microsoft.com', label: 'Microsoft', flow: 'popup' },
  /** An OpenID Connect issuer that the operator configured, possibly with another label. */
  oidc: { id: 'oidc', label: 'single sign-on', flow: 'redirect' },
} as const satisfies Record<string, { id: ProviderId; label: string; flow: 'redirect' | 'popup' }>;
export type SignInProvider = keyof typeof signInProviders;
export const signInProviderNames = [
  'google',
  'github',
  'microsoft',
  'oidc',
] as const satisfies SignInProvider[];

/**
 * The purpose of a redirect to a provider: to sign in or up, to add this method to the signed-in account, or
 * to prove the identity again.
 */
export const signInPurposes = ['sign-in', 'link', 'confirm'] as const;
export type SignInPurpose = (typeof signInPurposes)[number];

/**
 * The result that the last page of a sign-in passes to the first one. A window uses a BroadcastChannel of
 * this name, a redirect an entry of this name in the tab's session storage. It is in no address, so no link
 * can make Flux show a message.
 */
export const signInChannel = 'flux-sign-in';
export type SignInResult = { provider: SignInProvider; purpose: SignInPurpose } & (
  | { ok: true }
  /** `message` is the provider's own, if it sent one. */
  | { ok: false; code: string; message?: string }
);

/**
 * A page may send the id of its account in this header: the request is refused as unauthenticated if another
 * account, or none, is signed in.
 */
export const accountHeader = 'flux-person';

/** Lifetime of a fresh sign-in, in milliseconds. */
export const freshSignInMilliseconds = 10 * 60_000;
