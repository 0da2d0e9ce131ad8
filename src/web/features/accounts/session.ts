import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { call } from '../../api.ts';
import { type CachedSession, nextSession, sessionKey } from '../../lib/session/retained-session.ts';
import { clearAccount, endSession } from './end-session.ts';

/** The signed-in account and the server's settings. `data` is undefined until the first response. */
export function useSession() {
  return useQuery<CachedSession>({
    queryKey: sessionKey,
    queryFn: async ({ signal, client }) => {
      const answer = await call(getSession, { signal, forAnyone: true });
      return nextSession(client.getQueryData(sessionKey), answer);
    },
    // Detects a sign-in in another tab when this one becomes visible.
    staleTime: ({ state }) => (state.data?.ended ? 0 : 60_000),
  });
}

/**
 * Refetches everything, because another account may see different data. Waits only for the session: other
 * requests may be slow or fail, and report that themselves.
 */
export function useRefetchAll() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: sessionKey });
    void client.invalidateQueries(exceptSession);
  };
}

export const exceptSession = {
  predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== sessionKey[0],
};

export function useSignOut(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => endSession(client, () => call(signOut, { forAnyone: true })),
    onSuccess: () => {
      clearAccount(client);
      onDone();
    },
  });
}
