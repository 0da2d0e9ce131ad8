import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { LoadingRegion } from './loading-region.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** The name of the content, for errors. */
  failed: string;
  /** The message while it loads. */
  loading: string;
  /** The placeholder while it loads, in its shape. */
  waiting: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page in all of its states; loaded content stays during a refetch. */
export function Loaded<T>({ query, failed, loading, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure onRetry={() => query.refetch()}>{failed}</Failure>;
  return <LoadingRegion label={loading}>{waiting}</LoadingRegion>;
}
