import { QueryClient } from '@tanstack/react-query';
import type { InitialResult } from '#shared/play/ssr.ts';
import { ApiError } from '../../api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The public part of a response, which may stay visible after its account is gone until the next
       * account's response arrives. Undefined if there is none.
       */
      publicFields?: (answer: unknown) => unknown;
    };
  }
}

/** Errors that a retry may solve; a refusal is final. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || ['network', 'foreign', 'unavailable'].includes(error.code);
}

/** @param answers initial data */
export function createQueryClient(answers: readonly InitialResult[] = []): QueryClient {
  const client = new QueryClient({
    // A browser that reports being offline may still reach a Flux in its own network. And requests without a
    // network fail at once: otherwise a payment could be sent whenever the network is back.
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
