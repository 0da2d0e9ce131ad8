import { useSearchParams } from 'react-router';
import type { Sort } from '#shared/apps/app-list.ts';
import { maxSearchLength } from '#shared/contract/search-length.ts';

/** What narrows the gallery. All of it is in the address, so that a view can be shared. */
export interface ListFilters {
  filter: 'my-apps' | undefined;
  q: string | undefined;
  organization: string | undefined;
  creator: string | undefined;
}

/** The same, and how it is sorted: undefined is the order that needs no word, as `sortOf` tells it. */
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

/** What is searched for comes in another order of its own: the best matches first. */
function isDefault(sort: Sort | undefined, q: string | undefined): boolean {
  return sort === 'newest' && !q;
}

/** Undefined where the best matches are first. */
export function sortOf({ sort, q }: GalleryFilters): Sort | undefined {
  return sort ?? (q ? undefined : 'newest');
}

/** Whether it leaves out any application that would be there without search and filters. */
export function isFiltered(filters: ListFilters): boolean {
  return named.some((name) => filters[name] !== undefined);
}

export function useGalleryFilters() {
  const [search, setSearch] = useSearchParams();
  /** Undefined takes a filter away. What is typed replaces the entry in the history, what is chosen adds one. */
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
    /** As it was typed, with the space behind a word that goes on. */
    typed: search.get('q') ?? '',
    change,
    /** Undefined brings back the order that needs no word. */
    sortBy: (sort: Sort | undefined) =>
      change({ sort: isDefault(sort, search.get('q')?.trim()) ? undefined : sort }),
    clear: () => change({ q: undefined, organization: undefined, creator: undefined }),
  };
}

/** An address may say anything; what cannot be an id is no filter. */
function idIn(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name) ?? '';
  return /^[\w-]{1,100}$/.test(id) ? id : undefined;
}
