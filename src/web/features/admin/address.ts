import { useSearchParams } from 'react-router';
import { maxSearchLength } from '#shared/contract/search-length.ts';

export const adminTabs = ['users', 'organizations', 'applications', 'usage'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** What is shown and what narrows it, as the address has it: it can be kept, shared and gone back to. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  return {
    /** As it stands there, and never longer than what can be searched for. */
    text: (name: string) => (search.get(name) ?? '').slice(0, maxSearchLength),
    /** One of what there is; anything else is no filter. */
    one: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === search.get(name)),
    /**
     * An empty value takes a filter away. What is typed replaces the entry in the history, what is chosen adds one. It
     * begins with what the browser shows: of two changes at once the second would undo the first otherwise.
     */
    change: (changes: Record<string, string | undefined>, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, options);
    },
    /** Another tab has filters of its own. A click on one chooses it twice, by the pointer and by the focus. */
    replaceBy: (name: string, value: string | undefined) => {
      if (new URLSearchParams(window.location.search).get(name) === (value ?? null)) return;
      setSearch(value ? { [name]: value } : {});
    },
  };
}

export type Address = ReturnType<typeof useAddress>;
/** What is read of it. */
export type AddressFilters = Pick<Address, 'text' | 'one'>;
