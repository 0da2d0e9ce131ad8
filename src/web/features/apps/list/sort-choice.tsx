import type { Sort } from '#shared/apps/app-list.ts';
import { texts } from '#web/i18n/en/apps/list.ts';
import { Select } from '#web/ui/forms/input.tsx';
import { sortOf, sorts, useGalleryFilters } from './filters.ts';

export const sortNames: Record<Sort, string> = {
  newest: texts.newestFirst,
  oldest: texts.oldestFirst,
  name: texts.nameAToZ,
  'name-desc': texts.nameZToA,
};

/** Replaces the sortable table heads where there is no table. */
export function SortChoice() {
  const { filters, sortBy } = useGalleryFilters();
  return (
    <Select
      aria-label={texts.sortBy}
      value={sortOf(filters) ?? ''}
      onChange={({ target }) => sortBy(sorts.find((sort) => sort === target.value))}
    >
      {filters.q && <option value="">{texts.bestMatchFirst}</option>}
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortNames[sort]}
        </option>
      ))}
    </Select>
  );
}
