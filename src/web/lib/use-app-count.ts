import { useQuery } from '@tanstack/react-query';
import { countApplications } from '#shared/app-list.ts';
import { call } from '../api.ts';

/** How many applications somebody has of their own; undefined until it is known. */
export function useAppCount(userId: string): number | undefined {
  const { data } = useQuery({
    queryKey: ['applications', 'count of own', userId],
    queryFn: ({ signal }) => call(countApplications, { query: { filter: 'my-apps' }, signal }),
    // One may have been uploaded or deleted in another tab, and this decides whether a form is of any use.
    staleTime: 0,
  });
  return data?.count;
}
