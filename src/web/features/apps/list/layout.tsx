import type { Sort } from '#shared/apps/app-list.ts';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/list.ts';
import { cn } from '#web/lib/cn.ts';
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts';
import { List } from '#web/ui/lists/list.tsx';
import type { CardActions } from '../card/actions.ts';
import { AppCard, AppCardSkeleton } from '../card/app-card.tsx';
import {
  AppStackedRow,
  AppStackedRowSkeleton,
  AppTableRow,
  AppTableRowSkeleton,
  columnWidths,
} from '../card/app-row.tsx';
import { SortHead } from './sort-head.tsx';
import type { ViewMode } from './view-mode.ts';

const gridClasses =
  'grid grid-cols-1 gap-x-6 gap-y-8 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 min-[100rem]:grid-cols-5';

/** The minimum width of the table; below it rows are stacked. */
const roomForTable = '(min-width: 1024px)';

interface Column {
  name: string;
  width: string;
  sorts?: readonly [Sort, Sort];
}

const columns: Column[] = [
  { name: texts.application, width: '', sorts: ['name', 'name-desc'] },
  { name: texts.creator, width: columnWidths.creator },
  { name: texts.version, width: columnWidths.version },
  { name: texts.created, width: columnWidths.created, sorts: ['newest', 'oldest'] },
  { name: texts.link, width: columnWidths.link },
];

interface LayoutProps {
  view: ViewMode;
  apps: ApplicationCard[];
  actions: CardActions;
}

/** The loaded applications: as cards, as a table, or as stacked rows on a phone. */
export function Layout({ view, apps, actions }: LayoutProps) {
  const wide = useMediaQuery(roomForTable);
  if (view === 'grid' || !wide) {
    const Item = view === 'grid' ? AppCard : AppStackedRow;
    return (
      <List aria-label={texts.applications} className={view === 'grid' ? gridClasses : undefined}>
        {apps.map((app) => (
          <li key={app.id}>
            <Item app={app} actions={actions} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <table className="w-full table-fixed text-start">
      <caption className="sr-only">{texts.applications}</caption>
      <thead>
        <tr className="border-b border-line text-12 text-muted">
          {columns.map(({ name, width, sorts }) =>
            sorts ? (
              <SortHead key={name} name={name} width={width} sorts={sorts} />
            ) : (
              <th key={name} scope="col" className={cn('font-medium', width)}>
                {name}
              </th>
            ),
          )}
          <th scope="col" className="w-36">
            <span className="sr-only">{texts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => (
          <AppTableRow key={app.id} app={app} actions={actions} />
        ))}
      </tbody>
    </table>
  );
}

/** A placeholder in the shape of the content. */
export function Placeholders({ view, count }: { view: ViewMode; count: number }) {
  const wide = useMediaQuery(roomForTable);
  const Item = view === 'grid' ? AppCardSkeleton : wide ? AppTableRowSkeleton : AppStackedRowSkeleton;
  return (
    <div aria-hidden="true">
      {view === 'list' && wide && <div className="h-9 border-b border-line" />}
      <div className={view === 'grid' ? gridClasses : undefined}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
          <Item key={index} />
        ))}
      </div>
    </div>
  );
}
