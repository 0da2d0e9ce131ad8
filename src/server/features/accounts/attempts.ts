import type { SignInProvider, SignInPurpose } from '#shared/accounts/sign-in.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import {
  cookieValues,
  type HostCookie,
  hostCookie,
  serializeCookie,
} from '../../platform/http/guards/cookies.ts';
import { hashSecret, newSecret } from '../../platform/ids.ts';
import { type SignInChecks, SignInError } from './identity-provider.ts';
import { takesSecureCookies } from './sessions.ts';
import { hasAttemptSince, insertAttempt, takeAttemptRow } from './store.ts';

/** The time limit for a sign-in at the provider. */
export const attemptMilliseconds = 10 * 60_000;

export type SignInMode = 'redirect' | 'popup';

/** The purpose of a sign-in at a provider. */
export type SignInTask =
  | { purpose: 'sign-in'; userId: null }
  | { purpose: 'link' | 'confirm'; userId: string };

export interface Attempt {
  provider: SignInProvider;
  mode: SignInMode;
  task: SignInTask;
  returnTo: string;
}

/** Binds an attempt to the browser that started it, against login CSRF. */
function browserCookie(config: Config): HostCookie {
  return hostCookie('flux-sign-in', takesSecureCookies(config));
}

/** Remembers a sign-in under way. */
export async function beginAttempt(
  context: Context,
  attempt: Attempt,
  cookieHeader: string | undefined,
): Promise<{ checks: SignInChecks; setCookie: string }> {
  const cookie = browserCookie(context.config);
  // Concurrent sign-ins in two tabs share the secret; other hosts cannot set this cookie.
  const known = cookie.secure ? secrets(cookieHeader, cookie)[0] : undefined;
  const browserSecret = known ?? newSecret();
  const checks = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  await insertAttempt(context.db, {
    state_hash: hashSecret(checks.state),
    browser_hash: hashSecret(browserSecret),
    provider: attempt.provider,
    mode: attempt.mode,
    purpose: attempt.task.purpose,
    user_id: attempt.task.userId,
    nonce: checks.nonce,
    code_verifier: checks.codeVerifier,
    return_to: attempt.returnTo,
    created_at: context.clock.now(),
  });
  return { checks, setCookie: serializeCookie(cookie, browserSecret, attemptMilliseconds / 1000) };
}

/**
 * Takes out the attempt that a state names: it works once, for ten minutes, at the provider and in the browser it
 * was made for. Wherever it is shown else, it is spent.
 * @throws SignInError `auth/invalid-state`
 */
export async function takeAttempt(
  context: Context,
  provider: SignInProvider,
  state: string,
  cookieHeader: string | undefined,
): Promise<Attempt & { checks: SignInChecks; browserHash: Buffer; ageMilliseconds: number }> {
  const row = await takeAttemptRow(context.db, hashSecret(state));
  if (!row) throw new SignInError('auth/invalid-state');
  const age = context.clock.now().getTime() - row.created_at.getTime();
  const sameBrowser = secrets(cookieHeader, browserCookie(context.config)).some((secret) =>
    hashSecret(secret).equals(row.browser_hash),
  );
  if (row.provider !== provider || age > attemptMilliseconds || !sameBrowser)
    throw new SignInError('auth/invalid-state');
  return {
    provider,
    mode: row.mode,
    task: readStoredTask(row.purpose, row.user_id),
    returnTo: row.return_to,
    checks: { state, nonce: row.nonce, codeVerifier: row.code_verifier },
    browserHash: row.browser_hash,
    ageMilliseconds: age,
  };
}

function readStoredTask(purpose: SignInPurpose, userId: string | null): SignInTask {
  return purpose === 'sign-in' || userId === null
    ? { purpose: 'sign-in', userId: null }
    : { purpose, userId };
}

/** Clears the cookie, unless an attempt in another tab needs it. */
export async function forgetBrowser(context: Context, browserHash: Buffer): Promise<string[]> {
  const since = new Date(context.clock.now().getTime() - attemptMilliseconds);
  if (await hasAttemptSince(context.db, browserHash, since)) return [];
  return [serializeCookie(browserCookie(context.config), '', 0)];
}

function secrets(cookieHeader: string | undefined, cookie: HostCookie): string[] {
  return cookieValues(cookieHeader, cookie).filter((secret) => /^[\w-]{43}$/.test(secret));
}
