import type { ProviderId, SignInProvider, SignInPurpose } from '#shared/accounts/sign-in.ts';

/** What is remembered between leaving for a provider and coming back. */
export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The verified identity. (issuer, subject) identifies the account; the rest may change at each sign-in. */
export interface VouchedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
}

/** The seconds since the user authenticated at the provider: zero if it cannot tell, null if it can and did not. */
export type Proof = VouchedIdentity & { provedSecondsAgo: number | null };

/** One sign-in button, independent of its protocol. */
export interface IdentityProvider {
  name: SignInProvider;
  id: ProviderId;
  /** Its display name. */
  label: string;
  /** @throws SignInError `auth/network-request-failed` */
  authorizationUrl(checks: SignInChecks, purpose: SignInPurpose): Promise<URL>;
  /**
   * Exchanges the callback's code.
   * @param callback the requested URL
   * @param signedInWithinSeconds the maximum age of the authentication at the provider, if it reports that
   */
  redeem(callback: URL, checks: SignInChecks, signedInWithinSeconds: number | null): Promise<Proof>;
}

export type IdentityProviders = ReadonlyMap<SignInProvider, IdentityProvider>;

/** Why a sign-in ended, by the codes of section 8 of the specification. */
export type SignInErrorCode =
  | 'auth/cancelled'
  | 'auth/invalid-state'
  | 'auth/invalid-credential'
  | 'auth/network-request-failed'
  | 'auth/too-many-requests'
  /** Adding or confirming, and nobody is signed in. */
  | 'auth/no-current-user'
  /** Adding or confirming, and it is not this person's. */
  | 'auth/user-mismatch'
  /** Adding, and the last sign-in is too long ago for something so grave. */
  | 'auth/requires-recent-login'
  /** Adding what signs in to another account. */
  | 'auth/credential-already-in-use'
  /** Adding what this account has. */
  | 'auth/provider-already-linked'
  /** An administrator disabled the account. */
  | 'account_disabled';

export class SignInError extends Error {
  readonly code: SignInErrorCode;
  /** The provider's own message, if any. */
  readonly providerMessage: string | undefined;

  constructor(code: SignInErrorCode, options: { cause?: unknown; providerMessage?: string } = {}) {
    super(code, { cause: options.cause });
    this.name = 'SignInError';
    this.code = code;
    this.providerMessage = options.providerMessage;
  }
}
