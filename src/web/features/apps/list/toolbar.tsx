import { X } from 'lucide-react';
import type { Ref } from 'react';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/list.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { isFiltered, useGalleryFilters } from './filters.ts';
import { NameFilter } from './name-filter.tsx';
import { SortChoice } from './sort-choice.tsx';
import type { ViewMode } from './view-mode.ts';
import { ViewToggle } from './view-toggle.tsx';

interface ToolbarProps {
  ref: Ref<HTMLDivElement>;
  /** The visible list, whose names need no request. */
  apps: ApplicationCard[];
  view: ViewMode;
  onView: (view: ViewMode) => void;
  onClear: () => void;
}

/** Search, filters and view of the gallery. */
export function Toolbar({ ref, apps, view, onView, onClear }: ToolbarProps) {
  const { filters, typed, change } = useGalleryFilters();
  return (
    // On tablets the search leaves room, or the view switch would wrap alone.
    <div
      ref={ref}
      tabIndex={-1}
      className="flex flex-wrap gap-2 outline-none md:[&>search]:basis-48 print:hidden"
    >
      <SearchField
        label={texts.searchApplications}
        placeholder={texts.searchApplicationsPlaceholder}
        value={typed}
        onSearch={(q) => change({ q }, { replace: true })}
      />
      <div className="flex w-full min-w-0 gap-2 max-md:order-2 md:w-auto">
        <NameFilter
          label={texts.filterByOrganization}
          kind="organizations"
          chosen={filters.organization}
          known={apps.flatMap(({ organization }) => organization ?? [])}
          onChoose={(organization) => change({ organization })}
        />
        <NameFilter
          label={texts.filterByCreator}
          kind="creators"
          chosen={filters.creator}
          known={apps.map(({ uploadedByUser: { id, username } }) => ({ id, name: username }))}
          onChoose={(creator) => change({ creator })}
        />
      </div>
      <div className={cn('max-md:order-2 max-md:flex-1', view === 'list' && 'lg:hidden')}>
        <SortChoice />
      </div>
      {isFiltered(filters) && (
        <Button variant="ghost" className="max-md:order-3" onClick={onClear}>
          <X strokeWidth={1.75} aria-hidden="true" />
          {texts.clearFilters}
        </Button>
      )}
      <div className="md:ms-auto">
        <ViewToggle mode={view} onChoose={onView} />
      </div>
    </div>
  );
}
