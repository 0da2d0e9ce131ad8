import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../../texts/en/accounts/profile.ts';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Waiting } from '../../../ui/waiting.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** What could not be loaded, in words. */
  failed: string;
  /** What is said while it comes. */
  loading: string;
  /** As many rows as are likely, or what has a shape of its own. */
  waiting: number | ReactNode;
  children: (data: T) => ReactNode;
}

/** A list of the account in each of its states; once known, it stays while it is asked for again. */
export function Loaded<T>({ query, failed, loading, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Panel tone="danger" role="alert" className="flex flex-wrap items-center justify-between gap-3">
        {failed}
        <Button onClick={() => query.refetch()}>
          <RotateCw strokeWidth={1.75} aria-hidden="true" />
          {texts.tryAgain}
        </Button>
      </Panel>
    );
  }
  if (typeof waiting !== 'number') return <Waiting label={loading}>{waiting}</Waiting>;
  return (
    <Waiting label={loading} className="divide-y divide-line rounded-picture border border-line">
      {Array.from({ length: waiting }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={index} className="flex min-h-17 items-center gap-4 px-4 py-3">
          <Skeleton className="size-5 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </span>
        </div>
      ))}
    </Waiting>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <List className="divide-y divide-line rounded-picture border border-line">{children}</List>;
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
