import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import {
  listSupportRequests,
  reopenSupportRequest,
  resolveSupportRequest,
  type SupportRequest,
  type SupportState,
} from '#shared/contact/support.ts';
import type { Page } from '#shared/contract/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/support.ts';
import { format } from '#web/i18n/format.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { paging } from '../list.tsx';
import { adminKey } from '../refresh.ts';
import { useAdminChange } from '../use-admin-change.ts';

const requestsKey = [...adminKey, 'support-requests'] as const;

/** Newest first; undefined: all states. */
export function useSupportRequests(state: SupportState | undefined) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...requestsKey, state],
    queryFn: ({ pageParam, signal }) =>
      call(listSupportRequests, { query: { cursor: pageParam, state }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

type Change = Pick<SupportRequest, 'id' | 'subject' | 'state'>;

/** Resolves an open request, or reopens a resolved one. Optimistic, with Undo. */
export function useChangeState() {
  const showAhead = useShowAhead();
  const failed = (error: Error) => toast(messageOf(error), { failed: true });
  const back = useAdminChange(change, { showAhead, onError: failed });
  return useAdminChange(change, {
    keyOf: ({ id }) => id,
    showAhead,
    onSuccess: ({ id, subject, state }) =>
      toast.undo(
        format(state === 'open' ? texts.requestResolved : texts.requestOpenedAgain, { subject }),
        () => back.takeBack({ id, subject, state: otherThan(state) }),
      ),
    onError: failed,
  });
}

const change = ({ id, state }: Change) =>
  call(state === 'open' ? resolveSupportRequest : reopenSupportRequest, { params: { id } });

const otherThan = (state: SupportState): SupportState => (state === 'open' ? 'resolved' : 'open');

function useShowAhead() {
  const client = useQueryClient();
  const show = (id: string, state: SupportState) =>
    client.setQueriesData<InfiniteData<Page<SupportRequest>>>({ queryKey: requestsKey }, (list) => {
      // Also if another account is signed in by now, whose list is not loaded yet.
      if (!list) return list;
      const shown = (each: SupportRequest) => (each.id === id ? { ...each, state } : each);
      return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(shown) })) };
    });
  return ({ id, state }: Change) => {
    show(id, otherThan(state));
    return () => show(id, state);
  };
}
