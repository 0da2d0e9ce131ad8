import { useInfiniteQuery } from '@tanstack/react-query';
import { listApplications } from '#shared/apps.ts';
import { call } from '../../api.ts';

/** The gallery, page by page, newest first; with `mine` only one's own. */
export function useApplications({ mine }: { mine: boolean }) {
  return useInfiniteQuery({
    queryKey: ['applications', { mine }],
    queryFn: ({ pageParam, signal }) =>
      call(listApplications, { query: { filter: mine ? 'my-apps' : undefined, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
}
