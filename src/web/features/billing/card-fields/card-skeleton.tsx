import { useLayoutEffect } from 'react';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';

/** In the place of the fields until they come. Nothing can be paid by card meanwhile, and the form is told so. */
export function CardSkeleton({ onWaiting }: { onWaiting: (waiting: boolean) => void }) {
  useLayoutEffect(() => {
    onWaiting(true);
    return () => onWaiting(false);
  }, [onWaiting]);
  return <Skeleton className="h-36" />;
}
