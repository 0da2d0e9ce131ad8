import { type SignInPurpose, type SignInResult, signInChannel } from '#shared/accounts/sign-in.ts';

/**
 * The result of a sign-in by redirect. It is removed from the session storage when it is loaded, so that it
 * is used once.
 */
let stored = readStoredResult();

/** Returns the result of a redirect with this purpose, once. */
export function takeRedirectResult(purpose: SignInPurpose): SignInResult | null {
  if (stored?.purpose !== purpose) return null;
  const result = stored;
  stored = null;
  return result;
}

function readStoredResult(): SignInResult | null {
  try {
    const text = sessionStorage.getItem(signInChannel);
    sessionStorage.removeItem(signInChannel);
    return text === null ? null : (JSON.parse(text) as SignInResult);
  } catch {
    return null;
  }
}
