import { useQuery } from '@tanstack/react-query';
import { countApplications } from '#shared/apps/app-list.ts';
import { call } from '../../api.ts';

/** The key of every count of applications: any change of applications invalidates all of them. */
export const countsKey = ['applications', 'count'] as const;

const own = { filter: 'my-apps' } as const;
export const ownCountKey = [...countsKey, own] as const;

interface CountOptions {
  enabled?: boolean;
}

/**
 * The number of a user's own applications. The home page, the upload page and plan changes check limits with it. It shares its
 * query key with the count of the gallery, so both show the same number.
 */
export function useAppCountQuery(options: CountOptions = {}) {
  return useQuery({
    queryKey: ownCountKey,
    queryFn: ({ signal }) => call(countApplications, { query: own, signal }),
    // One may have been uploaded or deleted in another tab, and this decides whether a form is enabled.
    staleTime: 0,
    ...options,
  });
}

/** The count; undefined until it is known. */
export function useAppCount(options: CountOptions = {}): number | undefined {
  return useAppCountQuery(options).data?.count;
}
