import { QueryClient } from '@tanstack/react-query';
import type { InitialResult } from '#shared/play/ssr.ts';
import { ApiError } from '../../api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * What of an answer may stay on the screen once the person whom it was given to is gone, for it must not stop before
       * whoever is here then is answered: what everybody may see. Undefined where that is nothing.
       */
      forEverybody?: (answer: unknown) => unknown;
    };
  }
}

/** What a second attempt may mend; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || ['network', 'foreign', 'unavailable'].includes(error.code);
}

/** @param answers what is known from the start */
export function createQueryClient(answers: readonly InitialResult[] = []): QueryClient {
  const client = new QueryClient({
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
