import { useQuery } from '@tanstack/react-query';
import { countApplications } from '#shared/app-list.ts';
import { call } from '../api.ts';

/** Of every count of applications: what changes among them makes all of these old. */
export const countsKey = ['applications', 'count'] as const;

const own = { filter: 'my-apps' } as const;
export const ownCountKey = [...countsKey, own] as const;

/**
 * How many applications somebody has of their own; undefined until it is known. The one figure behind the limits of the
 * home page, the upload page and a change of plan, under the key by which the gallery counts the same list.
 */
export function useAppCount(options: { enabled?: boolean } = {}): number | undefined {
  const { data } = useQuery({
    queryKey: ownCountKey,
    queryFn: ({ signal }) => call(countApplications, { query: own, signal }),
    // One may have been uploaded or deleted in another tab, and this decides whether a form is of any use.
    staleTime: 0,
    ...options,
  });
  return data?.count;
}
