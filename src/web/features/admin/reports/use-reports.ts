import { useInfiniteQuery } from '@tanstack/react-query';
import { dismissReports, listReported, listReports } from '#shared/contact/reports.ts';
import { call } from '#web/api.ts';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';
import { useAdminChange } from '../use-admin-change.ts';

/** Applications with open reports, the latest report first. */
export function useReported() {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...adminKey, 'reported'],
    queryFn: ({ pageParam, signal }) => call(listReported, { query: { cursor: pageParam }, signal }),
    refetchOnMount: 'always',
  });
}

/** All reports of one application. */
export function useApplicationReports(applicationId: string) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...adminKey, 'reports-of', applicationId],
    queryFn: ({ pageParam, signal }) =>
      call(listReports, { params: { applicationId }, query: { cursor: pageParam }, signal }),
  });
}

export function useDismiss(applicationId: string) {
  return useAdminChange((note: string) =>
    call(dismissReports, { params: { applicationId }, body: { note } }),
  );
}
