import { useQueryClient } from '@tanstack/react-query';
import { findCard } from '../../features/apps/list/find-card.ts';
import { Backdrop } from '../../features/play/backdrop.tsx';
import { ControlsColumn } from '../../features/play/player-stage.tsx';
import { texts } from '../../i18n/en/pages/play-page.ts';
import { cn } from '../../lib/cn.ts';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { PlayColumns } from './play-columns.tsx';

/** The play page before its application has loaded, in the same layout so that nothing moves. */
export function PlayPageSkeleton({ id }: { id: string }) {
  // Opened from a list, which has the thumbnail.
  const card = findCard(useQueryClient(), id);
  return (
    <LoadingRegion label={texts.loadingApplication} isPage>
      <div className="border-b border-line md:pt-4">
        <div className="md:px-6">
          <div className="relative mx-auto aspect-video w-full max-w-stage min-w-[min(100%,20rem)] overflow-hidden bg-stage md:rounded-picture">
            {card && <Backdrop app={card} />}
          </div>
        </div>
        <ControlsColumn>
          <div className="flex gap-2">
            {controlWidths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
              <Skeleton key={index} className={cn('h-11 md:h-9', width)} />
            ))}
          </div>
        </ControlsColumn>
      </div>
      <PlayColumns>
        <div>
          <Skeleton className="h-8 w-64 max-w-full md:h-[38px]" />
          <Skeleton className="mt-2 h-4 w-40" />
          <Skeleton className="mt-6 h-4 max-w-reading" />
          <Skeleton className="mt-2.5 h-4 w-2/3 max-w-reading" />
        </div>
        <div className="grid content-start gap-3 border-t border-line pt-4">
          <Skeleton className="h-5 w-20" />
          {[0, 1, 2, 3, 4].map((row) => (
            <div
              key={row}
              className="flex justify-between sm:max-lg:grid sm:max-lg:grid-cols-[10rem_1fr] sm:max-lg:gap-x-6"
            >
              <Skeleton className="h-4 w-20" />
              <Skeleton className="h-4 w-28" />
            </div>
          ))}
        </div>
      </PlayColumns>
    </LoadingRegion>
  );
}

/** The widths of the player's controls. Phones have three. */
const controlWidths = [
  'max-md:flex-1 md:w-16 lg:w-22',
  'max-md:flex-1 md:w-26 lg:w-32',
  'max-md:w-11 md:ms-auto md:w-34 lg:w-40',
  'max-md:hidden md:w-18 lg:w-24',
  'max-md:hidden md:w-32 lg:w-38',
  'max-md:hidden md:w-27 lg:w-31',
];
