import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/apps.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/forms/button.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import type { CardActions } from './card/actions.ts';
import { type GalleryFilters, isFiltered, sortOf, useGalleryFilters } from './list/filters.ts';
import { Layout, Placeholders } from './list/layout.tsx';
import { sortNames } from './list/sort-choice.tsx';
import { Toolbar } from './list/toolbar.tsx';
import { countText, useApplicationCount, useApplications } from './list/use-applications.ts';
import { useLiveList } from './list/use-live-list.ts';
import { useViewMode, type ViewMode } from './list/view-mode.ts';

interface GalleryProps {
  actions: CardActions;
  /** The content of an empty list. */
  empty: ReactNode;
}

/** The applications that match the address, with the filters. */
export function Gallery({ actions, empty }: GalleryProps) {
  const top = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const { filters, clear } = useGalleryFilters();
  const [view, setView] = useViewMode();
  const list = useApplications(filters);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  // A renamed application may occur again on the next page.
  const apps = [...new Map(items.map((app) => [app.id, app])).values()];
  const { newCount, show } = useLiveList(filters, top);
  const narrowed = isFiltered(filters);
  const searchesOn = apps.length === 0 && list.hasNextPage;
  const nothing = list.isSuccess && apps.length === 0 && !searchesOn;
  const clearFilters = () => {
    // The button disappears with the filters, and a keyboard user keeps the focus here.
    toolbar.current?.focus({ preventScroll: true });
    clear();
  };
  if (nothing && !narrowed && !list.isPlaceholderData) return empty;
  return (
    <div ref={top} tabIndex={-1} className="grid scroll-mt-20 grid-cols-1 gap-6 outline-none">
      <NewItemsButton count={newCount} onShow={show} />
      <Toolbar ref={toolbar} apps={apps} view={view} onView={setView} onClear={clearFilters} />
      <ResultStatus filters={filters} />
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        {list.isPending || (searchesOn && !list.isFetchNextPageError) ? (
          <ApplicationsSkeleton view={view} />
        ) : list.isError && !list.data ? (
          <ErrorState title={texts.failedToFetchApplications} onRetry={() => list.refetch()}>
            {messageOf(list.error)}
          </ErrorState>
        ) : nothing ? (
          <NothingFound onClear={clearFilters} />
        ) : (
          <Layout view={view} apps={apps} actions={actions} />
        )}
        {list.isFetchingNextPage && !searchesOn && (
          <div className="mt-8">
            <Placeholders view={view} count={4} />
          </div>
        )}
        {list.hasNextPage && (
          <LoadMore key={list.data?.pages.length} failure={texts.theNextApplicationsCouldNotBe} list={list} />
        )}
      </div>
    </div>
  );
}

/** Announces the number of hits and the sort order to screen readers. */
function ResultStatus({ filters }: { filters: GalleryFilters }) {
  const { data, isPlaceholderData } = useApplicationCount(filters);
  const known = isFiltered(filters) && data && !isPlaceholderData;
  const sort = sortOf(filters);
  return (
    <div className="sr-only">
      <p role="status">{known ? format(texts.applicationsFoundData, { data: countText(data) }) : ''}</p>
      <p role="status">{sort && format(texts.sortedSort, { sort: sortNames[sort] })}</p>
    </div>
  );
}

/** A notice above the list for users who have scrolled down. Its place is reserved. */
function NewItemsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-18 z-40 flex justify-center">
      {count > 0 && (
        <Button onClick={onShow} className="pointer-events-auto animate-fade rounded-full shadow-float">
          <ArrowUp strokeWidth={1.75} aria-hidden="true" />
          {format(texts.countNew, { count: formatNumber(count) })}
        </Button>
      )}
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={texts.noApplicationsFound}
      action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
    >
      {texts.noApplicationMatchesThisSearch}
    </EmptyState>
  );
}

function ApplicationsSkeleton({ view }: { view: ViewMode }) {
  return (
    <LoadingRegion label={texts.loadingApplications}>
      <Placeholders view={view} count={8} />
    </LoadingRegion>
  );
}
