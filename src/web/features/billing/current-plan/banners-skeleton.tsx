import { cn } from '#web/lib/cn.ts';

export type BannerKind = 'overdue' | 'cancelled' | 'trial' | 'offline';

/** The height of their text and button on a phone. */
const narrowHeights: Record<BannerKind, string> = {
  overdue: 'h-27.25',
  cancelled: 'h-19.25',
  trial: 'h-15.25',
  offline: 'h-24.25',
};

/** Placeholder of the banners. */
export function BannersSkeleton({ kinds }: { kinds: readonly BannerKind[] }) {
  return kinds.map((kind) => (
    <div
      key={kind}
      className={cn('border-b border-line md:h-7.25 md:pointer-coarse:h-12.25', narrowHeights[kind])}
    />
  ));
}
