import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { newId } from '../../platform/ids.ts';
import type { SignInTask } from './attempts.ts';
import { type IdentityProvider, type Proof, SignInError, type VouchedIdentity } from './identity-provider.ts';
import { lockSession } from './session-store.ts';
import { endSessions, findViewer, startSession } from './sessions.ts';
import { addIdentity, updatePerson, upsertPerson, type VouchedPerson } from './store.ts';
import { firstUsername } from './username.ts';

type Provider = Pick<IdentityProvider, 'id'>;

interface BrowserRequest {
  cookieHeader: string | undefined;
  userAgent: string;
}

/**
 * Completes the task of a sign-in with the verified identity.
 * @returns the `Set-Cookie` value of a new session, or null if the current one stays
 * @throws SignInError
 */
export async function completeSignIn(
  context: Context,
  task: SignInTask,
  provider: Provider,
  identity: Proof,
  browser: BrowserRequest,
): Promise<string | null> {
  if (task.purpose === 'sign-in') return signInPerson(context, provider, identity, browser);
  const viewer = await findViewer(context, browser.cookieHeader);
  if (!viewer) throw new SignInError('auth/no-current-user');
  if (viewer.id !== task.userId) throw new SignInError('auth/user-mismatch');
  const person = asPerson(context, provider, identity);
  return inTransaction(context, async (services) => {
    // If the session was ended in the meantime, the task must fail.
    if (!(await lockSession(services.db, viewer.sessionId))) throw new SignInError('auth/no-current-user');
    if (task.purpose === 'link') {
      await linkIdentity(services, person, viewer.id);
      return null;
    }
    if (!(await updatePerson(services.db, person, viewer.id, services.clock.now())))
      throw new SignInError('auth/user-mismatch');
    return replaceSession(services, viewer.id, provider, identity, browser);
  });
}

/**
 * Signs in a verified identity: finds or creates the account, ends the browser's session and starts another.
 * @returns the `Set-Cookie` value
 */
export async function signInPerson(
  context: Context,
  provider: Provider,
  identity: Proof,
  browser: BrowserRequest,
): Promise<string> {
  const person = asPerson(context, provider, identity);
  return inTransaction(context, async (services) => {
    const userId = await upsertPerson(services.db, person, newId(), services.clock.now());
    return replaceSession(services, userId, provider, identity, browser);
  });
}

type Services = Pick<Context, 'clock' | 'config'> & { db: Transaction<Tables> };

/** User and session are written in one transaction: both or none. */
function inTransaction<Result>(
  { db, clock, config }: Context,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return retryTransaction(() => db.transaction().execute((trx) => work({ db: trx, clock, config })));
}

/** Each sign-in replaces the session, against session fixation. */
async function replaceSession(
  services: Services,
  userId: string,
  provider: Provider,
  { provedSecondsAgo }: Proof,
  { cookieHeader, userAgent }: BrowserRequest,
): Promise<string> {
  await endSessions(services, cookieHeader);
  const now = services.clock.now().getTime();
  const provedAt = provedSecondsAgo === null ? null : new Date(now - provedSecondsAgo * 1000);
  const session = await startSession(services, { userId, provider: provider.id, userAgent, provedAt });
  return session.setCookie;
}

/** Links an identity. One that belongs to another account is refused: accounts are never merged. */
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
