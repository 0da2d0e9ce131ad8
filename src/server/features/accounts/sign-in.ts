import type { ProviderId } from '#shared/accounts.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import type { VouchedIdentity } from './identity-provider.ts';
import { endSessions, startSession } from './sessions.ts';
import { upsertPerson } from './store.ts';
import { firstUsername } from './username.ts';

/**
 * Signs a vouched-for person in: finds or makes the account, ends the session the browser had and starts another.
 * @returns the `Set-Cookie` value
 */
export async function signInPerson(
  context: Context,
  provider: ProviderId,
  identity: VouchedIdentity,
  browser: { cookieHeader: string | undefined; userAgent: string },
): Promise<string> {
  const { adminEmails } = context.config;
  const email = identity.email;
  const isAdmin = identity.emailVerified && email !== null && adminEmails.includes(email.toLowerCase());
  const userId = await upsertPerson(
    context.db,
    {
      issuer: identity.issuer,
      subject: identity.subject,
      provider,
      email,
      emailVerified: identity.emailVerified,
      username: firstUsername(identity.displayName, email),
      isAdmin,
    },
    newId(),
    context.clock.now(),
  );
  await endSessions(context, browser.cookieHeader);
  const session = await startSession(context, { userId, provider, userAgent: browser.userAgent });
  return session.setCookie;
}
