import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import type { Errand } from './attempts.ts';
import { type IdentityProvider, SignInError, type VouchedIdentity } from './identity-provider.ts';
import { endSessions, findViewer, startSession } from './sessions.ts';
import { addIdentity, renewPerson, upsertPerson, type VouchedPerson } from './store.ts';
import { firstUsername } from './username.ts';

type Provider = Pick<IdentityProvider, 'id'>;

interface Asking {
  cookieHeader: string | undefined;
  userAgent: string;
}

/**
 * Does what somebody went to the provider for, now that it vouches for them.
 * @returns the `Set-Cookie` value of a new session, or null where the one there is stays
 * @throws SignInError
 */
export async function finishErrand(
  context: Context,
  errand: Errand,
  provider: Provider,
  identity: VouchedIdentity,
  browser: Asking,
): Promise<string | null> {
  if (errand.purpose === 'sign-in') return signInPerson(context, provider, identity, browser);
  const viewer = await findViewer(context, browser.cookieHeader);
  if (!viewer) throw new SignInError('auth/no-current-user');
  if (viewer.id !== errand.userId) throw new SignInError('auth/user-mismatch');
  if (errand.purpose === 'link') {
    await linkIdentity(context, errand.userId, provider, identity);
    return null;
  }
  const person = asPerson(context, provider, identity);
  if (!(await renewPerson(context.db, person, errand.userId, context.clock.now())))
    throw new SignInError('auth/user-mismatch');
  return replaceSession(context, errand.userId, provider, browser);
}

/**
 * Signs a vouched-for person in: finds or makes the account, ends the session the browser had and starts another.
 * @returns the `Set-Cookie` value
 */
export async function signInPerson(
  context: Context,
  provider: Provider,
  identity: VouchedIdentity,
  browser: Asking,
): Promise<string> {
  const person = asPerson(context, provider, identity);
  const userId = await upsertPerson(context.db, person, newId(), context.clock.now());
  return replaceSession(context, userId, provider, browser);
}

/** A session never outlives a sign-in: what somebody knew of it before is worth nothing after. */
async function replaceSession(
  context: Context,
  userId: string,
  provider: Provider,
  { cookieHeader, userAgent }: Asking,
): Promise<string> {
  await endSessions(context, cookieHeader);
  const session = await startSession(context, { userId, provider: provider.id, userAgent });
  return session.setCookie;
}

/** Adds a way to sign in. One that is somebody's already stays theirs: accounts are never joined. */
async function linkIdentity(
  context: Context,
  userId: string,
  provider: Provider,
  identity: VouchedIdentity,
): Promise<void> {
  const person = asPerson(context, provider, identity);
  const owner = await addIdentity(context.db, person, userId, context.clock.now());
  if (owner === null) return;
  throw new SignInError(owner === userId ? 'auth/provider-already-linked' : 'auth/credential-already-in-use');
}

function asPerson(
  { config }: Context,
  provider: Provider,
  { displayName, email, ...identity }: VouchedIdentity,
): VouchedPerson {
  return {
    ...identity,
    email,
    provider: provider.id,
    username: firstUsername(displayName, email),
    isAdmin: identity.emailVerified && email !== null && config.adminEmails.includes(email.toLowerCase()),
  };
}
