import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { countApplications, listCreators, listListedOrganizations } from '#shared/apps/app-list.ts';
import { type ApplicationCard, listApplications } from '#shared/apps/apps.ts';
import type { Page } from '#shared/contract/contract.ts';
import { call } from '#web/api.ts';
import { disambiguateNames } from '#web/lib/format/disambiguate-names.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { countsKey } from '#web/lib/hooks/use-app-count.ts';
import { listsKey } from '#web/lib/session/lists-key.ts';
import type { GalleryFilters, ListFilters } from './filters.ts';

export type LoadedList = InfiniteData<Page<ApplicationCard>, string | undefined>;

export const namesKey = ['applications', 'names'] as const;

export const listKey = (filters: GalleryFilters) => [...listsKey, filters] as const;

/** However they are sorted, they are as many. */
export const countKey = ({ filter, q, organization, creator }: ListFilters) =>
  [...countsKey, { filter, q, organization, creator }] as const;

export function loadPage(filters: GalleryFilters, cursor: string | undefined, signal?: AbortSignal) {
  return call(listApplications, { query: { ...filters, cursor }, signal });
}

/** Long enough to play a game and come back to one's place in the list. */
const cacheMilliseconds = 30 * 60_000;

/**
 * The gallery, page by page. The last answer stays until the next one is there, and an answer that nobody waits for any
 * more is called off. The list does not age: `useLiveList` hears what changes in it.
 */
export function useApplications(filters: GalleryFilters) {
  return useInfiniteQuery({
    queryKey: listKey(filters),
    queryFn: ({ pageParam, signal }) => loadPage(filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMilliseconds,
  });
}

/** How many the whole list holds. */
export function useApplicationCount(narrowing: ListFilters) {
  const queryKey = countKey(narrowing);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(countApplications, { query: queryKey[2], signal }),
    placeholderData: keepPreviousData,
    gcTime: cacheMilliseconds,
  });
}

export const ownAppsFilters: GalleryFilters = {
  filter: 'my-apps',
  q: undefined,
  organization: undefined,
  creator: undefined,
  sort: undefined,
};

/** '12', or '10,000+' where counting on would take too long. */
export function countText({ count, exact }: { count: number; exact: boolean }): string {
  return `${formatNumber(count)}${exact ? '' : '+'}`;
}

export interface Named {
  id: string;
  name: string;
}

export type NameKind = 'creators' | 'organizations';

/** What one can choose from in a filter; `q` finds those that have it in their name. */
export function useNames(kind: NameKind, q: string, enabled: boolean) {
  return useQuery({
    queryKey: [...namesKey, kind, q],
    queryFn: async ({ signal }): Promise<Named[]> => {
      const query = { q: q || undefined };
      if (kind === 'organizations')
        return disambiguateNames((await call(listListedOrganizations, { query, signal })).items);
      const { items } = await call(listCreators, { query, signal });
      return disambiguateNames(items.map(({ id, username }) => ({ id, name: username })));
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}
