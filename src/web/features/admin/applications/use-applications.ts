import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type AdminApplication, type ApplicationState, listAdminApplications } from '#shared/admin/admin.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import { bringApplicationBack, takeApplicationOffline } from '#shared/contact/reports.ts';
import type { Page } from '#shared/contract/contract.ts';
import { call } from '#web/api.ts';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';
import { useAdminChange } from '../use-admin-change.ts';

const applicationsKey = [...adminKey, 'applications'] as const;

export interface ApplicationFilters {
  search: string;
  state: ApplicationState | undefined;
}

/** All applications, newest first. */
export function useAllApplications({ search, state }: ApplicationFilters) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...applicationsKey, search, state],
    queryFn: ({ pageParam, signal }) =>
      call(listAdminApplications, {
        query: { search: search || undefined, state, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useDeleteApplication(id: string) {
  const client = useQueryClient();
  return useAdminChange(async () => {
    await call(deleteApplication, { params: { id } });
    client.setQueriesData<InfiniteData<Page<AdminApplication>>>({ queryKey: applicationsKey }, (list) =>
      list
        ? {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.filter((each) => each.id !== id),
            })),
          }
        : list,
    );
    forgetShown(client);
  });
}

export function useTakeOffline(id: string) {
  const client = useQueryClient();
  return useAdminChange(async (reason: string) => {
    await call(takeApplicationOffline, { params: { id }, body: { reason } });
    forgetShown(client);
  });
}

export function useRestore(id: string) {
  const client = useQueryClient();
  return useAdminChange(async () => {
    await call(bringApplicationBack, { params: { id } });
    forgetShown(client);
  });
}

/** Other pages refetch applications when they are next visible. */
function forgetShown(client: ReturnType<typeof useQueryClient>): void {
  for (const queryKey of [['applications'], ['application']])
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
}
