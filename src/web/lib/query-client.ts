import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api.ts';

/** What a second attempt may mend; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'network' || error.code === 'unavailable';
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (count, error) => count < 2 && isPassing(error) },
    },
  });
}
