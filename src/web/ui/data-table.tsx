import type { Key, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  name: string;
  /** A width as a class; the columns without one share what is left. */
  width?: string;
  /** Stacked, the title stands first and alone, and the actions last; each takes the whole width. */
  part?: 'title' | 'actions';
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the lines are, for those who read by ear. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  nameOf: (row: Row) => string;
  /** Another answer is being waited for. */
  busy?: boolean;
}

const wideEnough = '(min-width: 1024px)';

/** Dense lines: a table where there is room for it, else each line stacked, with the names of its columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useMediaQuery(wideEnough) ? <WideTable {...props} /> : <StackedRows {...props} />;
}

function WideTable<Row>({ caption, columns, rows, keyOf, nameOf, busy }: DataTableProps<Row>) {
  return (
    <table
      aria-busy={busy || undefined}
      className={cn('w-full table-fixed text-left text-13 transition-opacity', busy && 'opacity-60')}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-12 text-muted">
          {columns.map(({ name, width, part }) => (
            <th
              key={name}
              scope="col"
              className={cn(
                'sticky top-14 z-10 h-9 border-b border-line bg-bg pr-3 font-medium whitespace-nowrap last:pr-0',
                width,
              )}
            >
              {part === 'actions' ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            aria-label={nameOf(row)}
            className="border-b border-line transition-colors hover:bg-surface"
          >
            {columns.map(({ name, part, cell }) => (
              <td key={name} className="py-2 pr-3 align-middle last:pr-0">
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

function StackedRows<Row>({ caption, columns, rows, keyOf, nameOf, busy }: DataTableProps<Row>) {
  const partOf = (part: Column<Row>['part']) => columns.filter((column) => column.part === part);
  return (
    <ul
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
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5">
            {partOf(undefined).map(({ name, cell }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
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
    </ul>
  );
}

/** Of the shape of what is coming. */
export function DataTableWaiting({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="h-9 border-b border-line" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
        <div key={row} className="flex items-center gap-6 border-b border-line py-3">
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </span>
          <Skeleton className="h-4 w-24 max-md:hidden" />
          <Skeleton className="h-4 w-24 max-lg:hidden" />
          <Skeleton className="h-8 w-28 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
