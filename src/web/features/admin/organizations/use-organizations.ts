import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { listAdminOrganizations } from '#shared/admin/admin.ts';
import { call } from '#web/api.ts';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';

/** All organizations, newest first. */
export function useAllOrganizations(search: string) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...adminKey, 'organizations', search],
    queryFn: ({ pageParam, signal }) =>
      call(listAdminOrganizations, { query: { search: search || undefined, cursor: pageParam }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
