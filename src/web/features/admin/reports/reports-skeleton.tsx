import { LoadingRegion } from '#web/ui/loading/loading-region.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { reportedClasses } from './reported-item.tsx';

/** Placeholder of the queue. */
export function ReportsSkeleton({ label }: { label: string }) {
  return (
    <LoadingRegion label={label} className="border-t border-line">
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className={reportedClasses}>
          <div className="flex items-start gap-3">
            <Skeleton className="h-9 w-12 shrink-0" />
            <div className="grid flex-1 gap-2 py-1">
              <Skeleton className="h-4 w-40 max-w-full" />
              <Skeleton className="h-3 w-28 max-w-full" />
              <Skeleton className="h-3 w-10" />
            </div>
          </div>
          <div className="grid content-start gap-3">
            <Skeleton className="h-5 w-72 max-w-full" />
            <Skeleton className="h-12" />
          </div>
          <Skeleton className="h-11 w-70 max-w-full md:h-9" />
        </div>
      ))}
    </LoadingRegion>
  );
}
