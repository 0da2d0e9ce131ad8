import { errorCatalogue } from '#shared/errors.ts';
import type { SignInProvider, SignInPurpose } from '#shared/sign-in.ts';

/** Of the two ways to a provider: any of them may be gone in a window, where the page must stay. */
const wayTexts: Record<string, string> = {
  'auth/redirect-cancelled-by-user': 'Sign-in was cancelled',
  'auth/redirect-operation-pending': 'Sign-in is already in progress',
  'auth/popup-closed-by-user': 'Sign-in was cancelled',
  'auth/cancelled-popup-request': 'Sign-in was cancelled',
  'auth/popup-blocked': 'Popup was blocked by browser',
};

/** Flux's own reasons, which are the same whichever way somebody went. */
const ownTexts: Record<string, (label: string) => string> = {
  'auth/network-request-failed': (label) => `${label} could not be reached. Please try again in a moment.`,
  'auth/invalid-state': () => 'This sign-in took too long or was begun in another browser. Please try again.',
  'auth/too-many-requests': () => 'Too many attempts. Please wait a minute and try again.',
  'auth/no-current-user': () => 'No user logged in',
  'auth/requires-recent-login': () => 'Please confirm that it is you first.',
  'auth/provider-already-linked': (label) => `You sign in with this ${label} account already.`,
  account_disabled: () => errorCatalogue.account_disabled.message,
  'auth/credential-already-in-use': (label) =>
    `This ${label} account belongs to another Flux account. To use it here, remove it there, or delete that account where it is its only way to sign in.`,
};

const mismatchTexts: Record<SignInPurpose, (label: string) => string> = {
  'sign-in': (label) => `${label} sign-in failed`,
  link: () => 'Somebody else has signed in here meanwhile. Nothing was added.',
  confirm: (label) =>
    `This ${label} account is not one of yours. Please choose one that you sign in to this Flux account with.`,
};

interface Failure {
  provider: SignInProvider;
  purpose: SignInPurpose;
  code: string;
  /** What people call the provider here. */
  label: string;
  message?: string;
}

/** The sentence for an 'auth/…' code: ours where it is known, the provider's own, or that it failed. */
export function signInErrorText({ purpose, code, label, message }: Failure): string {
  if (code === 'auth/user-mismatch') return mismatchTexts[purpose](label);
  return wayTexts[code] ?? ownTexts[code]?.(label) ?? (message || `${label} sign-in failed`);
}
