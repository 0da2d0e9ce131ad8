import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  changeMembership,
  handOverOrganization,
  listInvitations,
  listMembers,
  type MemberRole,
  remindInvitation,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import { call } from '#web/api.ts';
import { organizationsKey, useChange } from '../use-organizations.ts';

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
};

export const membersKey = (organizationId: string) => [...organizationsKey, 'members', organizationId];

/** Members by page, the owner first; `q` matches names and e-mail addresses. */
export function useMembers(organizationId: string, q: string) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...membersKey(organizationId), q],
    queryFn: ({ pageParam, signal }) =>
      call(listMembers, {
        params: { id: organizationId },
        query: { q: q || undefined, cursor: pageParam, limit: 50 },
        signal,
      }),
  });
}

/** Pending invitations. */
export function useInvited(organizationId: string, q: string) {
  return useInfiniteQuery({
    ...paging,
    queryKey: [...organizationsKey, 'invited', organizationId, q],
    queryFn: ({ pageParam, signal }) =>
      call(listInvitations, {
        params: { id: organizationId },
        query: { q: q || undefined, cursor: pageParam, limit: 50 },
        signal,
      }),
  });
}

/** Only the person concerned is notified. */
const ofEach = { keyOf: (id: string) => id };

export interface NewMember {
  userEmail: string;
  role: MemberRole;
}

export function useInvite(organizationId: string) {
  return useChange((member: NewMember) =>
    call(changeMembership, { body: { action: 'invite', organizationId, ...member } }),
  );
}

export function useRemoveMember(organizationId: string) {
  return useChange(
    (userId: string) => call(changeMembership, { body: { action: 'remove', organizationId, userId } }),
    ofEach,
  );
}

/** Removing oneself removes the organization and the dialog from the page. */
export function useLeave(
  organizationId: string,
  userId: string,
  told: { onSuccess?: () => void; onError?: (error: unknown) => void },
) {
  return useChange(
    () => call(changeMembership, { body: { action: 'remove', organizationId, userId } }),
    told,
  );
}

export function useHandOver(organizationId: string) {
  return useChange((userId: string) =>
    call(handOverOrganization, { params: { id: organizationId }, body: { userId } }),
  );
}

export function useRemind() {
  return useChange((id: string) => call(remindInvitation, { params: { id } }), ofEach);
}

export function useWithdraw() {
  return useChange((id: string) => call(withdrawInvitation, { params: { id } }), ofEach);
}
