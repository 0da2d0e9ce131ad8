import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSession, signOut } from '#shared/accounts.ts';
import { call } from '../../api.ts';
import { sessionKey } from '../../lib/query-client.ts';
import { endSession, leaveAccount } from './leave-account.ts';

/** Who is signed in, and what this Flux allows. `data` is undefined until the first answer. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call(getSession, { signal }),
    staleTime: 60_000,
  });
}

/** Everything on the screen may look different to somebody else, so all of it is asked for again. */
export function useRefreshEverything() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

export function useSignOut(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => endSession(client, () => call(signOut)),
    onSuccess: () => {
      leaveAccount(client);
      onDone();
    },
  });
}
