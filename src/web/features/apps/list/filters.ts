import { useSearchParams } from 'react-router';
import type { Sort } from '#shared/apps/app-list.ts';
import { maxSearchLength } from '#shared/contract/search-length.ts';

/** Filters of the gallery. All are in the address, so that a view can be shared. */
export interface ListFilters {
  filter: 'my-apps' | undefined;
  q: string | undefined;
  organization: string | undefined;
  creator: string | undefined;
}

/** The same with the sort order: undefined is the default, as in `sortOf`. */
export interface GalleryFilters extends ListFilters {
  sort: Sort | undefined;
}

const named = ['q', 'organization', 'creator'] as const;

export const sorts: readonly Sort[] = ['newest', 'oldest', 'name', 'name-desc'];

export function readFilters(search: URLSearchParams): GalleryFilters {
  const text = (search.get('q') ?? '').trim().slice(0, maxSearchLength);
  const sort = sorts.find((each) => each === search.get('sort'));
  return {
    filter: search.get('filter') === 'my-apps' ? 'my-apps' : undefined,
    q: text || undefined,
    organization: idIn(search, 'organization'),
    creator: idIn(search, 'creator'),
    sort: isDefault(sort, text) ? undefined : sort,
  };
}

/** A search has its own default order: best matches first. */
function isDefault(sort: Sort | undefined, q: string | undefined): boolean {
  return sort === 'newest' && !q;
}

/** Undefined for best matches first. */
export function sortOf({ sort, q }: GalleryFilters): Sort | undefined {
  return sort ?? (q ? undefined : 'newest');
}

/** Whether search and filters exclude any application. */
export function isFiltered(filters: ListFilters): boolean {
  return named.some((name) => filters[name] !== undefined);
}

export function useGalleryFilters() {
  const [search, setSearch] = useSearchParams();
  /** Undefined removes a filter. Typing replaces the history entry, choosing adds one. */
  const change = (changes: Partial<GalleryFilters>, options: { replace?: boolean } = {}) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    }, options);
  return {
    filters: readFilters(search),
    /** As typed, including a trailing space. */
    typed: search.get('q') ?? '',
    change,
    /** Undefined restores the default order. */
    sortBy: (sort: Sort | undefined) =>
      change({ sort: isDefault(sort, search.get('q')?.trim()) ? undefined : sort }),
    clear: () => change({ q: undefined, organization: undefined, creator: undefined }),
  };
}

/** An address may contain anything. Invalid ids are ignored. */
function idIn(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name) ?? '';
  return /^[\w-]{1,100}$/.test(id) ? id : undefined;
}
