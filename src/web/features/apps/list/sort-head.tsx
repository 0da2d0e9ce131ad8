import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { Sort } from '#shared/apps/app-list.ts';
import { cn } from '#web/lib/cn.ts';
import { sortOf, useGalleryFilters } from './filters.ts';

interface SortHeadProps {
  name: string;
  width: string;
  /** The order after one press, and after the next; a third restores the default order. */
  sorts: readonly [Sort, Sort];
}

/** The head of a sortable column. */
export function SortHead({ name, width, sorts: [first, second] }: SortHeadProps) {
  const { filters, sortBy } = useGalleryFilters();
  const sort = sortOf(filters);
  const isSorted = sort === first || sort === second;
  const isDescending = sort === 'newest' || sort === 'name-desc';
  const Icon = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={cn(width, isSorted && 'text-text')}
    >
      <button
        type="button"
        onClick={() => sortBy(sort === first ? second : sort === second ? undefined : first)}
        className="-ms-2 flex h-9 items-center gap-1 rounded-control px-2 font-medium transition-colors hover:text-text"
      >
        {name}
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </th>
  );
}
