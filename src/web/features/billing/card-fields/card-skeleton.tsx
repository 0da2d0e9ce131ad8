import { useLayoutEffect } from 'react';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';

/** Placeholder of the fields. It tells the form that no card payment is possible meanwhile. */
export function CardSkeleton({ onWaiting }: { onWaiting: (waiting: boolean) => void }) {
  useLayoutEffect(() => {
    onWaiting(true);
    return () => onWaiting(false);
  }, [onWaiting]);
  return <Skeleton className="h-36" />;
}
