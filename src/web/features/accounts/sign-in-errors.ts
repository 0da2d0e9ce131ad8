import type { SignInProvider, SignInPurpose } from '#shared/accounts/sign-in.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { texts } from '../../i18n/en/accounts.ts';
import { format } from '../../i18n/format.ts';

/** The methods by window and by redirect: each can be unavailable in a window, where the page must stay. */
const wayTexts: Record<string, string> = {
  'auth/redirect-cancelled-by-user': texts.signInWasCancelled,
  'auth/redirect-operation-pending': texts.signInIsAlreadyInProgress,
  'auth/popup-closed-by-user': texts.signInWasCancelled,
  'auth/cancelled-popup-request': texts.signInWasCancelled,
  'auth/popup-blocked': texts.popupWasBlockedByBrowser,
};

/** Flux's own errors, equal for both methods. */
const ownTexts: Record<string, (label: string) => string> = {
  'auth/network-request-failed': (label) => format(texts.labelCouldNotBeReachedPleaseTry, { label }),
  'auth/invalid-state': () =>
    refusesSecureCookies() ? texts.safariDoesNotKeepTheSignIn : texts.thisSignInExpiredOrStartedIn,
  'auth/too-many-requests': () => texts.tooManyAttemptsPleaseWaitAMinute,
  'auth/no-current-user': () => texts.noUserLoggedIn,
  'auth/requires-recent-login': () => texts.pleaseConfirmThatItIsYouFirst,
  'auth/provider-already-linked': (label) => format(texts.youAlreadySignInWithThisLabel, { label }),
  account_disabled: () => errorCatalogue.account_disabled.message,
  'auth/credential-already-in-use': (label) => format(texts.thisLabelAccountBelongsToAnother, { label }),
};

const mismatchTexts: Record<SignInPurpose, (label: string) => string> = {
  'sign-in': (label) => format(texts.labelSignInFailed, { label }),
  link: () => texts.anotherUserHasSignedIn,
  confirm: (label) => format(texts.thisLabelAccountIsNotOneOf, { label }),
};

interface Failure {
  provider: SignInProvider;
  purpose: SignInPurpose;
  code: string;
  /** The provider's display name. */
  label: string;
  message?: string;
}

/** The message for an 'auth/…' code: Flux's own, otherwise the provider's, otherwise a general failure. */
export function signInErrorText({ purpose, code, label, message }: Failure): string {
  if (code === 'auth/user-mismatch') return mismatchTexts[purpose](label);
  return wayTexts[code] ?? ownTexts[code]?.(label) ?? (message || format(texts.labelSignInFailed, { label }));
}

/**
 * WebKit accepts `Secure` cookies over https only. Other browsers also accept them from localhost, and Flux
 * sends them there.
 */
function refusesSecureCookies(): boolean {
  const { location, navigator } = globalThis;
  if (location?.protocol !== 'http:' || !navigator.vendor.startsWith('Apple')) return false;
  return /(^|\.)localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(location.hostname);
}
