import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Role } from '#shared/accounts/accounts.ts';
import {
  type AccountState,
  type AdminUser,
  changeUser,
  deleteUser,
  disableUser,
  enableUser,
  listUsers,
} from '#shared/admin/admin.ts';
import type { Page } from '#shared/contract/contract.ts';
import { call } from '#web/api.ts';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';
import { useAdminChange } from '../use-admin-change.ts';

const usersKey = [...adminKey, 'users'] as const;

export interface UserFilters {
  search: string;
  role: Role | undefined;
  provider: string | undefined;
  state: AccountState | undefined;
}

/** Accounts, newest first. Refetched whenever their tab is opened. */
export function useUsers({ search, ...filters }: UserFilters) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...usersKey, search, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { search: search || undefined, ...filters, cursor: pageParam }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Shows a change of an account at once; null if it was deleted. */
function useShow() {
  const client = useQueryClient();
  return (uid: string, user: AdminUser | null) =>
    client.setQueriesData<InfiniteData<Page<AdminUser>>>({ queryKey: usersKey }, (list) =>
      list
        ? {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.flatMap((each) => (each.uid === uid ? (user ?? []) : each)),
            })),
          }
        : list,
    );
}

type Changes = { role: Role } | { organizationId: string | null };

export function useChangeUser(uid: string) {
  const show = useShow();
  return useAdminChange(async (changes: Changes) => {
    const { user } = await call(changeUser, { body: { uid, ...changes } });
    show(uid, user);
  });
}

export function useDeleteUser(uid: string) {
  const show = useShow();
  return useAdminChange(async () => {
    await call(deleteUser, { body: { uid } });
    show(uid, null);
  });
}

export function useDisableUser(uid: string) {
  const show = useShow();
  return useAdminChange(async (reason: string) => {
    const { user } = await call(disableUser, { params: { id: uid }, body: { reason } });
    show(uid, user);
  });
}

export function useEnableUser(uid: string) {
  const show = useShow();
  return useAdminChange(async () => {
    const { user } = await call(enableUser, { params: { id: uid } });
    show(uid, user);
  });
}
