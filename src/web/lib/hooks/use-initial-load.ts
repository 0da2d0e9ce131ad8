import { useEffect, useState } from 'react';

/** The part of a TanStack query that tells whether its first request is running. */
interface QueryStatus {
  isLoading: boolean;
  failureCount: number;
}

/** After this time a layout shift is the smaller harm. */
const maxWaitMs = 2_000;

/**
 * Whether a page still waits for the first results of the queries that decide its height. It does not wait for retries or
 * longer than two seconds. A page that was shown once stays, with its form input, while queries refetch.
 * @param of the user whom the results are about; a different user starts a new wait
 */
export function useInitialLoad(queries: readonly QueryStatus[], of: string | null = null): boolean {
  const [shownFor, show] = useState<string | null>();
  const isShown = shownFor === of;
  const isLoading = !isShown && queries.some((query) => query.isLoading && query.failureCount === 0);
  if (!isLoading && !isShown) show(of);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => show(of), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isLoading, of]);
  return isLoading;
}
