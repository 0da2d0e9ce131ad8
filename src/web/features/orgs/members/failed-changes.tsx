import type { ReactNode } from 'react';
import { refusalText } from '#web/lib/session/refusal.ts';
import { Failure } from '#web/ui/loading/failure.tsx';

interface Change {
  isError: boolean;
  error: unknown;
  forget(): void;
}

interface FailedChanges {
  /** To be called before the next change: what failed earlier is no longer of interest. */
  forget(): void;
  /** What failed, with a way to see how things are now. */
  failure: ReactNode;
}

/** @param changes what may fail here, each with the words for it */
export function failedChanges(
  changes: readonly (readonly [Change, string])[],
  refetch: () => unknown,
): FailedChanges {
  const forget = () => {
    for (const [change] of changes) change.forget();
  };
  const failed = changes.find(([change]) => change.isError);
  if (!failed) return { forget, failure: null };
  const [{ error }, words] = failed;
  const onRetry = () => {
    forget();
    refetch();
  };
  return {
    forget,
    failure: (
      <Failure className="mt-3" onRetry={onRetry}>
        {refusalText(error, words)}
      </Failure>
    ),
  };
}
