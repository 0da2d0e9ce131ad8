/** The ids of section 3; `unknown` where it is not known. */
export const providerIds = ['google.com', 'github.com', 'microsoft.com', 'oidc', 'unknown'] as const;
export type ProviderId = (typeof providerIds)[number];

/** The names that stand in addresses (`/auth/google`), and what people call them. */
export const signInProviders = {
  google: { id: 'google.com', label: 'Google', flow: 'redirect' },
  github: { id: 'github.com', label: 'GitHub', flow: 'popup' },
  microsoft: { id: 'microsoft.com', label: 'Microsoft', flow: 'popup' },
  /** Any OpenID Connect issuer that whoever runs this Flux configured; they may give it another label. */
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
 * Why somebody is sent to a provider: to sign in (or up), to add this way of signing in to the account they are
 * signed in to, or to prove once more that they are who they are.
 */
export const signInPurposes = ['sign-in', 'link', 'confirm'] as const;
export type SignInPurpose = (typeof signInPurposes)[number];

/**
 * What the last page of a sign-in tells the page that it was begun on: a window of its own by a BroadcastChannel of
 * this name, a redirect by an entry of this name in the tab's session storage. No address carries it, so nobody can
 * write a link that makes Flux say something.
 */
export const signInChannel = 'flux-sign-in';
export type SignInResult = { provider: SignInProvider; purpose: SignInPurpose } & (
  | { ok: true }
  /** `message` is the provider's own, where it gave one. */
  | { ok: false; code: string; message?: string }
);

/**
 * A page may name in this header, by their id, the person whom it shows: a request is refused as nobody's where somebody
 * else is signed in, or nobody is.
 */
export const personHeader = 'flux-person';

/** How long after signing in somebody may do what calls for a fresh sign-in, in milliseconds. */
export const freshSignInMilliseconds = 10 * 60_000;
