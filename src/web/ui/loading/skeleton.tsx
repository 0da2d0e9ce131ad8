import { cn } from '../../lib/cn.ts';

/** A shape in place of loading content. The surrounding list announces the loading state. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-shimmer rounded-control bg-line/60', className)} />
  );
}
