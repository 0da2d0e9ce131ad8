import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  listSupportRequests,
  reopenSupportRequest,
  resolveSupportRequest,
  type SupportState,
} from '#shared/support.ts';
import { call } from '../../../api.ts';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';
import { useAdminChange } from '../use-admin-change.ts';

/** Newest first; undefined: whatever their state. */
export function useSupportRequests(state: SupportState | undefined) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...adminKey, 'support-requests', state],
    queryFn: ({ pageParam, signal }) =>
      call(listSupportRequests, { query: { cursor: pageParam, state }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

/** Resolves a request that is open, and opens one that is resolved. */
export function useChangeState() {
  return useAdminChange(({ id, state }: { id: string; state: SupportState }) =>
    call(state === 'open' ? resolveSupportRequest : reopenSupportRequest, { params: { id } }),
  );
}
