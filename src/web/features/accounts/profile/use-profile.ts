import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessions,
  endOwnSession,
  listIdentities,
  listOwnSessions,
  type OwnSession,
  removeIdentity,
  type Session,
  type User,
  updateMe,
} from '#shared/accounts/accounts.ts';
import { call } from '#web/api.ts';
import { sessionKey } from '#web/lib/session/retained-session.ts';

const ownSessionsKey = ['own-sessions'];
const identitiesKey = ['identities'];

interface Told {
  /** With the name until then. */
  onSuccess: (before: string) => void;
  onError: (error: Error, username: string) => void;
}

/** The new name stands everywhere at once; where the server refuses, the one before comes back. */
export function useRename({ onSuccess, onError }: Told) {
  const client = useQueryClient();
  const show = (change: Partial<User>) =>
    client.setQueryData<Session>(sessionKey, (session) =>
      session?.user ? { ...session, user: { ...session.user, ...change } } : session,
    );
  return useMutation({
    mutationFn: (username: string) => call(updateMe, { body: { username } }),
    onMutate: async (username) => {
      await client.cancelQueries({ queryKey: sessionKey });
      const before = client.getQueryData<Session>(sessionKey)?.user?.username;
      show({ username });
      return before;
    },
    onSuccess: (user, _username, before) => {
      show(user);
      // The name stands with every app of theirs.
      void client.invalidateQueries({ queryKey: ['applications'] });
      void client.invalidateQueries({ queryKey: ['application'] });
      onSuccess(before ?? user.username);
    },
    onError: (error, username, before) => {
      // Another change may stand there by now.
      const isShown = client.getQueryData<Session>(sessionKey)?.user?.username === username;
      if (isShown && before !== undefined) show({ username: before });
      onError(error, username);
    },
    // Also for an answer that was called off, and where two changes met.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

export function useOwnSessions() {
  return useQuery({ queryKey: ownSessionsKey, queryFn: ({ signal }) => call(listOwnSessions, { signal }) });
}

interface EndTold {
  onSuccess: (ended: OwnSession | null) => void;
  onError: (error: Error) => void;
}

/**
 * Null ends all but this one. They go from the list at once, and come back where it fails. Of each it is told what became
 * of it, also where another is ended meanwhile.
 */
export function useEndSession({ onSuccess, onError }: EndTold) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ended: OwnSession | null) =>
      ended === null ? call(endOtherSessions) : call(endOwnSession, { params: { id: ended.id } }),
    onMutate: async (ended) => {
      await client.cancelQueries({ queryKey: ownSessionsKey });
      const before = client.getQueryData<OwnSession[]>(ownSessionsKey);
      client.setQueryData<OwnSession[]>(ownSessionsKey, (list) =>
        list?.filter((each) => (ended === null ? each.current : each.id !== ended.id)),
      );
      return before;
    },
    onSuccess: (_answer, ended) => onSuccess(ended),
    onError: (error, _ended, before) => {
      // Unless somebody else is here by now, whose list is not there yet.
      client.setQueryData<OwnSession[]>(ownSessionsKey, (now) => now && before);
      onError(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsKey }),
  });
}

export function useIdentities() {
  return useQuery({ queryKey: identitiesKey, queryFn: ({ signal }) => call(listIdentities, { signal }) });
}

export function useRefreshIdentities() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: identitiesKey });
}

export function useRemoveIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeIdentity, { params: { id } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ownSessionsKey });
      return client.invalidateQueries({ queryKey: identitiesKey });
    },
  });
}
