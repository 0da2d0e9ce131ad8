import { type SignInPurpose, type SignInResult, signInChannel } from '#shared/sign-in.ts';

/** What a sign-in by redirect came back with to this page; taken out of the tab at load, so that it counts once. */
let result = readStoredResult();

/** The result, for whoever began a redirect with this purpose; to the first who asks. */
export function takeRedirectResult(purpose: SignInPurpose): SignInResult | null {
  if (result?.purpose !== purpose) return null;
  const result = result;
  result = null;
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
