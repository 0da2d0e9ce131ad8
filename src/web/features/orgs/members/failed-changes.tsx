import type { ReactNode } from 'react';
import { refusalText } from '#web/lib/session/refusal.ts';
import { Failure } from '#web/ui/loading/failure.tsx';

interface Change {
  isError: boolean;
  error: unknown;
  forget(): void;
}

interface FailedChanges {
  /** Call it before the next change: earlier errors are obsolete. */
  forget(): void;
  /** The errors, with a button to reload. */
  failure: ReactNode;
}

/** @param changes the actions that may fail here, each with its message */
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
