import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { chartClasses, chartsClasses } from './growth.tsx';
import { figuresClasses } from './usage-figures.tsx';

/** Placeholder of the figures. */
export function FiguresSkeleton() {
  return (
    <div aria-hidden="true" className={figuresClasses}>
      {[7, 0, 8].map((rows) => (
        <div key={rows} className="grid content-start gap-4">
          <Skeleton className="h-5.5 w-32" />
          <div className="flex h-12 gap-8">
            <Skeleton className="w-20" />
            {rows > 0 && <Skeleton className="w-20" />}
          </div>
          {rows > 0 && <Skeleton className={rows === 7 ? 'h-50' : 'h-58'} />}
        </div>
      ))}
    </div>
  );
}

/** Placeholder of the charts. */
export function GrowthSkeleton() {
  return (
    <div aria-hidden="true" className="border-t border-line pt-6">
      <Skeleton className="h-11 w-36 md:h-9" />
      <div className={chartsClasses}>
        {(['level', 'level', 'level', 'amount', 'amount'] as const).map((kind, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
          <div key={index} className={chartClasses(kind)}>
            <Skeleton className="h-56" />
          </div>
        ))}
      </div>
    </div>
  );
}
