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

/** The sort order does not change the number. */
export const countKey = ({ filter, q, organization, creator }: ListFilters) =>
  [...countsKey, { filter, q, organization, creator }] as const;

export function loadPage(filters: GalleryFilters, cursor: string | undefined, signal?: AbortSignal) {
  return call(listApplications, { query: { ...filters, cursor }, signal });
}

/** Long enough to play a game and return to the same place in the list. */
const cacheMilliseconds = 30 * 60_000;

/**
 * The gallery, page by page. The last response stays until the next one arrives, and unneeded requests are
 * cancelled. The list does not become stale: `useLiveList` updates it.
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

/** The length of the whole list. */
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

/** '12', or '10,000+' if exact counting would take too long. */
export function countText({ count, exact }: { count: number; exact: boolean }): string {
  return `${formatNumber(count)}${exact ? '' : '+'}`;
}

export interface Named {
  id: string;
  name: string;
}

export type NameKind = 'creators' | 'organizations';

/** The options of a filter; `q` matches any part of their names. */
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
