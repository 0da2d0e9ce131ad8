import type { ReactNode } from 'react';
import { List } from '#web/ui/lists/list.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';

/** The height of a row with two lines of details on a phone. */
export function RowSkeleton() {
  return (
    <div className="flex min-h-22 items-center gap-4 rounded-picture border border-line px-4 py-3 md:min-h-17">
      <Skeleton className="size-5 rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-3.5 w-40 max-w-full" />
        <Skeleton className="h-3 w-56 max-w-full" />
      </span>
    </div>
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
