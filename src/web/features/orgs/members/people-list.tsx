import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#shared/contract/contract.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { cn } from '#web/lib/cn.ts';
import { List } from '#web/ui/lists/list.tsx';
import { LoadMore } from '#web/ui/lists/load-more.tsx';
import { ScrollRegion } from '#web/ui/lists/scroll-region.tsx';
import { LoadingRegion } from '#web/ui/loading/loading-region.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ErrorState } from '#web/ui/loading/states.tsx';

interface PeopleListProps<Person> {
  label: string;
  list: UseInfiniteQueryResult<InfiniteData<Page<Person>>>;
  /** The name of the list for errors, and its content when empty. */
  failed: string;
  empty: string;
  children: (person: Person) => ReactNode;
}

/** Members in a scrollable, paginated list, in all of its states. */
export function PeopleList<Person>({ label, list, failed, empty, children }: PeopleListProps<Person>) {
  const people = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isNobody = list.data !== undefined && people.length === 0 && !list.isPlaceholderData;
  return (
    <ScrollRegion label={label} on="surface" className="h-96">
      <div role="status">{isNobody && <p className="px-6 py-16 text-center text-muted">{empty}</p>}</div>
      {list.isPending ? (
        <PeopleSkeleton />
      ) : !list.data ? (
        <ErrorState title={failed} onRetry={() => list.refetch()}>
          {messageOf(list.error)}
        </ErrorState>
      ) : (
        !isNobody && (
          <List
            aria-busy={list.isPlaceholderData || undefined}
            className={cn('divide-y divide-line transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            {people.map(children)}
          </List>
        )
      )}
      {list.hasNextPage && (
        <div className="pb-8">
          <LoadMore key={list.data?.pages.length} failure={texts.theNextPeopleCouldNotBeLoaded} list={list} />
        </div>
      )}
    </ScrollRegion>
  );
}

function PeopleSkeleton() {
  return (
    <LoadingRegion label={texts.loadingPeople} className="divide-y divide-line">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-9 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </span>
        </div>
      ))}
    </LoadingRegion>
  );
}
