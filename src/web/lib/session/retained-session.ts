import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Session } from '#shared/accounts/accounts.ts';
import { readStored } from '../page/browser-storage.ts';

/** The query key of the session. */
export const sessionKey = ['session'];

/** The account whose drafts and unfinished uploads this browser keeps; none after a sign-out. */
export const ownerKey = 'flux-account';

/** `ended`: the session is over, and its work stays visible until the account signs in again or the user leaves. */
export type CachedSession = Session & { ended?: true };

/** The number of visible components with unsaved state of an account: pages for signed-in users, open forms. */
let retainCount = 0;

/**
 * Interprets the server's session. An expired session, or one ended from another browser, keeps the page; a
 * sign-out in any tab of this browser does not.
 */
export function nextSession(
  before: CachedSession | undefined,
  answer: Session,
  { isKept = retainCount > 0, owner = readStored(ownerKey) } = {},
): CachedSession {
  const person = before?.user;
  if (answer.user || !person || !isKept || person.id !== owner) return answer;
  return { ...answer, user: person, ended: true };
}

export function withoutUser({ ended, ...session }: CachedSession): CachedSession {
  return { ...session, user: null };
}

/** Discards what was kept for an account whose session ended. */
export function releaseSession(client: QueryClient): void {
  const session = client.getQueryData<CachedSession>(sessionKey);
  if (session?.ended) client.setQueryData<CachedSession>(sessionKey, withoutUser(session));
}

/** The account that the page shows; undefined if unknown. */
export function sessionUserId(client: QueryClient): string | null | undefined {
  const session = client.getQueryData<CachedSession>(sessionKey);
  return session && (session.user?.id ?? null);
}

/**
 * Keeps a component for its account after the session ended.
 * @param onGone called when the account is gone: signed out, or replaced by another
 */
export function useRetainedSession(onGone: (next: string | null) => void): void {
  const client = useQueryClient();
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    retainCount += 1;
    let shown = sessionUserId(client);
    const stop = client.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] !== sessionKey[0]) return;
      const before = shown;
      shown = sessionUserId(client);
      if (before && shown !== undefined && shown !== before) tell(shown);
    });
    return () => {
      stop();
      retainCount -= 1;
      if (retainCount === 0) releaseSession(client);
    };
  }, [client]);
}

/**
 * After a refusal without a session: whether its account is signed in, once known. For a kept page that is at
 * the next sign-in, or when it is left.
 */
export async function isSignedInAgain(client: QueryClient, personId: string): Promise<boolean> {
  await client.invalidateQueries({ queryKey: sessionKey }, { cancelRefetch: false });
  const isEnded = () => client.getQueryData<CachedSession>(sessionKey)?.ended === true;
  if (isEnded()) {
    const decided = Promise.withResolvers<void>();
    const stop = client.getQueryCache().subscribe(() => {
      if (!isEnded()) decided.resolve();
    });
    await decided.promise;
    stop();
  }
  return sessionUserId(client) === personId;
}
