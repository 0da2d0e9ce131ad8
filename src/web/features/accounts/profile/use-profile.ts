import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessions,
  endOwnSession,
  listIdentities,
  listOwnSessions,
  removeIdentity,
  type Session,
  updateMe,
} from '#shared/accounts.ts';
import { call } from '../../../api.ts';
import { sessionKey } from '../../../lib/query-client.ts';

const ownSessionsKey = ['own-sessions'];
const identitiesKey = ['identities'];

export function useRename(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (username: string) => call(updateMe, { body: { username } }),
    onSuccess: (user) => {
      client.setQueryData<Session>(sessionKey, (session) => session && { ...session, user });
      // The name stands with every app of theirs.
      void client.invalidateQueries({ queryKey: ['applications'] });
      void client.invalidateQueries({ queryKey: ['application'] });
      onDone();
    },
  });
}

export function useOwnSessions() {
  return useQuery({ queryKey: ownSessionsKey, queryFn: ({ signal }) => call(listOwnSessions, { signal }) });
}

/** Null ends all but this one. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions) : call(endOwnSession, { params: { id } }),
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
