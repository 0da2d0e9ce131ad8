import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { FirstAnswer } from '#shared/drawn-page.ts';
import { ApiError } from '../api.ts';

/** Under which the answer lies to who is signed in. */
export const sessionKey = ['session'];

/** What a second attempt may mend; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'network' || error.code === 'unavailable';
}

/** @param answers what is known from the start */
export function createQueryClient(answers: readonly FirstAnswer[] = []): QueryClient {
  // Somebody ended this session from another browser, or it ran out: the page must not go on as if nothing were.
  const noticeEnd = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'unauthenticated')
      void client.invalidateQueries({ queryKey: sessionKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    // A browser that believes to be offline may well reach a Flux of its own network. And what cannot be sent fails at once
    // and says so: else it would wait in silence, and a payment be made whenever there is a network again.
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isPassing(error),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  return client;
}
