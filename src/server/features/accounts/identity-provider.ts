import type { ProviderId, SignInProvider } from '#shared/accounts.ts';

/** What is remembered between leaving for a provider and coming back. */
export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What a provider vouches for. (issuer, subject) is the account; the rest may change at any sign-in. */
export interface VouchedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
}

/** One of the sign-in buttons, whatever protocol stands behind it. */
export interface IdentityProvider {
  name: SignInProvider;
  id: ProviderId;
  /** @throws SignInError `auth/network-request-failed` */
  authorizationUrl(checks: SignInChecks): Promise<URL>;
  /**
   * Exchanges what the browser brought back.
   * @param callback the address as the browser asked for it
   * @throws SignInError
   */
  redeem(callback: URL, checks: SignInChecks): Promise<VouchedIdentity>;
}

/** Why a sign-in ended, as section 8 of the specification names it to the page. */
export type SignInErrorCode =
  | 'auth/cancelled'
  | 'auth/invalid-state'
  | 'auth/invalid-credential'
  | 'auth/network-request-failed';

export class SignInError extends Error {
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'SignInError';
    this.code = code;
  }
}
