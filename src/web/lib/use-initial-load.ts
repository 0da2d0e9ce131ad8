import { useEffect, useState } from 'react';

/** As much of a query of TanStack as tells whether its first answer is on its way. */
interface QueryStatus {
  isLoading: boolean;
  failureCount: number;
}

/** A page that moves is a smaller harm than one that is not there. */
const maxWaitMs = 2_000;

/**
 * Whether a page is not to be drawn yet, since the first answers to what decides its height are on their way. What does not
 * come at the first try, or in two seconds, is not waited for; and what was drawn once stays, with what was typed into it,
 * whatever is asked again.
 * @param of whom the answers are about: somebody else is waited for anew
 */
export function useInitialLoad(queries: readonly QueryStatus[], of: string | null = null): boolean {
  const [drawnFor, draw] = useState<string | null>();
  const isDrawn = drawnFor === of;
  const isAwaited =
    !isDrawn && queries.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  if (!isAwaited && !isDrawn) draw(of);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => draw(of), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isAwaited, of]);
  return isAwaited;
}
