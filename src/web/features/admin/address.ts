import { useSearchParams } from 'react-router';
import { maxSearchLength } from '#shared/contract/search-length.ts';

export const adminTabs = ['users', 'organizations', 'applications', 'usage'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** Tab and filters in the address, so that they can be bookmarked, shared and navigated back to. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  return {
    /** The raw value, at most as long as a search term may be. */
    text: (name: string) => (search.get(name) ?? '').slice(0, maxSearchLength),
    /** One of the known values; anything else is no filter. */
    one: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === search.get(name)),
    /**
     * An empty value removes a filter. Typing replaces the history entry, choosing adds one. It starts from
     * the browser's current address: otherwise the second of two simultaneous changes would undo the first.
     */
    change: (changes: Record<string, string | undefined>, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, options);
    },
    /** Another tab has other filters. A click on a tab selects it twice, by pointer and by focus. */
    replaceBy: (name: string, value: string | undefined) => {
      if (new URLSearchParams(window.location.search).get(name) === (value ?? null)) return;
      setSearch(value ? { [name]: value } : {});
    },
  };
}

export type Address = ReturnType<typeof useAddress>;
/** The parsed value. */
export type AddressFilters = Pick<Address, 'text' | 'one'>;
