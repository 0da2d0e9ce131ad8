import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** What could not be loaded, in words. */
  failed: string;
  rows: number;
  children: (data: T) => ReactNode;
}

/** A list of the account in each of its states; once known, it stays while it is asked for again. */
export function Loaded<T>({ query, failed, rows, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState title={failed} onRetry={() => query.refetch()} />;
  return (
    <div aria-busy="true" className="grid gap-px overflow-hidden rounded-picture border border-line">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={index} className="flex items-center gap-4 p-4">
          <Skeleton className="size-5 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </span>
        </div>
      ))}
    </div>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-picture border border-line">{children}</ul>;
}

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  action: ReactNode;
}

export function Row({ icon, title, detail, action }: RowProps) {
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <span className="shrink-0 text-muted [&_svg]:size-5">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">{title}</p>
        <p className="text-13 break-words text-muted">{detail}</p>
      </div>
      {action}
    </li>
  );
}
