import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { call } from '../../api.ts';
import { type CachedSession, nextSession, sessionKey } from '../../lib/session/retained-session.ts';
import { clearAccount, endSession } from './end-session.ts';

/** Who is signed in, and what this Flux allows. `data` is undefined until the first answer. */
export function useSession() {
  return useQuery<CachedSession>({
    queryKey: sessionKey,
    queryFn: async ({ signal, client }) => {
      const answer = await call(getSession, { signal, forAnyone: true });
      return nextSession(client.getQueryData(sessionKey), answer);
    },
    // Somebody who signs in elsewhere is back as soon as they look here again.
    staleTime: ({ state }) => (state.data?.ended ? 0 : 60_000),
  });
}

/**
 * Everything on the screen may look different to somebody else, so all of it is asked for again, once it is known who. That
 * alone is waited for: the rest may be slow, or fail, and shows so itself.
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
