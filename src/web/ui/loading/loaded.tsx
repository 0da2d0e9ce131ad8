import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { LoadingRegion } from './loading-region.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** What could not be loaded, in words. */
  failed: string;
  /** What is said while it comes. */
  loading: string;
  /** What stands in its place meanwhile, of its shape. */
  waiting: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page in each of its states; once known, it stays while it is asked for again. */
export function Loaded<T>({ query, failed, loading, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure onRetry={() => query.refetch()}>{failed}</Failure>;
  return <LoadingRegion label={loading}>{waiting}</LoadingRegion>;
}
