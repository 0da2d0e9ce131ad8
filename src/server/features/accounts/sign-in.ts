import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { newId } from '../../platform/ids.ts';
import type { Errand } from './attempts.ts';
import { type IdentityProvider, type Proof, SignInError, type VouchedIdentity } from './identity-provider.ts';
import { holdSession } from './session-store.ts';
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
  identity: Proof,
  browser: Asking,
): Promise<string | null> {
  if (errand.purpose === 'sign-in') return signInPerson(context, provider, identity, browser);
  const viewer = await findViewer(context, browser.cookieHeader);
  if (!viewer) throw new SignInError('auth/no-current-user');
  if (viewer.id !== errand.userId) throw new SignInError('auth/user-mismatch');
  const person = asPerson(context, provider, identity);
  return inTransaction(context, async (services) => {
    // Whoever ended this session meanwhile wants nothing more to come of it.
    if (!(await holdSession(services.db, viewer.sessionId))) throw new SignInError('auth/no-current-user');
    if (errand.purpose === 'link') {
      await linkIdentity(services, person, viewer.id);
      return null;
    }
    if (!(await renewPerson(services.db, person, viewer.id, services.clock.now())))
      throw new SignInError('auth/user-mismatch');
    return replaceSession(services, viewer.id, provider, identity, browser);
  });
}

/**
 * Signs a vouched-for person in: finds or makes the account, ends the session the browser had and starts another.
 * @returns the `Set-Cookie` value
 */
export async function signInPerson(
  context: Context,
  provider: Provider,
  identity: Proof,
  browser: Asking,
): Promise<string> {
  const person = asPerson(context, provider, identity);
  return inTransaction(context, async (services) => {
    const userId = await upsertPerson(services.db, person, newId(), services.clock.now());
    return replaceSession(services, userId, provider, identity, browser);
  });
}

type Services = Pick<Context, 'clock' | 'config'> & { db: Transaction<Tables> };

/** A session is made in the transaction that says whose it is: either both come to be or neither. */
function inTransaction<Result>(
  { db, clock, config }: Context,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return retryTransaction(() => db.transaction().execute((trx) => work({ db: trx, clock, config })));
}

/** A session never outlives a sign-in: what somebody knew of it before is worth nothing after. */
async function replaceSession(
  services: Services,
  userId: string,
  provider: Provider,
  { provedSecondsAgo }: Proof,
  { cookieHeader, userAgent }: Asking,
): Promise<string> {
  await endSessions(services, cookieHeader);
  const now = services.clock.now().getTime();
  const provedAt = provedSecondsAgo === null ? null : new Date(now - provedSecondsAgo * 1000);
  const session = await startSession(services, { userId, provider: provider.id, userAgent, provedAt });
  return session.setCookie;
}

/** Adds a way to sign in. One that is somebody's already stays theirs: accounts are never joined. */
async function linkIdentity({ db, clock }: Services, person: VouchedPerson, userId: string): Promise<void> {
  const owner = await addIdentity(db, person, userId, clock.now());
  if (owner === null) return;
  throw new SignInError(owner === userId ? 'auth/provider-already-linked' : 'auth/credential-already-in-use');
}

function asPerson(
  { config }: Context,
  provider: Provider,
  { issuer, subject, displayName, email, emailVerified }: VouchedIdentity,
): VouchedPerson {
  return {
    issuer,
    subject,
    email,
    emailVerified,
    provider: provider.id,
    username: firstUsername(displayName, email),
    isAdmin: emailVerified && email !== null && config.adminEmails.includes(email.toLowerCase()),
  };
}
