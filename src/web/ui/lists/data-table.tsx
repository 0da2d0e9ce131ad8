import type { Key, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { LoadingRegion } from '../loading/loading-region.tsx';
import { Skeleton } from '../loading/skeleton.tsx';
import { List } from './list.tsx';

export interface Column<Row> {
  name: string;
  /** A width as a class; the other columns share the rest. */
  width?: string;
  /** Stacked, the title is first and alone, and the actions last; each has the full width. */
  part?: 'title' | 'actions';
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  nameOf: (row: Row) => string;
  /** Another response is awaited. */
  busy?: boolean;
}

const wideEnough = '(min-width: 1024px)';

/** Dense rows: a table if there is room, otherwise stacked rows with the names of the columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useMediaQuery(wideEnough) ? <WideTable {...props} /> : <StackedRows {...props} />;
}

function WideTable<Row>({ caption, columns, rows, keyOf, nameOf, busy }: DataTableProps<Row>) {
  return (
    <table
      aria-busy={busy || undefined}
      className={cn('w-full table-fixed text-start text-13 transition-opacity', busy && 'opacity-60')}
    >
      <caption className="sr-only">{caption}</caption>
      <Heads columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            aria-label={nameOf(row)}
            className="border-b border-line transition-colors hover:bg-surface"
          >
            {columns.map(({ name, part, cell }) => (
              <td key={name} className="py-2 pe-3 align-middle last:pe-0">
                {part === 'actions' ? (
                  <div className="flex items-center justify-end gap-0.5">{cell(row)}</div>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heads<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  return (
    <thead>
      <tr className="text-12 text-muted">
        {columns.map(({ name, width, part }) => (
          <th
            key={name}
            scope="col"
            className={cn(
              'sticky top-14 z-10 h-9 border-b border-line bg-bg pe-3 font-medium whitespace-nowrap last:pe-0',
              width,
            )}
          >
            {part === 'actions' ? <span className="sr-only">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function StackedRows<Row>({ caption, columns, rows, keyOf, nameOf, busy }: DataTableProps<Row>) {
  const partOf = (part: Column<Row>['part']) => columns.filter((column) => column.part === part);
  return (
    <List
      aria-label={caption}
      aria-busy={busy || undefined}
      className={cn('border-t border-line text-13 transition-opacity', busy && 'opacity-60')}
    >
      {rows.map((row) => (
        <li key={keyOf(row)} aria-label={nameOf(row)} className="grid gap-3 border-b border-line py-4">
          {partOf('title').map(({ name, cell }) => (
            <div key={name} className="min-w-0">
              {cell(row)}
            </div>
          ))}
          <dl className={factsClasses}>
            {partOf(undefined).map(({ name, cell }) => (
              <div key={name} className={factClasses}>
                <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
                <dd className="min-w-0">{cell(row)}</dd>
              </div>
            ))}
          </dl>
          {partOf('actions').map(({ name, cell }) => (
            <div key={name} className="flex flex-wrap items-center gap-2">
              {cell(row)}
            </div>
          ))}
        </li>
      ))}
    </List>
  );
}

/** Name beside value on a phone; with more room, name above value and several per line. */
const factsClasses =
  'grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] sm:items-start sm:gap-x-6 sm:gap-y-3';
const factClasses = 'contents sm:grid sm:min-w-0 sm:content-start sm:gap-1';

interface DataTableSkeletonProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  label: string;
  rows?: number;
}

/** The table's placeholder: the heads of its columns stay in place. */
export function DataTableSkeleton<Row>({ label, columns, rows = 8 }: DataTableSkeletonProps<Row>) {
  const isWide = useMediaQuery(wideEnough);
  const lines = Array.from({ length: rows }, (_, line) => line);
  return (
    <LoadingRegion label={label}>
      <div aria-hidden="true">
        {isWide ? (
          <table className="w-full table-fixed text-start text-13">
            <Heads columns={columns} />
            <tbody>
              {lines.map((line) => (
                <tr key={line} className="border-b border-line">
                  {columns.map(({ name, part }) => (
                    <td key={name} className="py-2 pe-3 last:pe-0">
                      {part === 'title' ? (
                        <SkeletonTitle />
                      ) : (
                        <Skeleton
                          className={part === 'actions' ? 'ms-auto h-8 w-16 max-w-full' : 'h-3.5 w-2/3'}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <div className="border-t border-line text-13">
            {lines.map((line) => (
              <div key={line} className="grid gap-3 border-b border-line py-4">
                <SkeletonTitle />
                <div className={factsClasses}>
                  {columns
                    .filter(({ part }) => part === undefined)
                    .map(({ name }) => (
                      <div key={name} className={factClasses}>
                        <span className="text-muted">{name}</span>
                        <Skeleton className="h-3.5 w-32 max-w-full" />
                      </div>
                    ))}
                </div>
                {columns.some(({ part }) => part === 'actions') && (
                  <Skeleton className="h-11 w-52 max-w-full" />
                )}
              </div>
            ))}
          </div>
        )}
      </div>
    </LoadingRegion>
  );
}

/** A name, and a line below it. */
function SkeletonTitle() {
  return (
    <span className="grid h-10 content-center gap-2">
      <Skeleton className="h-3.5 w-40 max-w-full" />
      <Skeleton className="h-3 w-56 max-w-full" />
    </span>
  );
}
