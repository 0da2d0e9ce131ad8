import { type SignInProvider, signInProviders } from '#shared/accounts.ts';

const redirectTexts: Record<string, string> = {
  'auth/redirect-cancelled-by-user': 'Sign-in was cancelled',
  'auth/redirect-operation-pending': 'Sign-in is already in progress',
};

const popupTexts: Record<string, string> = {
  'auth/popup-closed-by-user': 'Sign-in was cancelled',
  'auth/cancelled-popup-request': 'Sign-in was cancelled',
  'auth/popup-blocked': 'Popup was blocked by browser',
};

/** The sentence for an 'auth/…' code: ours where it is known, the provider's own, or that it failed. */
export function signInErrorText(provider: SignInProvider, code: string, message?: string): string {
  const { flow, label } = signInProviders[provider];
  const texts = flow === 'redirect' ? redirectTexts : popupTexts;
  return texts[code] ?? (message || `${label} sign-in failed`);
}
