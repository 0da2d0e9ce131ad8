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
  /** Includes the name until then. */
  onSuccess: (before: string) => void;
  onError: (error: Error, username: string) => void;
}

/** The new name is shown everywhere at once. If the server refuses it, the previous name is restored. */
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
      // All of the account's applications show the name.
      void client.invalidateQueries({ queryKey: ['applications'] });
      void client.invalidateQueries({ queryKey: ['application'] });
      onSuccess(before ?? user.username);
    },
    onError: (error, username, before) => {
      // Another change may have set a newer name.
      const isShown = client.getQueryData<Session>(sessionKey)?.user?.username === username;
      if (isShown && before !== undefined) show({ username: before });
      onError(error, username);
    },
    // Also after a cancelled request, and after two concurrent changes.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

export function useOwnSessions() {
  return useQuery({ queryKey: ownSessionsKey, queryFn: ({ signal }) => call(listOwnSessions, { signal }) });
}

interface EndSessionCallbacks {
  onSuccess: (ended: OwnSession | null) => void;
  onError: (error: Error) => void;
}

/**
 * Null ends all sessions but this one. They disappear at once, and come back after a failure. Each result is
 * reported, even if another one is being ended.
 */
export function useEndSession({ onSuccess, onError }: EndSessionCallbacks) {
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
      // Unless another account is signed in by now, whose list is not loaded yet.
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
