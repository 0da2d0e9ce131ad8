import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteMe,
  endOtherSessions,
  endOwnSession,
  listIdentities,
  listOwnSessions,
  removeIdentity,
  type Session,
  updateMe,
} from '#shared/accounts.ts';
import { getHoldings } from '#shared/personal-data.ts';
import { call } from '../../../api.ts';
import { sessionKey } from '../../../lib/query-client.ts';
import { leaveAccount } from '../leave-account.ts';

const ownSessionsKey = ['own-sessions'];
const identitiesKey = ['identities'];
const holdings = {
  queryKey: ['holdings'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getHoldings, { signal }),
};

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

export function useHoldings() {
  return useQuery(holdings);
}

/** Whether the server takes the sign-in for fresh at this moment. */
export function useAskFreshness() {
  const client = useQueryClient();
  return async () => (await client.fetchQuery({ ...holdings, staleTime: 0 })).freshSignIn;
}

export function useDeleteAccount(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => call(deleteMe, { body: { confirm } }),
    onSuccess: () => {
      onDone();
      leaveAccount(client);
    },
  });
}
