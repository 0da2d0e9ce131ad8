import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Session } from '#shared/accounts/accounts.ts';
import { readStored } from '../page/browser-storage.ts';

/** Under which the answer lies to who is signed in. */
export const sessionKey = ['session'];

/** Whose drafts and unfinished uploads this browser keeps; nobody's after somebody signed out here. */
export const ownerKey = 'flux-account';

/** `ended`: their session is over, and what they had begun is kept on the screen until they are back or leave. */
export type CachedSession = Session & { ended?: true };

/** How much is on the screen that would be lost with its person: pages for people who are signed in, open forms. */
let retainCount = 0;

/**
 * What to make of the server's answer. A session that ran out, or was ended from another browser, leaves the page as it is;
 * signing out in this browser does not, in whatever tab it was.
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

/** Gives up what was kept for somebody whose session ended. */
export function releaseSession(client: QueryClient): void {
  const session = client.getQueryData<CachedSession>(sessionKey);
  if (session?.ended) client.setQueryData<CachedSession>(sessionKey, withoutUser(session));
}

/** Whom the page shows; undefined where that is not known yet. */
export function sessionUserId(client: QueryClient): string | null | undefined {
  const session = client.getQueryData<CachedSession>(sessionKey);
  return session && (session.user?.id ?? null);
}

/**
 * Keeps what a component holds for its person where their session ends.
 * @param onGone they are not there any more: nobody is, or somebody else
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
 * After a refusal for want of a session: whether its person is signed in, once that is decided. Where the page is kept for
 * them, that is when they are back, or leave.
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
