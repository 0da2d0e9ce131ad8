import { cn } from '../lib/cn.ts';

/** A quiet stand-in of the shape of what is coming. The list around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-shimmer rounded-control bg-line/60', className)} />
  );
}
